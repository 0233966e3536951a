import type { WaitingMail } from "#contract/email.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { findCapacity } from "./caps.queries.ts";
import { countWaiting, findQueued } from "./waiting.queries.ts";

/** What waits, lane by lane, and which ceiling keeps it from leaving. */
export async function listWaiting({ db }: Pick<AppDependencies, "db">): Promise<{ items: WaitingMail[] }> {
  const items: WaitingMail[] = [];
  for (const { lane, count, forMailbox } of await countWaiting(db)) {
    const limit = await findCapacity(db, lane);
    items.push({
      ...{ lane, count, forMailbox },
      limit: limit && { reason: limit.reason, roomAt: limit.at.toISOString() },
    });
  }
  return { items };
}

/** How much waits in each lane, and for how many seconds the oldest of it could have left. Lanes without a message are left out. */
export const queuedMail = ({ db }: Pick<AppDependencies, "db">) => findQueued(db);
