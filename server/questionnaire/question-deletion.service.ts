import { limits } from "#contract/limits.ts";
import {
  type AdminQuestion,
  type QuestionDeletion,
  questionMessages,
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
import { deleteQuestion, findQuestion } from "./questions.queries.ts";

/** Up to here the answers go together with their question; beyond, a job takes them away bit by bit. */
export const answersDeletedAtOnce = 5_000;

/** Deletes a question; for half a minute it can be taken back, and only then are its answers taken away. */
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
 * Puts a question back as it was, in its place, and counts its answers again: sign-ups may have gone meanwhile. What is
 * back already is answered as it is, so that a second press does no harm.
 */
export function restoreQuestion(deps: ChangeDependencies, id: string): Promise<AdminQuestion> {
  return changeQuestionnaire(deps, async (tx) => {
    const present = await findQuestion(tx, id);
    if (present) return withAnswerCount(tx, present);
    const kept = await lockDeletedQuestion(tx, id);
    if (!kept) throw notFound(questionMessages.restoredTooLate);
    if (restorableUntil(kept.deletedAt) <= deps.now()) throw conflict(questionMessages.restoredTooLate);
    const places = withDeleted(await findPlaces(tx), id, false);
    await restoreDeletedQuestion(tx, id);
    await savePlaces(tx, places);
    await recountQuestion(tx, id);
    await recordEntry(tx, entry(deps, "question.restored", kept));
    return withAnswerCount(tx, await getQuestion(tx, id));
  });
}

/** Gives a deletion that can still be taken back the whole time again. */
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

/** The questions that can still be taken back, with where they stood among the present ones. */
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
 * Ends the deletions whose undo time is over: their answers go in the same transaction when they are few, else a job
 * is left to take them away.
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
    if (kept.answers > answersDeletedAtOnce) await insertRemoval(tx, kept.id);
    else if (kept.answers > 0) await answers.remove(tx, kept.id);
    return true;
  });
}

function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + limits.undoMs);
}

type RemovalDeps = Pick<AppDependencies, "db" | "now"> & { answers: GivenAnswers };

/** Small enough that the embedded database, which does one thing at a time, keeps answering in between. */
const batchSize = 1_000;
/** So that a round of upkeep ends, also when the server is to stop; the next round goes on. */
const batchesPerRound = 100;

/**
 * Takes the answers to questions whose deletion is final out of the sign-ups, batch by batch. Each batch commits together with how far
 * it came, so a process that is killed loses nothing and several instances share the work.
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

/** The answers that sign-ups hold; they offer these, so that a deleted question takes its answers along. */
export type GivenAnswers = {
  /** Takes the answers to a question out of every sign-up at once. */
  remove(tx: Db, questionId: string): Promise<void>;
  /** Treats the next sign-ups in the order of their ids. @returns the last id seen, or null when there was none left */
  removeInBatch(tx: Db, removal: AnswerRemoval, batchSize: number): Promise<string | null>;
};
