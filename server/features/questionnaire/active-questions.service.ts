import type { Question } from "#contract/questionnaire.ts";
import type { Db } from "#server/lib/database/database.ts";
import { type ActiveQuestions, findRevision, selectActiveQuestions } from "./active-questions.repository.ts";
import { findQuestions } from "./questions.repository.ts";

const lastRead = new WeakMap<Db, ActiveQuestions>();

/** The active questions as they are now; they are only read again when their revision has moved. */
export async function findActiveQuestions(db: Db): Promise<ActiveQuestions> {
  const known = lastRead.get(db);
  if (known && known.revision === (await findRevision(db))) return known;
  const questions = await selectActiveQuestions(db);
  lastRead.set(db, questions);
  return questions;
}

/** The active questions as last read, without asking: for whoever compares the revision when it counts. */
export async function findLastReadQuestions(db: Db): Promise<ActiveQuestions> {
  return lastRead.get(db) ?? findActiveQuestions(db);
}

/** Every question there is, active or not, in order: for reading answers that were given earlier. */
export function findEveryQuestion(db: Db): Promise<Question[]> {
  return findQuestions(db);
}
