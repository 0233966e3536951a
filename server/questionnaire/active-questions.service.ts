import type { Db } from "#server/lib/database/database.ts";
import {
  findFormerOptions,
  findQuestions,
  findRevision,
  lockRevision,
  type QuestionSnapshot,
  selectActiveQuestions,
} from "./questions.queries.ts";

export { findFormerOptions, findQuestions, lockRevision, type QuestionSnapshot };

/** All questions, with the former names of their options. */
export async function findQuestionsWithFormerOptions(db: Db) {
  const [questions, former] = [await findQuestions(db), await findFormerOptions(db)];
  return questions.map((question) => ({ ...question, formerOptions: former.get(question.id) }));
}

/** The questions that visitors are asked, cached until their revision changes. */
export type ActiveQuestions = {
  /** The current questions. */
  current(): Promise<QuestionSnapshot>;
  /** The questions as last read, without a query: the statement that stores a sign-up compares the revision. */
  lastRead(): Promise<QuestionSnapshot>;
};

export function createActiveQuestions(db: Db): ActiveQuestions {
  let known: QuestionSnapshot | null = null;
  async function current(): Promise<QuestionSnapshot> {
    if (known && known.revision === (await findRevision(db))) return known;
    known = await selectActiveQuestions(db);
    return known;
  }
  return { current, lastRead: async () => known ?? current() };
}
