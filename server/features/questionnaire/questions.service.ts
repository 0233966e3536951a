import type { JournalAction } from "#contract/journal.ts";
import type { JournalDetails } from "#contract/journal-details.ts";
import {
  type AdminQuestion,
  type MoveQuestion,
  questionMessages,
  type SaveQuestion,
  type UpdateQuestion,
} from "#contract/questionnaire.schema.ts";
import { type MoveDirection, moveQuestion, type Question } from "#contract/questionnaire.ts";
import { staleMessage } from "#contract/version.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { findLastActor, recordEntry } from "#server/features/journal/journal.service.ts";
import { countRespondents } from "#server/features/stats/counts.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { type ApiError, conflict, notFound, stale } from "#server/lib/http/errors.ts";
import { insertRemoval } from "./answer-removal.repository.ts";
import type { GivenAnswers } from "./given-answers.ts";
import {
  deleteQuestion,
  findQuestion,
  findQuestions,
  insertQuestion,
  lockQuestionnaire,
  renumberQuestions,
  type StoredQuestion,
  setQuestionActive,
  updateQuestion,
} from "./questions.repository.ts";

/** Up to here the answers go together with their question; beyond, a job takes them away bit by bit. */
export const answersDeletedAtOnce = 5_000;

/** Who changes the questionnaire: the admin's e-mail, for the journal. */
type Deps = Pick<AppDependencies, "db"> & { actor: string };

export async function listQuestions(db: Db): Promise<AdminQuestion[]> {
  const questions = await findQuestions(db);
  const counts = await countRespondents(db);
  return questions.map((question) => ({ ...question, answerCount: counts.get(question.id) ?? 0 }));
}

export function createQuestion(deps: Deps, values: SaveQuestion): Promise<AdminQuestion> {
  return changeQuestionnaire(deps, async (tx) => {
    const question = await insertQuestion(tx, values);
    await recordEntry(tx, entry(deps, "question.created", question));
    return { ...question, answerCount: 0 };
  });
}

export function editQuestion(deps: Deps, id: string, values: UpdateQuestion): Promise<AdminQuestion> {
  return changeQuestionnaire(deps, async (tx) => {
    const question = await updateQuestion(tx, id, values);
    if (!question) throw await staleQuestion(deps, tx, id);
    await recordEntry(tx, entry(deps, "question.updated", question));
    return withAnswerCount(tx, question);
  });
}

export function activateQuestion(deps: Deps, id: string, active: boolean): Promise<AdminQuestion> {
  return changeQuestionnaire(deps, async (tx) => {
    const question = await setQuestionActive(tx, id, active);
    if (!question) throw notFound(questionMessages.notFound);
    const action = active ? "question.activated" : "question.deactivated";
    await recordEntry(tx, entry(deps, action, question));
    return withAnswerCount(tx, question);
  });
}

/** Swaps a question with its neighbour and numbers all from 1. Whoever moves at the same moment waits and then sees this order. */
export function reorderQuestion(deps: Deps, id: string, move: MoveQuestion): Promise<AdminQuestion[]> {
  return changeQuestionnaire(deps, async (tx) => {
    const question = await getQuestion(tx, id);
    const { direction, targetType: filter } = move;
    const order = moveQuestion(await findQuestions(tx), { id, direction, filter });
    if (!order) throw conflict(edgeMessages[direction]);
    await renumberQuestions(tx, order);
    await recordEntry(tx, entry(deps, "question.moved", question, { direction }));
    return listQuestions(tx);
  });
}

const edgeMessages: Record<MoveDirection, string> = {
  up: questionMessages.alreadyFirst,
  down: questionMessages.alreadyLast,
};

/** Deletes a question with all its answers: at once, or by a job that outlives a restart when they are many. */
export function removeQuestion(deps: Deps & { answers: GivenAnswers }, id: string): Promise<void> {
  return changeQuestionnaire(deps, async (tx) => {
    const { answerCount, ...question } = await withAnswerCount(tx, await getQuestion(tx, id));
    await deleteQuestion(tx, id);
    await renumberQuestions(tx, await findQuestions(tx));
    if (answerCount > answersDeletedAtOnce) await insertRemoval(tx, id);
    else if (answerCount > 0) await deps.answers.remove(tx, id);
    await recordEntry(tx, entry(deps, "question.deleted", question, { answers: answerCount }));
  });
}

/** One change at a time: the lock comes first, so that nobody decides by an order or a list that is about to change. */
function changeQuestionnaire<Result>({ db }: Deps, change: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    await lockQuestionnaire(tx);
    return change(tx);
  });
}

/** @throws ApiError 404 when the question is gone */
async function staleQuestion({ actor }: Deps, tx: Db, id: string): Promise<ApiError> {
  const current = await withAnswerCount(tx, await getQuestion(tx, id));
  const savedBy = await findLastActor(tx, { action: "question.updated", subject: id });
  return stale(current, staleMessage(savedBy, actor));
}

async function getQuestion(db: Db, id: string): Promise<StoredQuestion> {
  const question = await findQuestion(db, id);
  if (!question) throw notFound(questionMessages.notFound);
  return question;
}

async function withAnswerCount(db: Db, question: StoredQuestion): Promise<AdminQuestion> {
  const counts = await countRespondents(db);
  return { ...question, answerCount: counts.get(question.id) ?? 0 };
}

function entry<Action extends JournalAction>(
  { actor }: Deps,
  action: Action,
  { id, question }: Question,
  details: JournalDetails = {},
) {
  return { actor, action, subject: id, details: { question, ...details } };
}
