import { asc, eq } from "drizzle-orm";
import type { Question } from "#contract/questionnaire.ts";
import { parseOptions } from "#contract/questionnaire.ts";
import { isChoice } from "#contract/questions/registry.ts";
import { questionnaireItems, questionnaireState } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";

/** The active questions as of one revision of the questionnaire. */
export type QuestionSnapshot = { revision: number; questions: Question[] };

export async function findRevision(db: Db): Promise<number> {
  const [row] = await db.select({ revision: questionnaireState.revision }).from(questionnaireState);
  return row?.revision ?? 0;
}

/** One statement, so that the questions are those of the very revision. */
export async function selectActiveQuestions(db: Db): Promise<QuestionSnapshot> {
  const rows = await db
    .select({ revision: questionnaireState.revision, item: questionnaireItems })
    .from(questionnaireState)
    .leftJoin(questionnaireItems, eq(questionnaireItems.active, true))
    .orderBy(asc(questionnaireItems.orderPosition), asc(questionnaireItems.id));
  const items = rows.map((row) => row.item).filter((item) => item !== null);
  return { revision: rows[0]?.revision ?? 0, questions: items.map(toQuestion) };
}

/** The question of a row, its options in the one form that everybody reads. */
export function toQuestion({
  createdAt,
  version,
  ...item
}: typeof questionnaireItems.$inferSelect): Question {
  return { ...item, options: isChoice(item.fieldType) ? parseOptions(item.options) : null };
}
