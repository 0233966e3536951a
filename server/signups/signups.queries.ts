import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import { betaSignups, brandSignups } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { uniqueViolation } from "#server/lib/database/database-errors.ts";
import { onlyRow, rows } from "#server/lib/database/sql.ts";
import { greetingName } from "#server/mail/sending/greeting-name.ts";
import type { AnswerRemoval } from "#server/questionnaire/question-deletion.service.ts";
import type { IncomingReferral } from "#server/referrals/referral-reader.service.ts";
import type { AdmittedForm } from "#server/shield/shield.service.ts";
import type { NewSignup } from "./signups.rules.ts";

/** The table of each audience. Both have the same columns, except for the website of brands. */
export const signupTables = { user: betaSignups, brand: brandSignups } as const;

/** A sign-up with its form, the key of its mailbox, and its referrer (null: referral is off). */
export type Submission = {
  signup: NewSignup;
  form: AdmittedForm;
  mailboxKey: string;
  referral: IncomingReferral | null;
};

const storedSchema = z.object({ id: z.string() });

/**
 * Stores sign-ups with their form tokens, consents and confirmation messages. One statement and one commit store all of them together.
 * Stores nothing when the questionnaire has another revision by now. Skips each sign-up whose e-mail or id exists or whose token
 * was used. The revision's row stays locked until the commit, so that questions change before or after it. When another batch
 * uses a token at the same time, the whole statement fails (`isTokenRace`).
 * The trigger `hold_referrals` runs last, when the statement waits for no more locks.
 * Rows are written in the order of their e-mails, tokens and mailboxes to avoid deadlocks between batches. New sources take a
 * lock, so they are written first.
 * @param submissions each id and each token at most once
 * @returns the ids that were stored
 */
export async function insertSignups(
  db: Db,
  audience: Audience,
  revision: number,
  submissions: Submission[],
): Promise<Set<string>> {
  const column = (read: (submission: Submission) => string | number | boolean | null) =>
    sql.param(submissions.map(read));
  const website = sql.raw(audience === "brand" ? ", website" : "");
  const devices = sql`
    devices as (
      insert into referral_devices (signup_id, device_key, network_key)
      select id, device_key, network_key from written where device_key is not null
    ),`;
  const referred = sql`
    referred as (
      insert into referrals (signup_id, audience, referrer_id, referrer_audience, mailbox_key)
      select written.id, ${audience}, codes.signup_id, codes.audience, written.mailbox_key
      from written join referral_codes as codes on codes.code = written.referral_code
    ),`;
  const statement = sql`
    with checked as materialized (
      select revision from questionnaire_state where id = 1 and revision = ${revision} for share
    ),
    item as materialized (
      select given.*, source_id(given.source, given.medium, given.campaign) as source_id
      from checked cross join unnest(
        ${column(({ signup }) => signup.id)}::uuid[],
        ${column(({ signup }) => signup.firstname)}::text[],
        ${column(({ signup }) => signup.name)}::text[],
        ${column(({ signup }) => signup.email)}::text[],
        ${column(({ signup }) => signup.disposableEmail)}::boolean[],
        ${column(({ signup }) => JSON.stringify(signup.responses))}::text[],
        ${column(({ signup }) => signup.website)}::text[],
        ${column(({ signup }) => signup.emailHash)}::text[],
        ${column(({ signup }) => signup.textsVersion)}::text[],
        ${column(({ signup }) => signup.newsConsent)}::boolean[],
        ${column(({ form }) => form.token?.id ?? null)}::uuid[],
        ${column(({ form }) => form.token?.expiresAt.toISOString() ?? null)}::timestamptz[],
        ${column(({ form }) => form.confirmationDelaySeconds || null)}::float8[],
        ${column(({ mailboxKey }) => mailboxKey)}::text[],
        ${column(({ signup }) => greetingName(signup.firstname))}::text[],
        ${column(({ signup }) => signup.source?.source ?? null)}::text[],
        ${column(({ signup }) => signup.source?.medium ?? null)}::text[],
        ${column(({ signup }) => signup.source?.campaign ?? null)}::text[],
        ${column(({ referral }) => referral?.code ?? null)}::text[],
        ${column(({ referral }) => referral?.deviceKey ?? null)}::text[],
        ${column(({ referral }) => referral?.networkKey ?? null)}::text[]
      ) as given (
        id, firstname, name, email, disposable_email, responses, website, email_hash, texts_version, news_consent,
        token, token_expires_at, confirmation_delay, mailbox_key, greeting_name,
        source, medium, campaign, referral_code, device_key, network_key
      )
      -- A subquery, because a join would read the whole table while it has no statistics.
      where (select used.id from used_form_tokens as used where used.id = given.token) is null
    ),
    stored as (
      insert into ${signupTables[audience]}
        (id, firstname, name, email, disposable_email, responses, email_hash, texts_version, source_id${website})
      select id, firstname, name, email, disposable_email, responses::jsonb, email_hash, texts_version, source_id${website}
      from item
      order by lower(email)
      on conflict do nothing
      returning id
    ),
    written as materialized (
      select item.* from stored join item using (id)
    ),
    used as (
      insert into used_form_tokens (id, signup_id, expires_at)
      select token, id, token_expires_at
      from written
      where token is not null
      order by token
    ),
    ${submissions.some(({ referral }) => referral) ? devices : sql``}
    ${submissions.some(({ referral }) => referral?.code) ? referred : sql``}
    agreed as (
      insert into consents (audience, signup_id, email_hash, purpose, text_version)
      select ${audience}, written.id, written.email_hash, 'news', consent_texts.version
      from written join consent_texts on consent_texts.version = written.texts_version
      where written.news_consent
    ),
    confirmed as (
      select write_confirmations(
        ${audience}, array_agg(id), array_agg(email), array_agg(mailbox_key), array_agg(greeting_name),
        array_agg(news_consent), array_agg(confirmation_delay)
      ) as messages
      from written
    )
    select written.id, confirmed.messages from written cross join confirmed`;
  const stored = await rows(db, storedSchema, statement);
  return new Set(stored.map(({ id }) => id));
}

