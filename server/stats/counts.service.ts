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
/** So that one round of upkeep ends although sign-ups keep coming in. */
const batchesPerRound = 500;
const vacuumFrom = 1_000;

const verified = new WeakSet<Db>();

/**
 * Folds the changes of the ledger into its totals, in short batches. Instances may run it at
 * once: one folds, the others have nothing to do. The first run of a process also checks the ledger against the rows.
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

/** Puts the ledger right when it disagrees with the rows: a data-only dump, restored with triggers, counts twice. */
export async function verifyCounts({ db, log }: Pick<AppDependencies, "db" | "log">): Promise<void> {
  if (await isLedgerComplete(db)) return;
  log.warn("the ledger of counts disagrees with the sign-ups and is counted again");
  await rebuildCounts(db);
}

/** How many sign-ups answered a question, and how many chose each option. Free texts are counted as one. */
export async function countAnswers(db: Db, questionId: string): Promise<QuestionAnswers> {
  const { respondents, byAudience, answers } = await getChoiceAnswers(db, {
    questionId,
    audiences,
    segment: null,
  });
  const options = answers
    .map(({ answer, count }) => ({ value: answer, count }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value, "fr"));
  return { total: respondents, byAudience, options };
}

/** More of them say nothing that this number does not. */
const unfoldedMax = 1_000_000;

/** How many changes of counts upkeep has not folded yet. */
export function countUnfolded({ db }: Pick<AppDependencies, "db">): Promise<number> {
  return countUnfoldedUpTo(db, unfoldedMax);
}
