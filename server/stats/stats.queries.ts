import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import { showIfSchema } from "#contract/questionnaire.schema.ts";
import type { ShowIf, ShowRule } from "#contract/questionnaire.ts";
import {
  dayCountsSchema,
  type Overview,
  overviewSchema,
  statsQuestionSchema,
} from "#contract/stats.schema.ts";
import { isUncounted } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/sql.ts";

const overviewRowSchema = z.object({ overview: overviewSchema });

/** Everything that the dashboard shows, in one snapshot and one round trip. */
export async function getOverviewCounts(
  db: Db,
  { since, waiting }: { since: string; waiting: number },
): Promise<Overview> {
  const statement = sql`
    with totals as materialized (select audience, day, status, count from public.signup_totals),
    -- Also the sign-ups that statistics leave out, as in the lists to which these counts link.
    listed as materialized (
      select audience, status, count from totals
      union all
      select 'user', status, 1 from public.beta_signups where ${isUncounted}
      union all
      select 'brand', status, 1 from public.brand_signups where ${isUncounted}
    ),
    invited as materialized (select * from public.count_invited()),
    pending as (
      select * from (
        (select 'user' as audience, id, firstname, name, created_at
         from public.beta_signups where status = 'pending' and limited_at is null order by created_at, id limit ${waiting})
        union all
        (select 'brand' as audience, id, firstname, name, created_at
         from public.brand_signups where status = 'pending' and limited_at is null order by created_at, id limit ${waiting})
      ) as oldest
      order by created_at, id limit ${waiting}
    )
    select json_build_object(
      'users', (
        select json_build_object(
          'total', coalesce(sum(count), 0),
          'pending', coalesce(sum(count) filter (where status = 'pending'), 0),
          'approved', coalesce(sum(count) filter (where status = 'approved'), 0),
          'invited', coalesce((select invited from invited where audience = 'user'), 0),
          'redeemed', coalesce((select redeemed from invited where audience = 'user'), 0))
        from listed where audience = 'user'),
      'brands', (
        select json_build_object(
          'total', coalesce(sum(count), 0),
          'pending', coalesce(sum(count) filter (where status = 'pending'), 0),
          'approved', coalesce(sum(count) filter (where status = 'approved'), 0),
          'invited', coalesce((select invited from invited where audience = 'brand'), 0),
          'redeemed', coalesce((select redeemed from invited where audience = 'brand'), 0))
        from listed where audience = 'brand'),
      'questionCount', (select count(*) from public.questionnaire_items),
      'totalResponses', (select coalesce(sum(count), 0) from public.answer_totals where answer_value = ''),
      'days', coalesce((
        select json_agg(days) from (
          select to_char(day, 'YYYY-MM-DD') as day, sum(count) as total,
            coalesce(sum(count) filter (where audience = 'user'), 0) as "user",
            coalesce(sum(count) filter (where audience = 'brand'), 0) as brand
          from totals where day >= ${since}::date group by totals.day
        ) as days), '[]'),
      'waiting', coalesce((
        select json_agg(json_build_object('audience', audience, 'id', id, 'firstname', firstname, 'name', name,
          'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by created_at, id)
        from pending), '[]')
    ) as overview`;
  return (await onlyRow(db, overviewRowSchema, statement)).overview;
}

const count = z.number();
const daysRowSchema = z.object({
  stats: z.object({
    totals: z.object({ user: count, brand: count }),
    days: z.array(dayCountsSchema),
    questions: z.array(statsQuestionSchema.extend({ showIf: showIfSchema.nullable() })),
  }),
});
export type SignupDays = z.output<typeof daysRowSchema>["stats"];

/** The sign-ups to count: all of these audiences from the ledger, or those of a segment from the rows. */
export type Counted = { audiences: readonly Audience[]; segment: Record<Audience, SQL> | null };

