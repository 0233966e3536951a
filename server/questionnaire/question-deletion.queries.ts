import { asc, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { type Audience, type TargetType, targetTypes } from "#contract/audience.ts";
import { showIfSchema } from "#contract/questionnaire.schema.ts";
import type { ShowIf } from "#contract/questionnaire.ts";
import { answerRemovals, deletedQuestions, questionnaireItems } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { rows } from "#server/lib/database/sql.ts";
import type { QuestionPlace } from "./question-places.rules.ts";

/** The progress of a removal: all sign-ups of this audience up to `lastId` are done. */
export type AnswerRemoval = { questionId: string; audience: Audience; lastId: string | null };

/** A deleted question whose deletion can still be undone. */
export type DeletedQuestion = {
  id: string;
  question: string;
  targetType: TargetType;
  place: number;
  answers: number;
  deletedAt: Date;
};

type Keep = { id: string; answers: number; deletedAt: Date };

/** Keeps the row of a question that is about to be deleted, and the number of its answers. */
export async function insertDeletedQuestion(db: Db, { id, answers, deletedAt }: Keep): Promise<void> {
  await db.execute(sql`
    insert into ${deletedQuestions} (question_id, question, deleted_at)
    select item.id, to_jsonb(item) || jsonb_build_object('answers', ${answers}::int), ${deletedAt.toISOString()}::timestamptz
    from ${questionnaireItems} as item where item.id = ${id}`);
}

/** Restores the row of a question, at place 1 until the questions are numbered. */
export async function restoreDeletedQuestion(db: Db, id: string): Promise<void> {
  await db.execute(sql`
    insert into ${questionnaireItems}
    select restored.* from ${deletedQuestions} as kept
    cross join lateral jsonb_populate_record(null::public.questionnaire_items,
      kept.question || '{"order_position": 1}') as restored
    where kept.question_id = ${id}`);
  await removeDeletedQuestion(db, id);
}

export async function removeDeletedQuestion(db: Db, id: string): Promise<void> {
  await db.delete(deletedQuestions).where(eq(deletedQuestions.questionId, id));
}

/** Questions deleted later than `after`, in the order of their deletion. */
export async function findDeletedQuestions(db: Db, after: Date): Promise<DeletedQuestion[]> {
  const kept = await db
    .select()
    .from(deletedQuestions)
    .where(gt(deletedQuestions.deletedAt, after))
    .orderBy(asc(deletedQuestions.deletedAt), asc(deletedQuestions.questionId));
  return kept.map(toDeletedQuestion);
}

/** Locks a deleted question until the transaction ends. */
export async function lockDeletedQuestion(db: Db, id: string): Promise<DeletedQuestion | null> {
  const [row] = await db
    .select()
    .from(deletedQuestions)
    .where(eq(deletedQuestions.questionId, id))
    .for("update");
  return row ? toDeletedQuestion(row) : null;
}

/** Restarts the undo time of a deletion. */
export async function extendDeletedQuestion(db: Db, id: string, deletedAt: Date): Promise<void> {
  await db.update(deletedQuestions).set({ deletedAt }).where(eq(deletedQuestions.questionId, id));
}

/** Finds and locks the first question deleted by `until` that no other process has locked. */
export async function lockNextDeletedQuestion(db: Db, until: Date): Promise<DeletedQuestion | null> {
  const [row] = await db
    .select()
    .from(deletedQuestions)
    .where(sql`${deletedQuestions.deletedAt} <= ${until.toISOString()}::timestamptz`)
    .orderBy(asc(deletedQuestions.deletedAt), asc(deletedQuestions.questionId))
    .limit(1)
    .for("update", { skipLocked: true });
  return row ? toDeletedQuestion(row) : null;
}

const conditionSchema = z.object({ id: z.string(), showIf: showIfSchema });

/** The conditions of the deleted questions. */
export function findDeletedConditions(db: Db): Promise<z.output<typeof conditionSchema>[]> {
  return rows(
    db,
    conditionSchema,
    sql`select question_id as id, question -> 'show_if' as "showIf" from ${deletedQuestions}
      where jsonb_typeof(question -> 'show_if') = 'object'`,
  );
}

export async function saveDeletedCondition(db: Db, id: string, showIf: ShowIf): Promise<void> {
  await db.execute(sql`
    update ${deletedQuestions} set question = question || jsonb_build_object('show_if', ${JSON.stringify(showIf)}::jsonb)
    where question_id = ${id}`);
}

const placeSchema = z.object({ id: z.string(), place: z.number(), deleted: z.boolean() });

/** The places of all questions, including those whose deletion can be undone. */
export function findPlaces(db: Db): Promise<QuestionPlace[]> {
  return rows(
    db,
    placeSchema,
    sql`select id, order_position::float as place, false as deleted from ${questionnaireItems}
      union all
      select question_id, (question ->> 'place')::float, true from ${deletedQuestions}`,
  );
}

export async function saveDeletedPlaces(db: Db, places: readonly QuestionPlace[]): Promise<void> {
  const [ids, values] = [places.map(({ id }) => id), places.map(({ place }) => place)];
  await db.execute(sql`
    update ${deletedQuestions} as kept set question = kept.question || jsonb_build_object('place', given.place)
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(values)}::float[]) as given (id, place)
    where kept.question_id = given.id`);
}

const keptSchema = z
  .object({
    question: z.string(),
    target_type: z.enum(targetTypes),
    place: z.number(),
    answers: z.number(),
  })
  .transform(({ target_type: targetType, ...kept }) => ({ ...kept, targetType }));

function toDeletedQuestion(row: typeof deletedQuestions.$inferSelect): DeletedQuestion {
  return { id: row.questionId, deletedAt: row.deletedAt, ...keptSchema.parse(row.question) };
}

export async function insertRemoval(db: Db, questionId: string): Promise<void> {
  await db.insert(answerRemovals).values({ questionId });
}

/** Finds the oldest removal that no other process works on, and locks it until the transaction ends. */
export async function lockNextRemoval(db: Db): Promise<AnswerRemoval | null> {
  const [row] = await db
    .select({
      questionId: answerRemovals.questionId,
      audience: answerRemovals.audience,
      lastId: answerRemovals.lastId,
    })
    .from(answerRemovals)
    .orderBy(asc(answerRemovals.requestedAt), asc(answerRemovals.questionId))
    .limit(1)
    .for("update", { skipLocked: true });
  return row ?? null;
}

export async function saveRemovalProgress(db: Db, { questionId, audience, lastId }: AnswerRemoval) {
  await db.update(answerRemovals).set({ audience, lastId }).where(eq(answerRemovals.questionId, questionId));
}

export async function deleteRemoval(db: Db, questionId: string): Promise<void> {
  await db.delete(answerRemovals).where(eq(answerRemovals.questionId, questionId));
}
