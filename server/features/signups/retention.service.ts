import { audiences } from "#contract/audience.ts";
import { systemActor } from "#contract/journal.ts";
import { limits } from "#contract/limits.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import { deleteSignups, findInactive } from "./decisions.repository.ts";
import type { SignupListener } from "./signup-listener.ts";

const batchSize = 500;
/** Bounds a round of the upkeep; what is left waits for the next one. */
const batchesPerRound = 20;

/** Keeps the privacy policy's promise: after a year in which nothing happened to it, a sign-up is deleted with everything it holds. */
export async function deleteInactiveSignups(
  { db, now }: Pick<AppDependencies, "db" | "now">,
  listeners: readonly SignupListener[],
): Promise<void> {
  const before = now();
  before.setFullYear(before.getFullYear() - limits.inactiveYears);
  for (const audience of audiences) {
    for (let batch = 0; batch < batchesPerRound; batch += 1) {
      const ids = await findInactive(db, audience, { before, limit: batchSize });
      if (ids.length === 0) break;
      await db.transaction(async (tx) => {
        const deleted = await deleteSignups(tx, audience, ids);
        for (const listener of listeners) await listener.deleted?.(tx, audience, deleted);
        await recordEntry(tx, {
          actor: systemActor,
          action: "signups.expired",
          details: { audience, count: deleted.length },
        });
      });
    }
  }
}
