import { sql } from "drizzle-orm";
import { z } from "zod";
import { type StatsV1, statsV1Schema } from "#contract/api-v1.schema.ts";
import { isUncounted } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow, rows } from "#server/lib/database/sql.ts";

const foldedSchema = z.object({ folded: z.number().nullable() });
const unfoldedSchema = z.object({ unfolded: z.number() });
const signupsSchema = z.object({ total: z.number(), approved: z.number() });
const completeSchema = z.object({ complete: z.boolean() });
const respondentsSchema = z.object({
  questionId: z.string(),
  total: z.number(),
  user: z.number(),
  brand: z.number(),
});

/** @returns how many changes were folded; null when another instance folds now */
export async function foldBatch(db: Db, size: number): Promise<number | null> {
  const { folded } = await onlyRow(db, foldedSchema, sql`select public.fold_counts(${size}::int) as folded`);
  return folded;
}

/** Counts the changes that are not folded yet, up to `max`. */
export async function countUnfoldedUpTo(db: Db, max: number): Promise<number> {
  const statement = sql`
    select count(*)::int as unfolded from (select 1 from public.signup_count_changes limit ${max}::int) as changes`;
  return (await onlyRow(db, unfoldedSchema, statement)).unfolded;
}

/** Frees the space of folded changes, because the embedded database has no autovacuum. */
export async function vacuumLedger(db: Db): Promise<void> {
  await db.execute(sql`vacuum public.signup_count_changes, public.signup_counts, public.answer_counts`);
}

/** Counts the sign-ups of both audiences, and how many of them are approved. */
export function countSignups(db: Db): Promise<z.output<typeof signupsSchema>> {
  const statement = sql`
    select coalesce(sum(count), 0)::int as total,
      coalesce(sum(count) filter (where status = 'approved'), 0)::int as approved
    from public.signup_totals`;
  return onlyRow(db, signupsSchema, statement);
}

const statusesSchema = z.object({ statuses: statsV1Schema });

/** Counts the sign-ups of each audience by status, for statistics. Lists use `countByStatus`, which counts all sign-ups. */
export async function countStatuses(db: Db): Promise<StatsV1> {
  const statement = sql`
    select json_object_agg(audience, counted) as statuses from (
      select audience, json_build_object(
        'total', coalesce(sum(count), 0),
        'pending', coalesce(sum(count) filter (where status = 'pending'), 0),
        'approved', coalesce(sum(count) filter (where status = 'approved'), 0),
        'rejected', coalesce(sum(count) filter (where status = 'rejected'), 0)) as counted
      from (values ('user'), ('brand')) as asked (audience) left join public.signup_totals using (audience)
      group by audience
    ) as by_audience`;
  return (await onlyRow(db, statusesSchema, statement)).statuses;
}

/** True when ledger and rows have the same number of sign-ups, both read in one snapshot. */
export async function isLedgerComplete(db: Db): Promise<boolean> {
  const statement = sql`
    select (select count(*) from public.beta_signups)
        - (select count(*) from public.beta_signups where ${isUncounted}) = sum(count) filter (where audience = 'user')
      and (select count(*) from public.brand_signups)
        - (select count(*) from public.brand_signups where ${isUncounted}) = sum(count) filter (where audience = 'brand') as complete
    from (select audience, count from public.signup_totals
          union all values ('user', 0), ('brand', 0)) as totals`;
  return (await onlyRow(db, completeSchema, statement)).complete;
}

/** Counts everything again from the rows. Takes seconds at a million sign-ups and does not block new ones. */
export async function rebuildCounts(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`select public.rebuild_counts()`);
  });
}

/** Recounts one question. Takes a second at a million sign-ups. */
export async function recountQuestion(tx: Db, questionId: string): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`select public.recount_question(${questionId}::uuid)`);
}

/**
 * Counts the sign-ups that hold an answer to each question: those of the ledger and the few that it leaves out. Leaves out questions without
 * answers.
 */
export async function countRespondents(db: Db): Promise<Map<string, z.output<typeof respondentsSchema>>> {
  const statement = sql`
    select question_id as "questionId", sum(count)::int as total,
      coalesce(sum(count) filter (where signup_type = 'user'), 0)::int as user,
      coalesce(sum(count) filter (where signup_type = 'brand'), 0)::int as brand
    from (
      select question_id, signup_type, answer_value, count from public.answer_totals
      union all
      select question_id, 'user', answer_value, 1
      from public.beta_signups cross join lateral public.counted_answers(responses) where ${isUncounted}
      union all
      select question_id, 'brand', answer_value, 1
      from public.brand_signups cross join lateral public.counted_answers(responses) where ${isUncounted}
    ) as given
    where answer_value = '' group by question_id`;
  const counted = await rows(db, respondentsSchema, statement);
  return new Map(counted.map((respondents) => [respondents.questionId, respondents]));
}
