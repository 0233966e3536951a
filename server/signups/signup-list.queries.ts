import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import { type ListedSignup, listedSignupSchema, type SignupFilter } from "#contract/signup-list.schema.ts";
import { hasOtherLetters, isUncounted, knownCharacters } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { likePattern, onlyRow, textArray } from "#server/lib/database/sql.ts";
import { chooseSearchIndex } from "./signup-list.rules.ts";
import { signupTables } from "./signups.queries.ts";

export type Order = "asc" | "desc";
/** A range of rows in an order. */
type Slice = { order: Order; offset: number; limit: number };
/**
 * The filter of a list. `answer`: an option under all its names. `segment`: the conditions of the segment, the list and the invitation,
 * joined. Null: no condition.
 */
export type ListFilter = Pick<SignupFilter, "status" | "search"> & {
  answer: { questionId: string; texts: readonly string[] } | null;
  segment: SQL | null;
};
export type Source = {
  audience: Audience;
  filter: ListFilter;
  /** Rows after this time (ISO 8601) are left out, except in the counts of each status. */
  until?: string | undefined;
};
/** A slice for display: its rows have the answers to the questions with these ids. */
export type Listing = Slice & { show: readonly string[] };
type StatusFilter = SignupFilter["status"];

/** Counts one more than the exact maximum, to know that there are more. */
export const hitLimit = limits.searchTotalMax + 1;

