import { limits } from "#contract/limits.ts";
import {
  type AdminQuestion,
  type QuestionDeletion,
  questionMessages,
} from "#contract/questionnaire.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { conflict, notFound } from "#server/lib/http/errors.ts";
import { recountAnswers } from "#server/stats/counts.service.ts";
import { insertRemoval } from "./answer-removal.queries.ts";
import * as deleted from "./deleted-questions.queries.ts";
import type { GivenAnswers } from "./given-answers.ts";
import { withDeleted } from "./question-places.ts";
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
    const places = withDeleted(await deleted.findPlaces(tx), id, true);
    await deleted.keepDeletedQuestion(tx, { id, answers, deletedAt });
    await deleteQuestion(tx, id);
    await savePlaces(tx, places);
    await recordEntry(tx, entry(deps, "question.deleted", question, { answers }));
    return { restorableUntil: restorableUntil(deletedAt).toISOString() };
  });
}

/**
 * Puts a question back as it was, where it stood, and counts its answers anew: sign-ups may have gone meanwhile. What is
 * back already is answered as it is, so that a second press does no harm.
 */
export function restoreQuestion(deps: ChangeDependencies, id: string): Promise<AdminQuestion> {
  return changeQuestionnaire(deps, async (tx) => {
    const present = await findQuestion(tx, id);
    if (present) return withAnswerCount(tx, present);
    const kept = await deleted.lockDeletedQuestion(tx, id);
    if (!kept) throw notFound(questionMessages.restoredTooLate);
    if (restorableUntil(kept.deletedAt) <= deps.now()) throw conflict(questionMessages.restoredTooLate);
    const places = withDeleted(await deleted.findPlaces(tx), id, false);
    await deleted.putQuestionBack(tx, id);
    await savePlaces(tx, places);
    await recountAnswers(tx, id);
    await recordEntry(tx, entry(deps, "question.restored", kept));
    return withAnswerCount(tx, await getQuestion(tx, id));
  });
}

/** The questions that can still be taken back, with where they stood among the present ones. */
export async function listRestorable({ db, now }: Pick<AppDependencies, "db" | "now">) {
  const at = now().getTime();
  const kept = await deleted.findDeletedQuestions(db, new Date(at - limits.undoMs));
  return kept.map(({ id, question, targetType, place, deletedAt }) => ({
    ...{ id, question, targetType, orderPosition: place },
    remainingMs: restorableUntil(deletedAt).getTime() - at,
  }));
}

/**
 * Ends the deletions that nobody took back: their answers go in the same transaction when they are few, else a job
 * is left to take them away.
 */
export async function settleDeletions(
  deps: Pick<AppDependencies, "db" | "now"> & { answers: GivenAnswers },
): Promise<void> {
  while (await settleNext(deps));
}

/** False when nothing is left to do. */
function settleNext({ db, now, answers }: Parameters<typeof settleDeletions>[0]): Promise<boolean> {
  const until = new Date(now().getTime() - limits.undoMs);
  return db.transaction(async (tx) => {
    const kept = await deleted.lockNextDeletedQuestion(tx, until);
    if (!kept) return false;
    await deleted.forgetDeletedQuestion(tx, kept.id);
    if (kept.answers > answersDeletedAtOnce) await insertRemoval(tx, kept.id);
    else if (kept.answers > 0) await answers.remove(tx, kept.id);
    return true;
  });
}

function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + limits.undoMs);
}
