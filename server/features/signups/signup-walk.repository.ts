import { sql } from "drizzle-orm";
import type { Audience } from "#contract/audience.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { StoredSignup } from "./decisions.repository.ts";
import { direction, inOrder, matches, type Order, type Source, statusIs } from "./signup-list.repository.ts";
import { signupTables } from "./signup-tables.repository.ts";

/** Where a walk stands: the last row that it looked at. */
export type Place = { createdAt: string; id: string };

export type Step = {
  /** The matches among the rows looked at. */
  signups: StoredSignup[];
  /** Null at the end. */
  place: Place | null;
};

type WalkRow = Omit<StoredSignup, "createdAt" | "decidedAt"> & {
  createdAt: string;
  matches: boolean;
  scanned: number;
  isLast: boolean;
};

/**
 * The next `size` rows by key, matching or not: each step costs the same, wherever the walk stands and however rare
 * the matches are, and no transaction stays open between the steps.
 */
export async function walkSignups(
  db: Db,
  { audience, filter }: Source,
  { order, size, place }: { order: Order; size: number; place: Place | null },
): Promise<Step> {
  const beyond = order === "asc" ? sql`>` : sql`<`;
  const after = place
    ? sql`(created_at, id) ${beyond} (${place.createdAt}::timestamptz, ${place.id}::uuid)`
    : sql`true`;
  const { rows } = await db.execute<WalkRow>(sql`
    with looked_at as materialized (
      select * from ${signupTables[audience]} where ${statusIs(filter.status)} and ${after}
      ${inOrder(order)} limit ${size}
    ), marked as (
      select *, ${matches(filter.search)} as matches, count(*) over ()::int as scanned,
             row_number() over (${inOrder(order)}) = count(*) over () as is_last
      from looked_at
    )
    select id, firstname, name, email, ${audience === "brand" ? sql`website` : sql`null as website`}, responses,
           status, duplicate_of as "duplicateOf", disposable_email as "disposableEmail", to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
           matches, scanned, is_last as "isLast"
    from marked where matches or is_last
    order by created_at ${direction(order)}, id ${direction(order)}`);
  const last = rows.at(-1);
  return {
    signups: rows.filter((row) => row.matches).map(toStored),
    place: last && last.scanned === size ? { createdAt: last.createdAt, id: last.id } : null,
  };
}

function toStored({
  isLast: _,
  scanned: _scanned,
  matches: _matches,
  createdAt,
  ...row
}: WalkRow): StoredSignup {
  return { ...row, createdAt: new Date(createdAt), decidedAt: null };
}

/** How many match, exactly. */
export async function countMatches(db: Db, { audience, filter }: Source): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${signupTables[audience]}
    where ${matches(filter.search)} and ${statusIs(filter.status)}`);
  return rows[0]?.count ?? 0;
}

/** The ids of the questions that some sign-up of this audience answered. */
export async function findAnsweredQuestions(db: Db, audience: Audience): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select question_id as id from answer_totals where signup_type = ${audience} and answer_value = ''`);
  return new Set(rows.map((row) => row.id));
}
