import { type Audience, audiences } from "#contract/audience.ts";
import { systemActor } from "#contract/journal.ts";
import { limits } from "#contract/limits.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { deleteInactive } from "./decisions.queries.ts";
import { tellDeleted } from "./deletion.service.ts";
import type { SignupEvents } from "./signup-events.ts";

const batchSize = 500;
/** Bounds a round of the upkeep; what is left waits for the next one. */
const batchesPerRound = 20;

/** Keeps the privacy policy's promise: after a year in which nothing happened to it, a sign-up is deleted with everything it holds. */
export async function deleteInactiveSignups({
  db,
  now,
  events,
}: Pick<AppDependencies, "db" | "now"> & { events: SignupEvents }): Promise<void> {
  const before = now();
  before.setFullYear(before.getFullYear() - limits.inactiveYears);
  for (const audience of audiences) {
    for (let batch = 0; batch < batchesPerRound; batch += 1) {
      if ((await deleteBatch(db, { audience, before, events })) === 0) break;
    }
  }
}

type Batch = { audience: Audience; before: Date; events: SignupEvents };

/** @returns how many were deleted */
function deleteBatch(db: Db, { audience, before, events }: Batch): Promise<number> {
  return db.transaction(async (tx) => {
    const deleted = await deleteInactive(tx, audience, { before, limit: batchSize });
    const count = deleted.length;
    if (count === 0) return 0;
    await tellDeleted(tx, events, { audience, signups: deleted, reason: "expired", source: systemActor });
    const details = { audience, count };
    await recordEntry(tx, { actor: systemActor, action: "signups.expired", details });
    return count;
  });
}
