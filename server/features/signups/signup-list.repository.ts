import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import { type SignupFilter, type SignupSummary, signupSummarySchema } from "#contract/signup.schema.ts";
import { reasonOf } from "#server/features/privacy/suppressions/suppressions.statement.ts";
import type { Db } from "#server/lib/database/database.ts";
import { containing } from "#server/lib/database/like-pattern.ts";
import { onlyRow } from "#server/lib/database/rows.ts";
import { signupTables } from "./signup-tables.repository.ts";

export type Order = "asc" | "desc";
/** A part of a list in order. */
export type Slice = { order: Order; offset: number; limit: number };
export type Source = { audience: Audience; filter: SignupFilter };
type StatusFilter = SignupFilter["status"];

/** Rows that are looked at in order of date before another way is taken. */
const scanBudget = 20_000;
/** One more than is counted exactly tells that there are more. */
export const hitLimit = limits.searchTotalMax + 1;

/** PostgreSQL writes times in the session's time zone. */
const pageSchema = z.object({
  items: z.array(
    signupSummarySchema.extend({
      id: z.string(),
      duplicateOf: z.string().nullable(),
      createdAt: z.string().transform((time) => new Date(time).toISOString()),
      confirmedAt: z
        .string()
        .nullable()
        .transform((time) => time && new Date(time).toISOString()),
    }),
  ),
});
const hitsSchema = pageSchema.extend({ count: z.number() });

/** How many there are, from the ledger of counts: the same at ten rows and at a million. */
export async function countSignups(db: Db, audience: Audience, status: StatusFilter): Promise<number> {
  const statement = sql`
    select coalesce(sum(count), 0)::int as count from signup_totals
    where audience = ${audience} ${status === "all" ? sql`` : sql`and status = ${status}`}`;
  return (await onlyRow(db, z.object({ count: z.number() }), statement)).count;
}

/** Read from the index alone, whatever the offset; the ten rows themselves come after. */
export async function findSlice(
  db: Db,
  { audience, filter }: Source,
  slice: Slice,
): Promise<SignupSummary[]> {
  const table = signupTables[audience];
  const page = sql`
    select id, created_at from ${table} where ${statusIs(filter.status)} ${inOrder(slice.order)}
    limit ${slice.limit} offset ${slice.offset}`;
  const statement = sql`
    with page as materialized (${page}) select ${itemsOf(audience, slice.order)} as items`;
  return (await onlyRow(db, pageSchema, statement)).items;
}

/** What a search found: at most `limits.searchTotalMax` + 1 hits are counted. */
export type Hits = z.output<typeof hitsSchema>;

/**
 * Lets the planner find up to 1,001 matches by whatever is cheapest (the trigram index for rare terms, the table for
 * frequent ones) and sorts afterwards. Asked for the order at once, it would follow the index of dates and filter.
 */
export function findHits(db: Db, source: Source, slice: Slice): Promise<Hits> {
  const { audience, filter } = source;
  return selectHits(db, source, slice, {
    hits: sql`select id, created_at from ${signupTables[audience]}
      where ${matches(filter.search)} and ${statusIs(filter.status)} limit ${hitLimit}`,
  });
}

/**
 * Looks through the first rows in order of date only, until it has `enough` matches: quick when the term is frequent.
 * @param enough at least as many as the slice reaches; more are wanted to be counted
 */
export function findHitsByDate(
  db: Db,
  source: Source,
  slice: Slice,
  enough: number = slice.offset + slice.limit,
): Promise<Hits> {
  const { audience, filter } = source;
  return selectHits(db, source, slice, {
    hits: sql`select id, created_at from (
        select id, created_at, search_text from ${signupTables[audience]}
        where ${statusIs(filter.status)} ${inOrder(slice.order)} limit ${scanBudget}
      ) as recent where ${matches(filter.search)} limit ${enough}`,
  });
}

/** Every match, sorted: for pages that neither of the other ways reaches. */
export function findAllHits(db: Db, source: Source, slice: Slice): Promise<Hits> {
  const { audience, filter } = source;
  return selectHits(db, source, slice, {
    hits: sql`select id, created_at from ${signupTables[audience]}
      where ${matches(filter.search)} and ${statusIs(filter.status)}`,
  });
}

async function selectHits(
  db: Db,
  { audience }: Source,
  slice: Slice,
  { hits }: { hits: SQL },
): Promise<Hits> {
  const statement = sql`
    with hits as materialized (${hits}),
    page as materialized (
      select id, created_at from hits ${inOrder(slice.order)} limit ${slice.limit} offset ${slice.offset}
    )
    select (select count(*)::int from hits) as count, ${itemsOf(audience, slice.order)} as items`;
  return onlyRow(db, hitsSchema, statement);
}

/** The rows of `page` as one JSON list. */
function itemsOf(audience: Audience, order: Order): SQL {
  return sql`(
    select coalesce(json_agg(json_build_object(
      'id', signup.id, 'firstname', signup.firstname, 'name', signup.name, 'email', signup.email,
      'website', ${audience === "brand" ? sql`signup.website` : sql`null`},
      'status', signup.status, 'createdAt', signup.created_at,
      'duplicateOf', signup.duplicate_of, 'disposableEmail', signup.disposable_email,
      'confirmedAt', signup.confirmed_at, 'blockedFor', ${reasonOf(sql`signup.email_hash`)}
    ) order by page.created_at ${direction(order)}, page.id ${direction(order)}), '[]')
    from page join ${signupTables[audience]} as signup on signup.id = page.id
  )`;
}

export function direction(order: Order): SQL {
  return order === "asc" ? sql`asc` : sql`desc`;
}

export function inOrder(order: Order): SQL {
  return sql`order by created_at ${direction(order)}, id ${direction(order)}`;
}

export function statusIs(status: StatusFilter): SQL {
  return status === "all" ? sql`true` : sql`status = ${status}`;
}

/** Contains the term, as `search_key` compares texts. */
export function matches(search: string): SQL {
  return search === "" ? sql`true` : sql`search_text like public.search_key(${containing(search)})`;
}
