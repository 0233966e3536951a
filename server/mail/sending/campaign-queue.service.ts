import { limits } from "#contract/limits.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { isDatabaseUnavailable } from "#server/lib/database/database-errors.ts";
import { isClockAhead } from "#server/upkeep/clock.service.ts";
import { freeze } from "./campaign-start.service.ts";
import { startFailed, startWithoutKey } from "./campaigns.errors.ts";
import {
  addToCount,
  changeStatus,
  delayStart,
  findCampaign,
  hasDue,
  listRunning,
  lockCampaign,
  noteFailedProbe,
  noteReached,
  noteUnreachable,
  takeDue,
  takeProbe,
} from "./campaigns.queries.ts";
import { pauseBySystem } from "./campaigns.service.ts";
import { probePauses } from "./delivery.rules.ts";
import type { CampaignWatch } from "./lane.ts";
import { hasPendingMessages, simulateCampaignMessages, skipBlockedOf } from "./withdrawals.queries.ts";

type Parts = Pick<AppDependencies, "db" | "now" | "log"> & {
  /** Returns why no campaign may start now, or null; see `findKeyProblem`. */
  findKeyProblem: () => Promise<string | null>;
};

const retryStartMs = 60_000;

/** The campaigns as the delivery worker sees them. */
export type CampaignQueue = ReturnType<typeof createCampaignQueue>;

export function createCampaignQueue(parts: Parts) {
  const { db, now } = parts;
  const uncertainOutcomes = new Map<string, CampaignWatch["uncertainOutcomes"]>();
  return {
    /** Returns the count of messages in a row without a known outcome, which outlasts a run of the campaign's lane. */
    uncertainOutcomesOf(id: string): CampaignWatch["uncertainOutcomes"] {
      const count = uncertainOutcomes.get(id) ?? { inARow: 0 };
      uncertainOutcomes.set(id, count);
      return count;
    },
    /**
     * Starts scheduled campaigns that are due, unless the clock is ahead or the signing key is gone, and completes simulated ones. A failed
     * start does not delay the other campaigns.
     */
    async advance(): Promise<void> {
      if ((await hasDue(db, now())) && !(await isClockAhead({ db, now }))) {
        const isKeyGone = (await parts.findKeyProblem()) !== null;
        while (await startDue(parts, isKeyGone));
      }
      for (const { id, simulated, startedAt } of await listRunning(db)) {
        const age = now().getTime() - (startedAt?.getTime() ?? 0);
        if (simulated && age >= limits.simulatedCampaignMs) await completeSimulated(db, id);
      }
    },
    /** The ids of the campaigns to send now, oldest first. */
    async running(): Promise<string[]> {
      return (await listRunning(db)).filter(({ simulated }) => !simulated).map(({ id }) => id);
    },
    async isRunning(id: string): Promise<boolean> {
      return (await findCampaign(db, id))?.status === "running";
    },
    /** Pauses a campaign until an admin resumes it. */
    async pause(id: string, pausedReason: string): Promise<void> {
      await pauseBySystem(db, id, { pausedReason, fromWaiting: true });
    },
    /** Notes on a running campaign why no server can be reached and when the next attempt is due. */
    async noteUnreachable(id: string, pausedReason: string, nextAttemptAt: Date): Promise<void> {
      await noteUnreachable(db, id, { pausedReason, nextAttemptAt });
    },
    /** Pauses a campaign until a probe reaches its server. */
    async pauseUntilReached(id: string, pausedReason: string): Promise<void> {
      const nextAttemptAt = new Date(now().getTime() + probePauses[0] * 1_000);
      await pauseBySystem(db, id, { pausedReason, nextAttemptAt });
    },
    /** Clears the note on an unreachable server and resumes a campaign that paused because of it. */
    async noteReached(id: string): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await noteReached(tx, id))) return;
        await recordEntry(tx, { actor: "system", action: "campaign.resumed", subject: id, details: {} });
      });
    },
    /** Takes a paused campaign whose probe is due, for this caller alone; null when there is none. */
    async takeProbe(): Promise<string | null> {
      return takeProbe(db, { now: now(), pauses: probePauses });
    },
    async noteFailedProbe(id: string, pausedReason: string): Promise<void> {
      await noteFailedProbe(db, id, pausedReason);
    },
    /** Completes a campaign without waiting messages, if it runs or is paused until a probe. */
    async completeIfDone(id: string): Promise<void> {
      await db.transaction(async (tx) => {
        await lockCampaign(tx, id);
        if (await hasPendingMessages(tx, id)) return;
        await changeStatus(tx, id, { from: ["running"], fromWaiting: true, to: "completed" });
        uncertainOutcomes.delete(id);
      });
    },
  };
}

/** Ends a simulated campaign; its messages count as sent, or as skipped when their recipients may not get mail. */
async function completeSimulated(db: Db, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await lockCampaign(tx, id)) !== "running") return;
    await addToCount(tx, id, { count: "skipped", by: await skipBlockedOf(tx, id) });
    await addToCount(tx, id, { count: "sent", by: await simulateCampaignMessages(tx, id) });
    await changeStatus(tx, id, { from: ["running"], to: "completed" });
  });
}

/** @returns whether a campaign was due */
async function startDue({ db, now, log }: Parts, isKeyGone: boolean): Promise<boolean> {
  return db.transaction(async (tx) => {
    const due = await takeDue(tx, now());
    if (!due) return false;
    const delay = (pausedReason: string) =>
      delayStart(tx, due.id, { pausedReason, nextAttemptAt: new Date(now().getTime() + retryStartMs) });
    try {
      if (isKeyGone && !due.simulated) await delay(startWithoutKey);
      else await tx.transaction((savepoint) => freeze(savepoint, due));
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      log.error("failed to start campaign", { id: due.id, error });
      await delay(startFailed);
    }
    return true;
  });
}
