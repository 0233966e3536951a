import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { SaveQuestion, UpdateQuestion } from "#contract/questionnaire.schema.ts";
import { parseOptions, type Question } from "#contract/questionnaire.ts";
import { isChoice } from "#contract/questions/registry.ts";
import { questionnaireItems, questionnaireState } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { fieldPurpose } from "./field-purpose.rules.ts";

/** A question as administrators edit it. */
export type StoredQuestion = Question & { version: number };

/**
 * Makes every other change of the questionnaire wait until this transaction ends. Sign-ups that were checked against the
 * current questions are stored before the change; later ones are checked again after it.
 */
export async function lockQuestionnaire(db: Db): Promise<void> {
  await db.select({ id: questionnaireState.id }).from(questionnaireState).for("update");
}

export async function findQuestions(db: Db): Promise<StoredQuestion[]> {
  const rows = await db
    .select()
    .from(questionnaireItems)
    .orderBy(asc(questionnaireItems.orderPosition), asc(questionnaireItems.id));
  return rows.map(toStoredQuestion);
}

/** The former names of each current option of a question. */
export type FormerOptions = Record<string, string[]>;

/** The former names by question id, for questions with renamed options. */
export async function findFormerOptions(db: Db): Promise<Map<string, FormerOptions>> {
  const rows = await db
    .select({ id: questionnaireItems.id, formerOptions: questionnaireItems.formerOptions })
    .from(questionnaireItems)
    .where(isNotNull(questionnaireItems.formerOptions));
  return new Map(rows.map(({ id, formerOptions }) => [id, formerOptions ?? {}]));
}

export async function findQuestion(db: Db, id: string): Promise<StoredQuestion | null> {
  const [row] = await db.select().from(questionnaireItems).where(eq(questionnaireItems.id, id));
  return row ? toStoredQuestion(row) : null;
}

/** Adds a question after the last one. */
export async function insertQuestion(db: Db, values: SaveQuestion): Promise<StoredQuestion> {
  const last = sql<number>`(select coalesce(max(order_position), 0) + 1 from ${questionnaireItems})`;
  const [row] = await db
    .insert(questionnaireItems)
    .values({ ...values, orderPosition: last })
    .returning();
  return toStoredQuestion(row as Row);
}

/** Stores the next version of a question, if the given version is still the newest. */
export async function updateQuestion(
  db: Db,
  id: string,
  {
    version,
    ...values
  }: Partial<Omit<UpdateQuestion, "renamedOptions">> &
    Pick<UpdateQuestion, "version"> & { formerOptions?: FormerOptions },
): Promise<StoredQuestion | null> {
  const [row] = await db
    .update(questionnaireItems)
    .set({ ...values, version: version + 1 })
    .where(and(eq(questionnaireItems.id, id), eq(questionnaireItems.version, version)))
    .returning();
  return row ? toStoredQuestion(row) : null;
}

export async function setQuestionActive(db: Db, id: string, active: boolean): Promise<StoredQuestion | null> {
  const [row] = await db
    .update(questionnaireItems)
    .set({ active })
    .where(eq(questionnaireItems.id, id))
    .returning();
  return row ? toStoredQuestion(row) : null;
}

export async function deleteQuestion(db: Db, id: string): Promise<void> {
  await db.delete(questionnaireItems).where(eq(questionnaireItems.id, id));
}

/** Numbers the questions from 1 in the order given. The order's unique constraint is checked at commit. */
export async function renumberQuestions(db: Db, order: readonly Pick<Question, "id">[]): Promise<void> {
  const ids = order.map(({ id }) => id);
  await db.execute(sql`
    update ${questionnaireItems} as item set order_position = place.position
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as place (id, position)
    where item.id = place.id and item.order_position <> place.position`);
}

function toStoredQuestion(row: Row): StoredQuestion {
  return { ...toQuestion(row), version: row.version };
}

type Row = typeof questionnaireItems.$inferSelect;

/** The active questions as of one revision of the questionnaire. */
export type QuestionSnapshot = {
  revision: number;
  questions: Question[];
  /** By question id, for questions with renamed options. */
  formerOptions: ReadonlyMap<string, FormerOptions>;
};

export async function findRevision(db: Db): Promise<number> {
  const [row] = await db.select({ revision: questionnaireState.revision }).from(questionnaireState);
  return row?.revision ?? 0;
}

/** Keeps the questions unchanged until the transaction ends. @returns false when their revision has changed already */
export async function lockRevision(tx: Db, revision: number): Promise<boolean> {
  const found = await tx
    .select({ revision: questionnaireState.revision })
    .from(questionnaireState)
    .where(eq(questionnaireState.revision, revision))
    .for("share");
  return found.length > 0;
}

/** One statement, so that questions and revision belong together. */
export async function selectActiveQuestions(db: Db): Promise<QuestionSnapshot> {
  const rows = await db
    .select({ revision: questionnaireState.revision, item: questionnaireItems })
    .from(questionnaireState)
    .leftJoin(questionnaireItems, eq(questionnaireItems.active, true))
    .orderBy(asc(questionnaireItems.orderPosition), asc(questionnaireItems.id));
  const items = rows.map((row) => row.item).filter((item) => item !== null);
  const former = items.flatMap(({ id, formerOptions }) =>
    formerOptions ? [[id, formerOptions] as const] : [],
  );
  return {
    revision: rows[0]?.revision ?? 0,
    questions: items.map(toQuestion),
    formerOptions: new Map(former),
  };
}

/** Converts a row to a question, whose options always have the form of a list. */
function toQuestion({
  createdAt,
  version,
  formerOptions,
  ...item
}: typeof questionnaireItems.$inferSelect): Question {
  const autoComplete = item.fieldType === "text" ? fieldPurpose(item.question) : undefined;
  const options = isChoice(item.fieldType) ? parseOptions(item.options) : null;
  return { ...item, options, ...(autoComplete !== undefined && { autoComplete }) };
}
