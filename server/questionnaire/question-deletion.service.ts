import { limits } from "#contract/limits.ts";
import {
  type QuestionDeletion,
  questionMessages,
  type RestoredQuestion,
} from "#contract/questionnaire.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { conflict, notFound } from "#server/lib/http/errors.ts";
import { recountQuestion } from "#server/stats/counts.service.ts";
import {
  type AnswerRemoval,
  deleteRemoval,
  extendDeletedQuestion,
  findDeletedQuestions,
  findPlaces,
  insertDeletedQuestion,
  insertRemoval,
  lockDeletedQuestion,
  lockNextDeletedQuestion,
  lockNextRemoval,
  removeDeletedQuestion,
  restoreDeletedQuestion,
  saveRemovalProgress,
} from "./question-deletion.queries.ts";
import { withDeleted } from "./question-places.rules.ts";
import {
  type ChangeDependencies,
  changeQuestionnaire,
  entry,
  getQuestion,
  savePlaces,
  withAnswerCount,
} from "./questionnaire-change.service.ts";
import { deleteQuestion, findQuestion, findQuestions, updateQuestion } from "./questions.queries.ts";
import { findRefusedRule } from "./show-if.rules.ts";

/** Up to this number, answers are deleted together with their question. A job removes more answers in batches. */
export const answersDeletedAtOnce = 5_000;

/** Deletes a question. The deletion can be undone for half a minute; its answers are deleted only afterwards. */
export function removeQuestion(deps: ChangeDependencies, id: string): Promise<QuestionDeletion> {
  return changeQuestionnaire(deps, async (tx) => {
    const { answerCount: answers, ...question } = await withAnswerCount(tx, await getQuestion(tx, id));
    const deletedAt = deps.now();
    const places = withDeleted(await findPlaces(tx), id, true);
    await insertDeletedQuestion(tx, { id, answers, deletedAt });
    await deleteQuestion(tx, id);
    await savePlaces(tx, places);
    await recordEntry(tx, entry(deps, "question.deleted", question, { answers }));
    return { restorableUntil: restorableUntil(deletedAt).toISOString() };
  });
}

/**
 * Restores a question at its former place. Counts its answers again, because sign-ups may have been deleted meanwhile. A
 * question that is restored already is returned unchanged, so that a second click has no effect.
 */
export function restoreQuestion(deps: ChangeDependencies, id: string): Promise<RestoredQuestion> {
  return changeQuestionnaire(deps, async (tx) => {
    const present = await findQuestion(tx, id);
    if (present) return { ...(await withAnswerCount(tx, present)), lostCondition: false };
    const kept = await lockDeletedQuestion(tx, id);
    if (!kept) throw notFound(questionMessages.restoredTooLate);
    if (restorableUntil(kept.deletedAt) <= deps.now()) throw conflict(questionMessages.restoredTooLate);
    const places = withDeleted(await findPlaces(tx), id, false);
    await restoreDeletedQuestion(tx, id);
    await savePlaces(tx, places);
    const lostCondition = await dropUnfitCondition({ ...deps, db: tx }, id);
    await recountQuestion(tx, id);
    await recordEntry(tx, entry(deps, "question.restored", kept));
    return { ...(await withAnswerCount(tx, await getQuestion(tx, id))), lostCondition };
  });
}

/**
 * Removes the condition of a restored question, and switches it off, when the condition no longer fits: a question outside the
 * list could not be corrected, and its answers would be lost. A needed question that can still be restored comes first.
 * @returns whether the condition was removed
 */
async function dropUnfitCondition(
  { db, now }: Pick<AppDependencies, "db" | "now">,
  id: string,
): Promise<boolean> {
  const refused = findRefusedRule(await findQuestions(db));
  if (refused?.question.id !== id) return false;
  const restorable = (await listRestorable({ db, now })).map((kept) => kept.id);
  const needed = refused.question.showIf?.rules.map(({ questionId }) => questionId) ?? [];
  if (refused.needed === null && needed.some((one) => restorable.includes(one))) return false;
  const { version } = await getQuestion(db, id);
  await updateQuestion(db, id, { version, active: false, showIf: null });
  return true;
}

/** Restarts the undo time of a deletion that can still be undone. */
export function extendRestoration(
  { db, now }: Pick<AppDependencies, "db" | "now">,
  id: string,
): Promise<QuestionDeletion> {
  return db.transaction(async (tx) => {
    const kept = await lockDeletedQuestion(tx, id);
    if (!kept) throw notFound(questionMessages.restoredTooLate);
    const at = now();
    if (restorableUntil(kept.deletedAt) <= at) throw conflict(questionMessages.restoredTooLate);
    await extendDeletedQuestion(tx, id, at);
    return { restorableUntil: restorableUntil(at).toISOString() };
  });
}

/** The questions that can still be restored, with their places among the current questions. */
export async function listRestorable({ db, now }: Pick<AppDependencies, "db" | "now">) {
  const at = now().getTime();
  const kept = await findDeletedQuestions(db, new Date(at - limits.undoMs));
  return kept.map(({ id, question, targetType, place, deletedAt }) => ({
    id,
    question,
    targetType,
    orderPosition: place,
    remainingMs: restorableUntil(deletedAt).getTime() - at,
  }));
}

/**
 * Completes the deletions whose undo time is over. A few answers are deleted in the same transaction; for more, a job
 * is stored that removes them.
 */
export async function completeDeletions(
  deps: Pick<AppDependencies, "db" | "now"> & { answers: GivenAnswers },
): Promise<void> {
  while (await settleNext(deps));
}

/** False when nothing is left to do. */
function settleNext({ db, now, answers }: Parameters<typeof completeDeletions>[0]): Promise<boolean> {
  const until = new Date(now().getTime() - limits.undoMs);
  return db.transaction(async (tx) => {
    const kept = await lockNextDeletedQuestion(tx, until);
    if (!kept) return false;
    await removeDeletedQuestion(tx, kept.id);
    // The number only chooses the way: answers that it misses are deleted too.
    if (kept.answers > answersDeletedAtOnce) await insertRemoval(tx, kept.id);
    else await answers.remove(tx, kept.id);
    return true;
  });
}

function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + limits.undoMs);
}

type RemovalDeps = Pick<AppDependencies, "db" | "now"> & { answers: GivenAnswers };

/** Small enough that the embedded database, which runs one statement at a time, can answer in between. */
const batchSize = 1_000;
/** Limits a round of the upkeep, also because the server may have to stop; the next round continues. */
const batchesPerRound = 100;

/**
 * Removes the answers to finally deleted questions from the sign-ups, in batches. Each batch commits together with its
 * progress. So a killed process loses nothing, and several instances share the work.
 */
export async function removeDeletedAnswers(
  deps: RemovalDeps,
  { size = batchSize, batches = batchesPerRound } = {},
): Promise<void> {
  await completeDeletions(deps);
  for (let batch = 0; batch < batches; batch += 1) {
    if (!(await removeNextBatch(deps, size))) return;
  }
}

/** False when nothing is left to do. */
function removeNextBatch({ db, answers }: RemovalDeps, size: number): Promise<boolean> {
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

export type { AnswerRemoval };

/** Access to the answers of sign-ups. The sign-up feature provides it, so that answers are deleted with their question. */
export type GivenAnswers = {
  /** Removes the answers to a question from all sign-ups in one step. */
  remove(tx: Db, questionId: string): Promise<void>;
  /** Handles the next sign-ups in the order of their ids. @returns the last id, or null when none was left */
  removeInBatch(tx: Db, removal: AnswerRemoval, batchSize: number): Promise<string | null>;
};