/** Sign-ups per day and the active questions in order, in one snapshot. */
export async function getSignupDays(db: Db, counted: Counted): Promise<SignupDays> {
  const statement = sql`
    with totals as materialized (${dayTotals(counted)})
    select json_build_object(
      'totals', (select json_build_object(
        'user', coalesce(sum(count) filter (where audience = 'user'), 0),
        'brand', coalesce(sum(count) filter (where audience = 'brand'), 0)) from totals),
      'days', coalesce((
        select json_agg(days order by day) from (
          select to_char(day, 'YYYY-MM-DD') as day, sum(count) as total,
            coalesce(sum(count) filter (where audience = 'user'), 0) as "user",
            coalesce(sum(count) filter (where audience = 'brand'), 0) as brand
          from totals group by totals.day
        ) as days), '[]'),
      'questions', coalesce((
        select json_agg(json_build_object('id', id, 'question', question, 'fieldType', field_type,
          'targetType', target_type, 'showIf', show_if) order by order_position)
        from public.questionnaire_items where active), '[]')
    ) as stats`;
  return (await onlyRow(db, daysRowSchema, statement)).stats;
}

const answerCountsSchema = z.object({
  signups: count,
  respondents: count,
  answers: z.array(z.object({ answer: z.string(), count })),
});
const choicesRowSchema = z.object({ counted: answerCountsSchema });
const freeTextRowSchema = z.object({ counted: answerCountsSchema.extend({ sampled: count }) });
export type AnswerCounts = z.output<typeof answerCountsSchema>;
export type AskedIf = Pick<ShowIf, "match"> & {
  rules: (Pick<ShowRule, "questionId" | "op"> & { names: string[] })[];
};
export type AnswerQuestion = Counted & {
  questionId: string;
  /** The condition, each rule with the present and former names of its option. Without it, every sign-up is asked the question. */
  askedIf?: AskedIf | undefined;
};

/** A choice question's answers and respondents, and the sign-ups that were asked, in one snapshot. */
export async function getChoiceAnswers(db: Db, question: AnswerQuestion): Promise<AnswerCounts> {
  const statement = sql`
    with totals as materialized (${questionTotals(question)})
    select json_build_object(
      'signups', (${askedSignups(question)}),
      'respondents', (select coalesce(sum(count), 0) from totals where answer_value = ''),
      'answers', coalesce((select json_agg(answers) from (
        select answer_value as answer, sum(count) as count from totals where answer_value <> '' group by answer_value
      ) as answers), '[]')
    ) as counted`;
  return (await onlyRow(db, choicesRowSchema, statement)).counted;
}

/** The counts of a free text question, among the newest sign-ups only. */
export async function getFreeTextAnswers(
  db: Db,
  { sample, ...question }: AnswerQuestion & { sample: number },
): Promise<AnswerCounts & { sampled: number }> {
  const { users, brands } = isCounted(question);
  const statement = sql`
    with totals as materialized (${questionTotals(question)}),
    newest as materialized (
      select answer from (
        (select created_at, responses -> ${question.questionId}::text as answer from public.beta_signups
         where ${users} order by created_at desc, id desc limit ${sample})
        union all
        (select created_at, responses -> ${question.questionId}::text as answer from public.brand_signups
         where ${brands} order by created_at desc, id desc limit ${sample})
      ) as both_tables
      order by created_at desc limit ${sample}
    ), answers as (
      select answer, count(*) as count from (
        select answer #>> '{}' as answer from newest where jsonb_typeof(answer) = 'string'
        union all
        select counted.answer_value from newest
        cross join lateral jsonb_array_elements_text(public.counted_list(newest.answer, true)) as counted (answer_value)
        where jsonb_typeof(newest.answer) = 'array'
      ) as texts where answer <> '' group by answer
    )
    select json_build_object(
      'signups', (${askedSignups(question)}),
      'respondents', (select coalesce(sum(count), 0) from totals where answer_value = ''),
      'answers', coalesce((select json_agg(answers) from answers), '[]'),
      'sampled', (select count(*) from newest)
    ) as counted`;
  return (await onlyRow(db, freeTextRowSchema, statement)).counted;
}

/**
 * Counts the sign-ups that were asked a question: all, or those that meet its condition. Also counts those that answered it before it had a
 * condition.
 */
