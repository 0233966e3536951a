import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Audience, signupStatuses } from "#contract/audience.ts";
import type { Responses } from "#contract/signup.ts";
import { isUncounted } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow, rows, textArray } from "#server/lib/database/sql.ts";
import type { StoredSignup } from "./decisions.queries.ts";
import {
  direction,
  inOrder,
  isKnown,
  matches,
  matchesByIndex,
  type Order,
  type Source,
  statusIs,
} from "./signup-list.queries.ts";
import { signupTables } from "./signups.queries.ts";

/** The cursor of a walk: the last row that the walk has read. */
export type Cursor = { createdAt: string; id: string };

/** The columns of a sign-up that a walk reads. */
export type WalkedSignup = Omit<
  StoredSignup,
  "decidedAt" | "importId" | "remindedAt" | "starred" | "note" | "version"
>;

export type Step = {
  /** The matches among the rows read. */
  signups: WalkedSignup[];
  /** Null at the end. */
  cursor: Cursor | null;
};

const walkSchema = z.object({
  id: z.string(),
  firstname: z.string(),
  name: z.string(),
  email: z.string(),
  emailHash: z.string(),
  website: z.string().nullable(),
  /** Validated when the sign-ups were stored; an export has too many rows to validate them again. */
  responses: z.custom<Responses>((value) => typeof value === "object" && value !== null),
  status: z.enum(signupStatuses),
  duplicateOf: z.string().nullable(),
  disposableEmail: z.boolean(),
  sample: z.boolean(),
  createdAt: z.string(),
  confirmedAt: z.coerce.date().nullable(),
  limitedAt: z.coerce.date().nullable(),
  sourceId: z.number().nullable(),
  matches: z.boolean(),
  scanned: z.number(),
  isLast: z.boolean(),
});
type WalkRow = z.output<typeof walkSchema>;

/**
 * Reads the next `size` rows by key, matching or not. Each step costs the same for every cursor and for rare matches, and no
 * transaction stays open between the steps.
 */
export async function walkSignups(
  db: Db,
  { audience, filter, until }: Source,
  { order, size, cursor }: { order: Order; size: number; cursor: Cursor | null },
): Promise<Step> {
  const beyond = order === "asc" ? sql`>` : sql`<`;
  const after = cursor
    ? sql`(created_at, id) ${beyond} (${cursor.createdAt}::timestamptz, ${cursor.id}::uuid)`
    : sql`true`;
  const statement = sql`
    with looked_at as materialized (
      select * from ${signupTables[audience]} where ${statusIs(filter.status)} and ${isKnown(until)} and ${after}
      ${inOrder(order)} limit ${size}
    ), marked as (
      select *, (${matches(filter)}) is true as matches, count(*) over ()::int as scanned,
             row_number() over (${inOrder(order)}) = count(*) over () as is_last
      from looked_at
    )
    select id, firstname, name, email, email_hash as "emailHash", ${audience === "brand" ? sql`website` : sql`null as website`}, responses,
           status, duplicate_of as "duplicateOf", disposable_email as "disposableEmail", sample, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
           confirmed_at as "confirmedAt", limited_at as "limitedAt", source_id as "sourceId", matches, scanned, is_last as "isLast"
    from marked where matches or is_last
    order by created_at ${direction(order)}, id ${direction(order)}`;
  const seen = await rows(db, walkSchema, statement);
  const last = seen.at(-1);
  return {
    signups: seen.filter((row) => row.matches).map(toWalked),
    cursor: last && last.scanned === size ? { createdAt: last.createdAt, id: last.id } : null,
  };
}

function toWalked({
  isLast: _,
  scanned: _scanned,
  matches: _matches,
  createdAt,
  ...row
}: WalkRow): WalkedSignup {
  return { ...row, createdAt: new Date(createdAt) };
}

/** Counts all matches exactly. */
export async function countMatches(db: Db, { audience, filter, until }: Source): Promise<number> {
  const isMeant = sql`${matchesByIndex(filter)} and ${statusIs(filter.status)} and ${isKnown(until)}`;
  return db.$count(signupTables[audience], isMeant);
}

/** The ids of the questions that at least one sign-up of this audience answered. */
export async function findAnsweredQuestions(db: Db, audience: Audience): Promise<Set<string>> {
  const statement = sql`
    select question_id::text as id from answer_totals where signup_type = ${audience} and answer_value = ''
    union
    select jsonb_object_keys(responses) from ${signupTables[audience]} where ${isUncounted}`;
  const answered = await rows(db, z.object({ id: z.string() }), statement);
  return new Set(answered.map(({ id }) => id));
}

export async function hasSamples(db: Db, audience: Audience): Promise<boolean> {
  const statement = sql`select exists (select 1 from ${signupTables[audience]} where sample) as there`;
  return (await onlyRow(db, z.object({ there: z.boolean() }), statement)).there;
}

/** Since when news may be sent to these addresses. Leaves out addresses without a valid consent. */
export async function findNewsConsents(db: Db, emailHashes: string[]): Promise<Map<string, Date>> {
  const statement = sql`
    select hash, consented_at as at from unnest(${textArray(emailHashes)}::text[]) as hash
    cross join lateral mail_permission(hash, 'campaign', 'news') where allowed`;
  const found = await rows(db, z.object({ hash: z.string(), at: z.coerce.date() }), statement);
  return new Map(found.map(({ hash, at }) => [hash, at]));
}
