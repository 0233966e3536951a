import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import type { Db } from "#server/lib/database/database.ts";
import { uniqueViolation } from "#server/lib/database/database-errors.ts";
import { rows } from "#server/lib/database/rows.ts";
import { heldRevision } from "#server/questionnaire/revision.statement.ts";
import { isUnusedToken, isUsedToken, noteUsedTokens } from "#server/shield/form-tokens.statement.ts";
import type { AdmittedForm } from "#server/shield/shield.service.ts";
import { signupTables } from "./signup-tables.queries.ts";
import type { NewSignup } from "./signups.rules.ts";

/**
 * A statement that goes along with the one that stores sign-ups; it reads what was stored from `stored (id, email, email_hash)`, and
 * how long the confirmation waits from `item (id, confirmation_delay)`, in seconds or null.
 * @param submissions what is to be stored, some of which may not be
 * @returns null when there is nothing to do
 */
export type StoredStatement = (submissions: Submission[], audience: Audience) => SQL | null;

/** A sign-up and the form that it came with. */
export type Submission = { signup: NewSignup; form: AdmittedForm };

const storedSchema = z.object({ id: z.string() });

/**
 * Stores sign-ups in one statement, provided that the questionnaire still has the given revision (its row is held, so
 * a change of questions comes before or after, never in between). Left out are those whose e-mail or id is there already
 * and those whose form token was used. A token that is used at this very moment elsewhere makes the whole statement fail:
 * a token is written if and only if its row is.
 * @param submissions no id and no token twice
 * @returns the ids that were stored
 */
export async function insertSignups(
  db: Db,
  audience: Audience,
  revision: number,
  submissions: Submission[],
  alongside: readonly StoredStatement[],
): Promise<Set<string>> {
  const column = (read: (submission: Submission) => string | number | boolean | null) =>
    sql.param(submissions.map(read));
  const website = audience === "brand";
  const also = alongside
    .flatMap((statement) => statement(submissions, audience) ?? [])
    .map((statement, index) => sql`, ${sql.raw(`also_${index}`)} as (${statement})`);
  // Rows in the order of their e-mails, tokens in the order of their ids: two batches that share some wait for each other,
  // never in a circle.
  const statement = sql`
    with checked as materialized (${heldRevision(revision)}), item as materialized (
    select given.* from checked cross join unnest(
      ${column(({ signup }) => signup.id)}::uuid[],
      ${column(({ signup }) => signup.firstname)}::text[],
      ${column(({ signup }) => signup.name)}::text[],
      ${column(({ signup }) => signup.email)}::text[],
      ${column(({ signup }) => signup.disposableEmail)}::boolean[],
      ${column(({ signup }) => JSON.stringify(signup.responses))}::text[],
      ${column(({ signup }) => signup.website)}::text[],
      ${column(({ signup }) => signup.emailHash)}::text[],
      ${column(({ signup }) => signup.textsVersion)}::text[],
      ${column(({ form }) => form.token?.id ?? null)}::uuid[],
      ${column(({ form }) => form.token?.expiresAt.toISOString() ?? null)}::timestamptz[],
      ${column(({ form }) => form.confirmationDelaySeconds || null)}::float8[]
    ) as given (id, firstname, name, email, disposable_email, responses, website, email_hash, texts_version, token, token_expires_at, confirmation_delay)
    where ${isUnusedToken(sql`given.token`)}
    ), stored as (
    insert into ${signupTables[audience]} (id, firstname, name, email, disposable_email, responses, email_hash, texts_version${website ? sql`, website` : sql``})
    select item.id, item.firstname, item.name, item.email, item.disposable_email, item.responses::jsonb, item.email_hash, item.texts_version${website ? sql`, item.website` : sql``}
    from item order by lower(item.email)
    on conflict do nothing
    returning id, email, email_hash), used as (${noteUsedTokens(sql`
    select item.token, stored.id, item.token_expires_at
    from stored join item using (id) where item.token is not null order by item.token`)})
    ${sql.join(also)}
    select id from stored`;
  const stored = await rows(db, storedSchema, statement);
  return new Set(stored.map(({ id }) => id));
}

/** Whether an error is that of two sign-ups with one token at the same moment. */
export function isTokenRace(error: unknown): boolean {
  return uniqueViolation(error) === "used_form_tokens_pkey";
}

const existingSchema = z.object({
  /** A row with its id: of an earlier request with the same key. */
  sameId: z.boolean(),
  /** That row has its e-mail, too. */
  sameSignup: z.boolean(),
  /** A row was stored with its form token, whatever became of that row. */
  tokenUsed: z.boolean(),
  /** A row with its e-mail, whatever the id. */
  sameEmail: z.boolean(),
});

/** What is there of a sign-up that was not stored. */
export type Existing = z.output<typeof existingSchema>;

/** What a sign-up is looked up by. */
export type Lookup = Pick<NewSignup, "id" | "email"> & { token: string | null };

/** One per sign-up, in their order. */
export async function findExisting(db: Db, audience: Audience, lookups: Lookup[]): Promise<Existing[]> {
  const table = signupTables[audience];
  const statement = sql`
    select own.id is not null as "sameId",
           coalesce(lower(own.email) = lower(item.email), false) as "sameSignup",
           ${isUsedToken(sql`item.token`)} as "tokenUsed",
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
