import type { Question } from "#contract/questionnaire.ts";
import type { Db } from "#server/lib/database/database.ts";
import { type ActiveQuestions, findRevision, selectActiveQuestions } from "./active-questions.repository.ts";
import { findQuestions } from "./questions.repository.ts";

type Known = { latest: ActiveQuestions | null; reading: Promise<ActiveQuestions> | null };

const knownByDatabase = new WeakMap<Db, Known>();

/** The active questions as they are now. Read again only when the revision has moved; callers at one moment share the reading. */
export async function findActiveQuestions(db: Db): Promise<ActiveQuestions> {
  const known = knownOf(db);
  known.reading ??= readWhenChanged(db, known).finally(() => {
    known.reading = null;
  });
  return known.reading;
}

/** The active questions as last read, without asking: for whoever compares the revision when it counts. */
export async function findLastReadQuestions(db: Db): Promise<ActiveQuestions> {
  return knownOf(db).latest ?? findActiveQuestions(db);
}

function knownOf(db: Db): Known {
  const known = knownByDatabase.get(db) ?? { latest: null, reading: null };
  knownByDatabase.set(db, known);
  return known;
}

async function readWhenChanged(db: Db, known: Known): Promise<ActiveQuestions> {
  const { latest } = known;
  if (latest && latest.revision === (await findRevision(db))) return latest;
  known.latest = await selectActiveQuestions(db);
  return known.latest;
}

/** Every question there is, active or not, in order: for reading answers that were given earlier. */
export function findEveryQuestion(db: Db): Promise<Question[]> {
  return findQuestions(db);
}
