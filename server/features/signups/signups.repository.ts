import { type SQL, sql } from "drizzle-orm";
import type { Audience } from "#contract/audience.ts";
import type { Db } from "#server/lib/database/database.ts";
import { signupTables } from "./signup-tables.repository.ts";
import type { NewSignup } from "./signups.rules.ts";

/** A statement that goes along with the one that stores sign-ups; it reads what was stored from `stored (id, email)`. */
export type StoredStatement = () => SQL;

/**
 * Stores sign-ups in one statement, provided that the questionnaire still has the given revision (its row is held, so
 * a change of questions comes before or after, never in between). Left out are those whose e-mail or id is there already.
 * @returns the ids that were stored
 */
export async function insertSignups(
  db: Db,
  audience: Audience,
  revision: number,
  signups: NewSignup[],
  alongside: StoredStatement[] = [],
): Promise<Set<string>> {
  const column = (read: (signup: NewSignup) => string | null) => sql.param(signups.map(read));
  const website = audience === "brand";
  const also = alongside.map((statement, index) => sql`, ${sql.raw(`also_${index}`)} as (${statement()})`);
  // Rows in the order of their e-mails: two batches that share some wait for each other, never in a circle.
  const { rows } = await db.execute<{ id: string }>(sql`
    with checked as materialized (
      select revision from questionnaire_state where id = 1 and revision = ${revision} for share
    ), stored as (
    insert into ${signupTables[audience]} (id, firstname, name, email, responses${website ? sql`, website` : sql``})
    select item.id, item.firstname, item.name, item.email, item.responses::jsonb${website ? sql`, item.website` : sql``}
    from checked cross join unnest(
      ${column((signup) => signup.id)}::uuid[],
      ${column((signup) => signup.firstname)}::text[],
      ${column((signup) => signup.name)}::text[],
      ${column((signup) => signup.email)}::text[],
      ${column((signup) => JSON.stringify(signup.responses))}::text[]
      ${website ? sql`, ${column((signup) => signup.website)}::text[]` : sql``}
    ) as item (id, firstname, name, email, responses${website ? sql`, website` : sql``})
    order by lower(item.email)
    on conflict do nothing
    returning id, email)
    ${sql.join(also)}
    select id from stored`);
  return new Set(rows.map((row) => row.id));
}

/** What is there of a sign-up that was not stored. */
export type Standing = {
  /** A row with its id: of an earlier request with the same key. */
  sameId: boolean;
  /** That row has its e-mail, too. */
  sameSignup: boolean;
  /** A row with its e-mail, whatever the id. */
  sameEmail: boolean;
};

/** One standing per sign-up, in their order. */
export async function findStandings(
  db: Db,
  audience: Audience,
  signups: Pick<NewSignup, "id" | "email">[],
): Promise<Standing[]> {
  const table = signupTables[audience];
  const { rows } = await db.execute<Standing>(sql`
    select own.id is not null as "sameId",
           coalesce(lower(own.email) = lower(item.email), false) as "sameSignup",
           exists (select from ${table} as other where lower(other.email) = lower(item.email)) as "sameEmail"
    from unnest(
      ${sql.param(signups.map(({ id }) => id))}::uuid[],
      ${sql.param(signups.map(({ email }) => email))}::text[]
    ) with ordinality as item (id, email, place)
    left join ${table} as own on own.id = item.id
    order by item.place`);
  return rows;
}
