import { asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import { answerRemovals, betaSignups, brandSignups } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/rows.ts";

const tables = { user: betaSignups, brand: brandSignups } as const;

/** How far a removal has come: everything before `lastId` in this audience's sign-ups is done. */
export type AnswerRemoval = { questionId: string; audience: Audience; lastId: string | null };

/** Takes the answers to a question out of every sign-up at once. */
export async function deleteAnswers(db: Db, questionId: string): Promise<void> {
  for (const table of Object.values(tables)) {
    await db
      .update(table)
      .set({ responses: sql`${table.responses} - ${questionId}::text` })
      .where(sql`${table.responses} ? ${questionId}`);
  }
}

export async function insertRemoval(db: Db, questionId: string): Promise<void> {
  await db.insert(answerRemovals).values({ questionId });
}

/** The oldest removal that no other process works on; it stays locked until the transaction ends. */
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

const batchSchema = z.object({ lastId: z.string().nullable() });

/** Treats the next sign-ups in the order of their ids. Returns the last id seen, or null when there was none left. */
export async function deleteAnswersInBatch(
  db: Db,
  { questionId, audience, lastId }: AnswerRemoval,
  batchSize: number,
): Promise<string | null> {
  const table = tables[audience];
  const statement = sql`
    with batch as materialized (
      select id from ${table}
      where id > ${lastId ?? "00000000-0000-0000-0000-000000000000"}::uuid
      order by id limit ${batchSize}
    ), changed as (
      update ${table} as signup set responses = signup.responses - ${questionId}::text
      from batch where signup.id = batch.id and signup.responses ? ${questionId}
    )
    select (select id from batch order by id desc limit 1) as "lastId"`;
  return (await onlyRow(db, batchSchema, statement)).lastId;
}