function askedSignups({ questionId, askedIf, ...counted }: AnswerQuestion): SQL {
  if (!askedIf) return sql`select coalesce(sum(count), 0) from (${dayTotals(counted)}) as days`;
  const rules = askedIf.rules.map(({ questionId: needed, op, names }) => {
    const isNamed = sql`responses -> ${needed}::text ?| ${sql.param(names)}::text[]`;
    return op === "is"
      ? sql`coalesce(${isNamed}, false)`
      : sql`responses ? ${needed}::text and not ${isNamed}`;
  });
  const condition = sql.join(rules, askedIf.match === "all" ? sql` and ` : sql` or `);
  const { users, brands } = isCounted(counted);
  return sql`
    select count(*) from (
      select responses from public.beta_signups where ${users}
      union all
      select responses from public.brand_signups where ${brands}
    ) as signups
    where responses ? ${questionId}::text or (${condition})`;
}

/** Rows (audience, day, count). */
function dayTotals({ audiences, segment }: Counted): SQL {
  if (segment === null) {
    return sql`select audience, day, count from public.signup_totals where audience in ${audiences}`;
  }
  const { users, brands } = isCounted({ audiences, segment });
  return sql`
    select 'user' as audience, (created_at at time zone 'Europe/Paris')::date as day, count(*) as count
    from public.beta_signups where ${users} group by 2
    union all
    select 'brand', (created_at at time zone 'Europe/Paris')::date, count(*)
    from public.brand_signups where ${brands} group by 2`;
}

/** The conditions on the rows of both tables. */
export function isCounted({ audiences, segment }: Counted): { users: SQL; brands: SQL } {
  return {
    users: sql`'user' in ${audiences} and not (${isUncounted}) and ${segment?.user ?? sql`true`}`,
    brands: sql`'brand' in ${audiences} and not (${isUncounted}) and ${segment?.brand ?? sql`true`}`,
  };
}

/** Rows (signup_type, answer_value, count). */
function questionTotals({ questionId, audiences, segment }: AnswerQuestion): SQL {
  if (segment !== null) return segmentTotals({ questionId, audiences, segment });
  // Does the same as the view answer_totals for one question, three times faster while many changes wait.
  return sql`
    select signup_type, answer_value, sum(count) as count from (
      select signup_type, answer_value, count from public.answer_counts
      where question_id = ${questionId}::uuid and signup_type in ${audiences}
      union all
      select change.audience, counted.answer_value, change.delta
      from (
        select audience, question.field_type, sum(delta) as delta,
          public.countable_answer(responses -> ${questionId}::text, question.field_type) as value
        from public.signup_count_changes
        cross join (select field_type from public.questionnaire_items where id = ${questionId}::uuid) as question
        where audience in ${audiences} and responses ? ${questionId}::text
        group by 1, 2, 4
      ) as change
      cross join lateral jsonb_array_elements_text(public.counted_values(change.value, change.field_type))
        as counted (answer_value)
    ) as ledger
    group by signup_type, answer_value having sum(count) <> 0`;
}

/** Counts a segment's answers from the rows. Answers are grouped in their stored form before they are split. */
function segmentTotals({ questionId, ...counted }: AnswerQuestion): SQL {
  const { users, brands } = isCounted(counted);
  return sql`
    select signup_type, counted.answer_value, sum(count) as count from (
      select signup_type, field_type, public.countable_answer(answer, field_type) as answer, count(*) as count
      from (
        select 'user' as signup_type, responses -> ${questionId}::text as answer
        from public.beta_signups where ${users} and responses ? ${questionId}::text
        union all
        select 'brand', responses -> ${questionId}::text
        from public.brand_signups where ${brands} and responses ? ${questionId}::text
      ) as given
      cross join (select field_type from public.questionnaire_items where id = ${questionId}::uuid) as question
      group by 1, 2, 3
    ) as stored
    cross join lateral jsonb_array_elements_text(public.counted_values(stored.answer, stored.field_type))
      as counted (answer_value)
    group by 1, 2`;
}