/** PostgreSQL writes times in the session's time zone. */
const pageSchema = z.object({
  items: z.array(
    listedSignupSchema.extend({
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
const countsSchema = z.object({ pending: z.number(), approved: z.number(), rejected: z.number() });
const listCountsSchema = countsSchema.extend({ limited: z.number() });
const hitsSchema = pageSchema.extend({ count: z.number(), total: z.number(), byStatus: countsSchema });

/**
 * Counts the sign-ups of each status from the ledger of counts, plus the few rows that it leaves out. Takes the same time at ten rows and at
 * a million.
 */
export function countByStatus(db: Db, audience: Audience): Promise<z.output<typeof listCountsSchema>> {
  const of = (status: string) => sql`coalesce(sum(count) filter (where status = ${status}), 0)::int`;
  const statement = sql`
    select ${of("pending")} as pending, ${of("approved")} as approved, ${of("rejected")} as rejected,
      coalesce(sum(count) filter (where limited), 0)::int as limited
    from (
      select status, count, false as limited from signup_totals where audience = ${audience}
      union all
      select status, 1, limited_at is not null from ${signupTables[audience]} where ${isUncounted}
    ) as counted`;
  return onlyRow(db, listCountsSchema, statement);
}

/** Counts the sign-ups after that time (ISO 8601). @param limit where to stop; null counts all */
export async function countSince(
  db: Db,
  {
    audience,
    status,
    since,
    limit,
  }: { audience: Audience; status: StatusFilter; since: string; limit: number | null },
): Promise<number> {
  const statement = sql`
    select count(*)::int as count from (
      select 1 from ${signupTables[audience]} where ${statusIs(status)} and created_at > ${since}::timestamptz
      limit ${limit}
    ) as arrived`;
  return (await onlyRow(db, z.object({ count: z.number() }), statement)).count;
}

/** Reads the ids from the index alone, at every offset; the caller then loads the ten rows. */
export async function findSlice(
  db: Db,
  { audience, filter, until }: Source,
  slice: Listing,
): Promise<ListedSignup[]> {
  const table = signupTables[audience];
  const page = sql`
    select id, created_at from ${table} where ${statusIs(filter.status)} and ${isKnown(until)}
    ${inOrder(slice.order)}
    limit ${slice.limit} offset ${slice.offset}`;
  const statement = sql`
    with page as materialized (${page}) select ${itemsOf(audience, slice)} as items`;
  return (await onlyRow(db, pageSchema, statement)).items;
}

/**
 * The result of a search. `count` and `byStatus` may stop at the limit of the query. So may `total`, which counts only the listed status.
 */
export type Hits = z.output<typeof hitsSchema>;

/**
 * Finds up to 1,001 matches by the planner's cheapest plan (an index for rare matches, the table for frequent ones) and
 * sorts afterwards. With the order in the query, the planner would follow the index of dates and filter.
 * @param among the searched statuses; the slice has only the listed status
 */
export function findHits(db: Db, source: Source, slice: Listing, among: StatusFilter): Promise<Hits> {
  const { audience, filter } = source;
  return selectHits(db, source, slice, {
    hits: sql`select id, created_at, status from ${signupTables[audience]}
      where ${matchesByIndex(filter)} and ${statusIs(among)} limit ${hitLimit}`,
  });
}

/**
 * Searches only the first rows in order of date, until it has enough matches. This is fast when matches are frequent.
 * @param walk `rows`: the most rows to read; `enough`: the number of matches to stop at, at least the end of the slice
 */
export function findHitsByDate(
  db: Db,
  source: Source,
  slice: Listing,
  walk: { rows: number; enough: number },
): Promise<Hits> {
  const { audience, filter, until } = source;
  return selectHits(db, source, slice, {
    hits: sql`select id, created_at, status from (
        select * from ${signupTables[audience]}
        where ${statusIs(filter.status)} and ${isKnown(until)} ${inOrder(slice.order)} limit ${walk.rows}
      ) as recent where ${matches(filter)} limit ${walk.enough}`,
  });
}

/** Every match, sorted: for pages that no faster way reaches. */
export function findAllHits(db: Db, source: Source, slice: Listing): Promise<Hits> {
  const { audience, filter } = source;
  return selectHits(db, source, slice, {
    hits: sql`select id, created_at, status from ${signupTables[audience]}
      where ${matchesByIndex(filter)} and ${statusIs(filter.status)}`,
  });
}

async function selectHits(
  db: Db,
  { audience, filter, until }: Source,
  slice: Listing,
  { hits }: { hits: SQL },
): Promise<Hits> {
  const having = (status: string) => sql`count(*) filter (where status = ${status})`;
  const statement = sql`
    with hits as materialized (${hits}),
    page as materialized (
      select id, created_at from hits where ${statusIs(filter.status)} and ${isKnown(until)}
      ${inOrder(slice.order)}
      limit ${slice.limit} offset ${slice.offset}
    )
    select count(*)::int as count,
    (count(*) filter (where ${statusIs(filter.status)} and ${isKnown(until)}))::int as total, json_build_object(
      'pending', ${having("pending")}, 'approved', ${having("approved")}, 'rejected', ${having("rejected")}
    ) as "byStatus", ${itemsOf(audience, slice)} as items from hits`;
  return onlyRow(db, hitsSchema, statement);
}

/** The rows of `page` as one JSON list. */
function itemsOf(audience: Audience, { order, show }: Listing): SQL {
  return sql`(
    select coalesce(json_agg(json_build_object(
      'id', signup.id, 'firstname', signup.firstname, 'name', signup.name, 'email', signup.email,
      'website', ${audience === "brand" ? sql`signup.website` : sql`null`},
      'status', signup.status, 'createdAt', signup.created_at,
      'duplicateOf', signup.duplicate_of, 'disposableEmail', signup.disposable_email,
      'confirmedAt', signup.confirmed_at, 'sample', signup.sample, 'starred', signup.starred,
      'friends', (select count(*) from counted_friends() where referrer_id = signup.id), 'answers', ${answersTo(show)}, 'blockedFor', suppression_reason(signup.email_hash),
      'receivesNews', (select allowed from mail_permission(signup.email_hash, 'campaign', 'news')),
      'invitation', invitation_state_of(signup.id),
      'source', (
        select json_build_object('source', source, 'medium', medium, 'campaign', campaign)
        from sources where sources.id = signup.source_id
      )
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

/** The rows that existed when the list was read. */
export function isKnown(until: string | undefined): SQL {
  return until === undefined ? sql`true` : sql`created_at <= ${until}::timestamptz`;
}

function answersTo(show: readonly string[]): SQL {
  if (show.length === 0) return sql`'{}'::jsonb`;
  return sql`(
    select coalesce(jsonb_object_agg(answer.key, answer.value), '{}')
    from jsonb_each(signup.responses) as answer where answer.key in (${sql.join(
      show.map((id) => sql`${id}`),
      sql`, `,
    )})
  )`;
}

/** True when neither a search, an answer nor a segment narrows the list: totals and pages then need no search. */
export function isWhole({ search, answer, segment }: ListFilter): boolean {
  return search === "" && answer === null && segment === null;
}

type Narrowing = Pick<ListFilter, "search" | "answer" | "segment">;

/** The filter for rows that are read one by one. The term is compared in the form of `search_key`. */
export function matches({ search, answer, segment }: Narrowing): SQL {
  return sql`${search === "" ? sql`true` : contains(search)} and ${answer ? chose(answer) : sql`true`} and ${segment ?? sql`true`}`;
}

/** The filter in a form for which the planner can use an index. */
export function matchesByIndex({ search, answer, segment }: Narrowing): SQL {
  return sql`${search === "" ? sql`true` : containsByIndex(search)} and ${answer ? chose(answer) : sql`true`} and ${segment ?? sql`true`}`;
}

function contains(search: string): SQL {
  return sql`search_text like public.search_key(${likePattern(search)})`;
}

function containsByIndex(search: string): SQL {
  const ways = {
    trigrams: contains,
    pair: containsPair,
    // With an index PostgreSQL would read the whole trigram index, and then check the whole table.
    scan: (term: string) => sql`search_text || '' like public.search_key(${likePattern(term)})`,
  };
  return ways[chooseSearchIndex(search)](search);
}

/** A pair becomes a trigram by the next character: a known one, the end of the word, or any other. */
function containsPair(pair: string): SQL {
  return sql`(search_text ~ (public.search_key(${pair}) || ${`[${knownCharacters}]`})
    or search_text like public.search_key(${`%${pair}`})
    or (${hasOtherLetters} and ${contains(pair)}))`;
}

/**
 * Matches an answer that is one of these texts, or a list that holds one. The planner has an index and an estimate for `@>`, but not for
 * `?|`.
 */
export function chose({ questionId, texts }: { questionId: string; texts: readonly string[] }): SQL {
  const holding = texts
    .flatMap((text) => [text, [text]])
    .map((value) => JSON.stringify({ [questionId]: value }));
  return sql`responses @> any(${textArray(holding)}::jsonb[])`;
}
