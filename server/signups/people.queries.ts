import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Audience, audiences } from "#contract/audience.ts";
import type { Person } from "#contract/people.schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow, rows, textArray } from "#server/lib/database/sql.ts";
import { matchesByIndex } from "./signup-list.queries.ts";
import { signupTables } from "./signups.queries.ts";

const personSchema = z.object({ email: z.string(), firstname: z.string(), name: z.string() });

/** The person with this address, as a message names them. The user's name comes before the brand's, as in a campaign. */
export async function findRecipient(db: Db, email: string): Promise<z.output<typeof personSchema> | null> {
  const [person] = await rows(
    db,
    personSchema,
    sql`
    select email, firstname, name from (
      select email, firstname, name, 1 as rank from beta_signups where lower(email) = lower(${email}) and duplicate_of is null and not sample
      union all
      select email, firstname, name, 2 from brand_signups where lower(email) = lower(${email}) and duplicate_of is null and not sample
    ) as found order by rank limit 1`,
  );
  return person ?? null;
}

/** True when all sign-ups with this address are samples: no mail is sent to it. */
export async function isSampleAddress(db: Db, email: string): Promise<boolean> {
  const found = await onlyRow(
    db,
    z.object({ sample: z.boolean() }),
    sql`
    select coalesce(bool_and(sample), false) as sample from (
      select sample from beta_signups where lower(email) = lower(${email})
      union all
      select sample from brand_signups where lower(email) = lower(${email})
    ) as found`,
  );
  return found.sample;
}

const matchSchema = personSchema.extend({ audience: z.enum(audiences) });

/** The first `limit` matches, unsorted, so that a frequent term does not need to read all matches. */
export function findMatches(
  db: Db,
  { audience, search, limit }: { audience: Audience; search: string; limit: number },
): Promise<Person[]> {
  return rows(
    db,
    matchSchema,
    sql`
    select email, firstname, name, ${audience} as audience from ${signupTables[audience]}
    where ${matchesByIndex({ search, answer: null, segment: null })} and duplicate_of is null and not sample limit ${limit}`,
  );
}

const namedSchema = matchSchema.extend({ id: z.string(), starred: z.boolean(), confirmed: z.boolean() });
export type NamedSignup = z.output<typeof namedSchema>;

/** The sign-ups of either audience with these ids, if they still exist. */
export function findNamedSignups(db: Db, ids: readonly string[]): Promise<NamedSignup[]> {
  const of = (audience: Audience) => sql`
    select id, ${audience} as audience, firstname, name, email, starred, confirmed_at is not null as confirmed
    from ${signupTables[audience]} where id = any(${textArray(ids)}::uuid[])`;
  return rows(db, namedSchema, sql`${of("user")} union all ${of("brand")}`);
}
