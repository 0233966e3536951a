import type { WaitingMail } from "#contract/email.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { findHold } from "./hold.queries.ts";
import {
  countCampaignStates,
  countWaiting,
  findCapacity,
  findQueued,
  findRecentOutcomes,
} from "./queue.queries.ts";

export { findRecentOutcomes };

/** Returns the number of waiting messages of each lane, and the cap that delays them. */
export async function listWaiting({ db }: Pick<AppDependencies, "db">): Promise<{ items: WaitingMail[] }> {
  const items: WaitingMail[] = [];
  for (const { lane, count, forMailbox } of await countWaiting(db)) {
    const limit = await findCapacity(db, lane);
    items.push({
      lane,
      count,
      forMailbox,
      limit: limit && { reason: limit.reason, roomAt: limit.at.toISOString() },
    });
  }
  return { items };
}

/** Reads the metrics: waiting messages of each lane, whether a hold stops all mail, and the number of campaigns in each state. */
export async function readMailMetrics({ db }: Pick<AppDependencies, "db">) {
  return {
    queued: await findQueued(db),
    held: (await findHold(db)) !== null,
    campaigns: await countCampaignStates(db),
  };
}
