import type { Question } from "#contract/questionnaire.ts";
import type { Db } from "#server/lib/database/database.ts";
import { findRevision, type QuestionSnapshot, selectActiveQuestions } from "./active-questions.queries.ts";
import { findQuestions } from "./questions.queries.ts";

/** The questions that visitors are asked, kept for as long as their revision does not move. */
export type ActiveQuestions = {
  /** As they are now. */
  current(): Promise<QuestionSnapshot>;
  /** As last read, without asking: for whoever compares the revision when it counts. */
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

/** Every question there is, active or not, in order: for reading answers that were given earlier. */
export function findEveryQuestion(db: Db): Promise<Question[]> {
  return findQuestions(db);
}
