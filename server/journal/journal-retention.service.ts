import { privacyPeriods } from "#contract/privacy.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { deleteEntriesBefore } from "./journal.queries.ts";

const stepSize = 1_000;
const stepsPerRound = 20;

/** Upkeep: entries are kept for as long as the policy says. */
export async function deleteOldEntries({ db, now }: Pick<AppDependencies, "db" | "now">): Promise<void> {
  const before = now();
  before.setMonth(before.getMonth() - privacyPeriods.journalMonths);
  for (let step = 0; step < stepsPerRound; step += 1) {
    if ((await deleteEntriesBefore(db, { before, limit: stepSize })) < stepSize) return;
  }
}