/** True for the error of two simultaneous sign-ups with one token. */
export function isTokenRace(error: unknown): boolean {
  return uniqueViolation(error) === "used_form_tokens_pkey";
}

const existingSchema = z.object({
  /** A row has this id: an earlier request used the same key. */
  sameId: z.boolean(),
  /** The row with this id also has this e-mail. */
  sameSignup: z.boolean(),
  /** A row was stored with this form token, even if the row was deleted later. */
  tokenUsed: z.boolean(),
  /** A row has this e-mail, with the same or another id. */
  sameEmail: z.boolean(),
});

/** The rows that conflict with a sign-up that was not stored. */
export type Existing = z.output<typeof existingSchema>;

/** The values by which a sign-up is looked up. */
export type Lookup = Pick<NewSignup, "id" | "email"> & { token: string | null };

/** Returns one result per sign-up, in the same order. */
export async function findExisting(db: Db, audience: Audience, lookups: Lookup[]): Promise<Existing[]> {
  const table = signupTables[audience];
  const statement = sql`
    select own.id is not null as "sameId",
           coalesce(lower(own.email) = lower(item.email), false) as "sameSignup",
           exists (select from used_form_tokens as used where used.id = item.token) as "tokenUsed",
           exists (select from ${table} as other where lower(other.email) = lower(item.email)) as "sameEmail"
    from unnest(
      ${sql.param(lookups.map(({ id }) => id))}::uuid[],
      ${sql.param(lookups.map(({ email }) => email))}::text[],
      ${sql.param(lookups.map(({ token }) => token))}::uuid[]
    ) with ordinality as item (id, email, token, place)
    left join ${table} as own on own.id = item.id
    order by item.place`;
  return rows(db, existingSchema, statement);
}

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
      -- Locks rows in id order to avoid deadlocks: two instances may remove answers to two questions from the same rows.
      order by id limit ${batchSize} for update
    ), changed as (
      update ${table} as signup set responses = signup.responses - ${questionId}::text
      from batch where signup.id = batch.id and signup.responses ? ${questionId}
    )
    select (select id from batch order by id desc limit 1) as "lastId"`;
  return (await onlyRow(db, batchSchema, statement)).lastId;
}
