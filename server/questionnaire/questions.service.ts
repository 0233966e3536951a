import {
  type AdminQuestion,
  type MoveQuestion,
  type QuestionAnswers,
  type QuestionList,
  questionMessages,
  type SaveQuestion,
  type UpdateQuestion,
} from "#contract/questionnaire.schema.ts";
import { type MoveDirection, moveQuestion } from "#contract/questionnaire.ts";
import { staleMessage } from "#contract/version.schema.ts";
import { findLastActor, recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { type ApiError, conflict, invalid, notFound, stale } from "#server/lib/http/errors.ts";
import { countAnswers, countRespondents } from "#server/stats/counts.service.ts";
import { findDeletedConditions, findPlaces, saveDeletedCondition } from "./question-deletion.queries.ts";
import { listRestorable } from "./question-deletion.service.ts";
import { withCopy } from "./question-places.rules.ts";
import {
  changeQuestionnaire,
  type ChangeDependencies as Deps,
  ensureConditions,
  entry,
  getQuestion,
  savePlaces,
  withAnswerCount,
} from "./questionnaire-change.service.ts";
import {
  findFormerOptions,
  findQuestions,
  insertQuestion,
  renumberQuestions,
  setQuestionActive,
  updateQuestion,
} from "./questions.queries.ts";
import { sampleQuestions } from "./sample-questions.ts";
import { formerOptionsAfter, withRenamedOptions } from "./show-if.rules.ts";

/** All questions in order, and the deleted ones that can be restored. */
export async function listQuestions(deps: Pick<Deps, "db" | "now">): Promise<QuestionList> {
  const questions = await findQuestions(deps.db);
  const counts = await countRespondents(deps.db);
  const items = questions.map((question) => ({
    ...question,
    answerCount: counts.get(question.id)?.total ?? 0,
  }));
  return { items, restorable: await listRestorable(deps) };
}

/** The answers that a change of this question affects. */
export async function getQuestionAnswers({ db }: Pick<Deps, "db">, id: string): Promise<QuestionAnswers> {
  await getQuestion(db, id);
  return countAnswers(db, id);
}

export function createQuestion(deps: Deps, values: SaveQuestion): Promise<AdminQuestion> {
  return changeQuestionnaire(deps, async (tx) => {
    const question = await insertQuestion(tx, values);
    await ensureConditions(tx, question.id);
    await recordEntry(tx, entry(deps, "question.created", question));
    return { ...question, answerCount: 0 };
  });
}

/** Adds the sample questionnaire when there are no questions. @throws ApiError 409 */
export function startFromSample(deps: Deps): Promise<QuestionList> {
  return changeQuestionnaire(deps, async (tx) => {
    if ((await findQuestions(tx)).length > 0) throw conflict(questionMessages.notEmpty);
    for (const values of sampleQuestions) {
      const question = await insertQuestion(tx, values);
      await recordEntry(tx, entry(deps, "question.created", question));
    }
    return listQuestions({ ...deps, db: tx });
  });
}

/** Inserts a copy directly after the question, switched off until an administrator has edited it. */
export function copyQuestion(deps: Deps, id: string): Promise<AdminQuestion> {
  return changeQuestionnaire(deps, async (tx) => {
    const { question, fieldType, options, required, targetType, showIf } = await getQuestion(tx, id);
    const values = { fieldType, options, required, targetType, showIf, active: false };
    const places = await findPlaces(tx);
    const copy = await insertQuestion(tx, { ...values, question: questionMessages.copyOf(question) });
    await savePlaces(tx, withCopy(places, id, copy.id));
    await recordEntry(tx, entry(deps, "question.created", copy));
    return withAnswerCount(tx, await getQuestion(tx, copy.id));
  });
}

/**
 * Saves a question. Renamed options are also renamed in the conditions of other questions, deleted ones too, and segments keep their
 * former names.
 */
export function editQuestion(
  deps: Deps,
  id: string,
  { renamedOptions = [], ...values }: UpdateQuestion,
): Promise<AdminQuestion> {
  return changeQuestionnaire(deps, async (tx) => {
    const before = await getQuestion(tx, id);
    const options = values.options ?? [];
    const renamed = new Map(renamedOptions.map(({ from, to }) => [from, to]));
    const former = (await findFormerOptions(tx)).get(id) ?? {};
    const formerOptions = formerOptionsAfter(former, { renamed, options });
    const question = await updateQuestion(tx, id, { ...values, formerOptions });
    if (!question) throw await staleQuestion(deps, tx, id);
    if (!renamedOptions.every(({ from }) => before.options?.includes(from)))
      throw invalid({ renamedOptions: questionMessages.renameRefused });
    await renameInConditions(tx, id, renamed);
    await ensureConditions(tx, id);
    await recordEntry(tx, entry(deps, "question.updated", question));
    return withAnswerCount(tx, question);
  });
}

async function renameInConditions(tx: Db, questionId: string, renamed: Map<string, string>): Promise<void> {
  if (renamed.size === 0) return;
  for (const { id, version, showIf } of await findQuestions(tx)) {
    const next = showIf && withRenamedOptions(showIf, { questionId, renamed });
    if (next && next !== showIf) await updateQuestion(tx, id, { version, showIf: next });
  }
  for (const { id, showIf } of await findDeletedConditions(tx)) {
    const next = withRenamedOptions(showIf, { questionId, renamed });
    if (next !== showIf) await saveDeletedCondition(tx, id, next);
  }
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

/** Swaps a question with its neighbour and numbers all from 1. A simultaneous move waits and then sees the new order. */
export function reorderQuestion(deps: Deps, id: string, move: MoveQuestion): Promise<QuestionList> {
  return changeQuestionnaire(deps, async (tx) => {
    const question = await getQuestion(tx, id);
    const { direction, steps, targetType: filter } = move;
    const order = moveQuestion(await findQuestions(tx), { id, direction, steps, filter });
    if (!order) throw conflict(edgeMessages[direction]);
    await renumberQuestions(tx, order);
    await recordEntry(tx, entry(deps, "question.moved", question, { direction }));
    return listQuestions({ ...deps, db: tx });
  });
}

const edgeMessages: Record<MoveDirection, string> = {
  up: questionMessages.alreadyFirst,
  down: questionMessages.alreadyLast,
};

/** @throws ApiError 404 when the question does not exist */
async function staleQuestion({ actor }: Deps, tx: Db, id: string): Promise<ApiError> {
  const current = await withAnswerCount(tx, await getQuestion(tx, id));
  const savedBy = await findLastActor(tx, { action: "question.updated", subject: id });
  return stale(current, staleMessage(savedBy, actor));
}
