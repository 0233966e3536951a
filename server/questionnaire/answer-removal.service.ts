import type { AppDependencies } from "#server/app-dependencies.ts";
import { deleteRemoval, lockNextRemoval, saveRemovalProgress } from "./answer-removal.queries.ts";
import type { AnswerRemoval, GivenAnswers } from "./given-answers.ts";
import { settleDeletions } from "./question-deletion.service.ts";

type Deps = Pick<AppDependencies, "db" | "now"> & { answers: GivenAnswers };

/** Small enough that the embedded database, which does one thing at a time, keeps answering in between. */
const batchSize = 1_000;
/** So that a round of upkeep ends, also when the server is to stop; the next round goes on. */
const batchesPerRound = 100;

/**
 * Takes the answers to questions whose deletion is final out of the sign-ups, batch by batch. Each batch commits together with how far
 * it came, so a process that is killed loses nothing and several instances share the work.
 */
export async function removeDeletedAnswers(
  deps: Deps,
  { size = batchSize, batches = batchesPerRound } = {},
): Promise<void> {
  await settleDeletions(deps);
  for (let batch = 0; batch < batches; batch += 1) {
    if (!(await removeNextBatch(deps, size))) return;
  }
}

/** False when nothing is left to do. */
function removeNextBatch({ db, answers }: Deps, size: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const removal = await lockNextRemoval(tx);
    if (!removal) return false;
    const lastId = await answers.removeInBatch(tx, removal, size);
    const next = nextStep(removal, lastId);
    if (next) await saveRemovalProgress(tx, next);
    else await deleteRemoval(tx, removal.questionId);
    return true;
  });
}

/** Null when both audiences are done. */
function nextStep(removal: AnswerRemoval, lastId: string | null): AnswerRemoval | null {
  if (lastId !== null) return { ...removal, lastId };
  return removal.audience === "user" ? { ...removal, audience: "brand", lastId: null } : null;
}
