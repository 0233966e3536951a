import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/rows.ts";
import type { AnswerRemoval } from "#server/questionnaire/given-answers.ts";
import { signupTables } from "./signup-tables.queries.ts";

export async function deleteAnswers(db: Db, questionId: string): Promise<void> {
  for (const table of Object.values(signupTables)) {
    await db
      .update(table)
      .set({ responses: sql`${table.responses} - ${questionId}::text` })
      .where(sql`${table.responses} ? ${questionId}`);
  }
}

const batchSchema = z.object({ lastId: z.string().nullable() });

export async function deleteAnswersInBatch(
  db: Db,
  { questionId, audience, lastId }: AnswerRemoval,
  batchSize: number,
): Promise<string | null> {
  const table = signupTables[audience];
  const statement = sql`
    with batch as materialized (
      select id from ${table}
      where id > ${lastId ?? "00000000-0000-0000-0000-000000000000"}::uuid
      -- Locked in one order: two instances that take away two questions meet in the same rows.
      order by id limit ${batchSize} for update
    ), changed as (
      update ${table} as signup set responses = signup.responses - ${questionId}::text
      from batch where signup.id = batch.id and signup.responses ? ${questionId}
    )
    select (select id from batch order by id desc limit 1) as "lastId"`;
  return (await onlyRow(db, batchSchema, statement)).lastId;
}
