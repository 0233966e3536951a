import type { JournalAction } from "#contract/journal.ts";
import type { JournalDetails } from "#contract/journal-details.ts";
import { type AdminQuestion, questionMessages } from "#contract/questionnaire.schema.ts";
import type { Question } from "#contract/questionnaire.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { conflict, invalid, notFound } from "#server/lib/http/errors.ts";
import { countRespondents } from "#server/stats/counts.service.ts";
import { saveDeletedPlaces } from "./question-deletion.queries.ts";
import type { QuestionPlace } from "./question-places.rules.ts";
import {
  findQuestion,
  findQuestions,
  lockQuestionnaire,
  renumberQuestions,
  type StoredQuestion,
} from "./questions.queries.ts";
import { findRefusedRule } from "./show-if.rules.ts";

/** `actor`: the e-mail of the admin who changes the questionnaire, for the journal. */
export type ChangeDependencies = Pick<AppDependencies, "db" | "now"> & { actor: string };

/**
 * Runs one change at a time: the lock comes first, so that each change sees the result of the one before.
 * @throws ApiError 409 when a question's condition would no longer fit the question that it depends on
 */
export function changeQuestionnaire<Result>(
  { db }: Pick<ChangeDependencies, "db">,
  change: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await lockQuestionnaire(tx);
    const result = await change(tx);
    await ensureConditions(tx);
    return result;
  });
}

/**
 * @param saved the question whose form was saved, so that the message can name its field
 * @throws ApiError 400 with that field, otherwise 409
 */
export async function ensureConditions(tx: Db, saved?: string): Promise<void> {
  const refused = findRefusedRule(await findQuestions(tx));
  if (!refused) return;
  const { question, needed, field, message } = refused;
  if (saved === question.id) throw invalid({ showIf: message });
  if (field && saved === needed?.id) throw invalid({ [field]: message });
  throw conflict(message);
}

/** Numbers the live questions and stores the places of the deleted ones between them. */
export async function savePlaces(tx: Db, places: readonly QuestionPlace[]): Promise<void> {
  await renumberQuestions(
    tx,
    places.filter((place) => !place.deleted),
  );
  await saveDeletedPlaces(
    tx,
    places.filter((place) => place.deleted),
  );
}

/** @throws ApiError 404 when the question does not exist */
export async function getQuestion(db: Db, id: string): Promise<StoredQuestion> {
  const question = await findQuestion(db, id);
  if (!question) throw notFound(questionMessages.notFound);
  return question;
}

export async function withAnswerCount(db: Db, question: StoredQuestion): Promise<AdminQuestion> {
  const counts = await countRespondents(db);
  return { ...question, answerCount: counts.get(question.id)?.total ?? 0 };
}

/** The journal entry about a question. */
export function entry<Action extends JournalAction>(
  { actor }: Pick<ChangeDependencies, "actor">,
  action: Action,
  { id, question }: Pick<Question, "id" | "question">,
  details: JournalDetails = {},
) {
  return { actor, action, subject: id, details: { question, ...details } };
}
