import { audiences } from "#contract/audience.ts";
import type { QuestionAnswers } from "#contract/questionnaire.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import {
  countRespondents,
  countSignups,
  countStatuses,
  countUnfoldedUpTo,
  foldBatch,
  isLedgerComplete,
  rebuildCounts,
  recountQuestion,
  vacuumLedger,
} from "./counts.queries.ts";
import { getChoiceAnswers } from "./stats.queries.ts";

export { countRespondents, countSignups, countStatuses, recountQuestion };

const batchSize = 1_000;
/** Limits a round of the upkeep, because sign-ups may keep coming in. */
const batchesPerRound = 500;
const vacuumFrom = 1_000;

const verified = new WeakSet<Db>();

/**
 * Folds the changes of the ledger into its totals, in short batches. Several instances may run it at once: one of them folds,
 * the others have nothing to do. The first run of a process also checks the ledger against the rows.
 */
export async function foldCounts({ db, log }: Pick<AppDependencies, "db" | "log">): Promise<void> {
  if (!verified.has(db)) {
    await verifyCounts({ db, log });
    verified.add(db);
  }
  let folded = 0;
  for (let batch = 0; batch < batchesPerRound; batch += 1) {
    const size = await foldBatch(db, batchSize);
    folded += size ?? 0;
    if (size === null || size < batchSize) break;
  }
  if (folded >= vacuumFrom) await vacuumLedger(db);
}

/** Corrects the ledger when it differs from the rows. For example, restoring a data-only dump with triggers counts rows twice. */
export async function verifyCounts({ db, log }: Pick<AppDependencies, "db" | "log">): Promise<void> {
  if (await isLedgerComplete(db)) return;
  log.warn("the ledger of counts disagrees with the sign-ups and is counted again");
  await rebuildCounts(db);
}

/** Counts the sign-ups that hold an answer to a question, and as statistics do, those that chose each option. Free texts are counted together. */
export async function countAnswers(db: Db, questionId: string): Promise<QuestionAnswers> {
  const { total = 0, user = 0, brand = 0 } = (await countRespondents(db)).get(questionId) ?? {};
  const { answers } = await getChoiceAnswers(db, { questionId, audiences, segment: null });
  const options = answers
    .map(({ answer, count }) => ({ value: answer, count }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value, "fr"));
  return { total, byAudience: { user, brand }, options };
}

/** A higher number would give no more information. */
const unfoldedMax = 1_000_000;

/** Counts the changes that the upkeep has not folded yet. */
export function countUnfolded({ db }: Pick<AppDependencies, "db">): Promise<number> {
  return countUnfoldedUpTo(db, unfoldedMax);
}
