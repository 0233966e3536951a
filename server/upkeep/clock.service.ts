import { clockMessages } from "#contract/state.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { conflict } from "#server/lib/http/errors.ts";
import { advanceLastUpkeep, findLastUpkeep, replaceLastUpkeep } from "./clock.queries.ts";
import { type ClockVerdict, clockLimits, isFarBehind, judgeClock } from "./clock.rules.ts";

type Deps = Pick<AppDependencies, "db" | "now">;

export type UpkeepClock = { verdict: ClockVerdict; at: Date; lastUpkeep: Date | null };

/** Resolves to true when data may be deleted now because their time is over. */
export type MayDeleteByTime = () => Promise<boolean>;

/** In milliseconds. The last upkeep is stored again when it is older than this. */
const storeAfterMs = 3_600_000;

export async function getUpkeepClock({ db, now }: Deps): Promise<UpkeepClock> {
  const lastUpkeep = await findLastUpkeep(db);
  const at = now();
  return { verdict: judgeClock(at, lastUpkeep), at, lastUpkeep };
}

/** Finds the time from which later dates may be corrected; null while the clock may be wrong itself. */
export async function findTrustedTime(deps: Deps): Promise<Date | null> {
  const { at, lastUpkeep } = await getUpkeepClock(deps);
  return isFarBehind(at, lastUpkeep) ? null : at;
}

/** While true, nothing that sends mail at a certain time may start: a message that left too early cannot be taken back. */
export async function isClockAhead(deps: Deps): Promise<boolean> {
  return (await getUpkeepClock(deps)).verdict === "ahead";
}

/**
 * The upkeep calls it before each deletion by time. It stores the time of each upkeep with a plausible clock. After an implausible
 * jump it answers no until the clock is plausible again or a person confirms it.
 */
export function createDeletionGate({ db, now, log }: Deps & Pick<AppDependencies, "log">): MayDeleteByTime {
  let isPaused = false;
  return async () => {
    const { verdict, at, lastUpkeep } = await getUpkeepClock({ db, now });
    const isBelieved = verdict === "believed";
    if (isBelieved && at.getTime() - (lastUpkeep?.getTime() ?? 0) >= storeAfterMs)
      await advanceLastUpkeep(db, at);
    if (isPaused === isBelieved) {
      isPaused = !isBelieved;
      if (isPaused)
        log.warn("nothing is deleted by time: the clock is far from the last upkeep", { at, lastUpkeep });
      else log.info("deletions by time go on: the clock is believed again", { at });
    }
    return isBelieved;
  };
}

/**
 * A person confirms that the clock is right: the current time then counts as the last upkeep.
 * @param at the time that the person has seen and confirms
 * @throws ApiError 409 when the clock of this instance shows another time by now
 */
export async function confirmClock(
  { db, now }: Deps,
  { at, actor }: { at: string; actor: string },
): Promise<void> {
  const time = now();
  if (Math.abs(time.getTime() - Date.parse(at)) > clockLimits.behind) throw conflict(clockMessages.changed);
  await db.transaction(async (tx) => {
    await replaceLastUpkeep(tx, time);
    await recordEntry(tx, { actor, action: "clock.confirmed" });
  });
}
