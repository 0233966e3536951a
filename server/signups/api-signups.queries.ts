import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Audience, signupStatuses } from "#contract/audience.ts";
import type { Responses } from "#contract/signup.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow, rows } from "#server/lib/database/sql.ts";
import { signupTables } from "./signups.queries.ts";

const settledSchema = z.object({ until: z.string() });

/**
 * The time before which every change is committed: the start of the oldest running transaction. A row is written after its transaction
 * began (`updated_at` is the clock's time). So no row with an earlier time can appear later, however long its transaction takes. Read the
 * changes by a later statement, which sees everything that was committed before this time.
 */
export async function findSettledTime(db: Db): Promise<string> {
  const statement = sql`
    select to_char(least(min(xact_start), now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as until
    from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'`;
  return (await onlyRow(db, settledSchema, statement)).until;
}

const changedSchema = z.object({
  id: z.string(),
  firstname: z.string(),
  name: z.string(),
  email: z.string(),
  website: z.string().nullable(),
  /** Validated when the sign-up was stored. */
  responses: z.custom<Responses>((value) => typeof value === "object" && value !== null),
  status: z.enum(signupStatuses),
  duplicateOf: z.string().nullable(),
  sourceId: z.number().nullable(),
  createdAt: z.coerce.date(),
  confirmedAt: z.coerce.date().nullable(),
  decidedAt: z.coerce.date().nullable(),
  updatedAt: z.string(),
});
export type ChangedSignup = z.output<typeof changedSchema>;

type Page = {
  until: string;
  since: string | undefined;
  after: { updatedAt: string; id: string } | undefined;
  limit: number;
};

/** The sign-ups that changed before `until`, oldest change first. Leaves out samples and people who limited the use of their data. */
export function findChangedSignups(
  db: Db,
  audience: Audience,
  { until, since, after, limit }: Page,
): Promise<ChangedSignup[]> {
  const fromThere = after
    ? sql`(updated_at, id) > (${after.updatedAt}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  return rows(
    db,
    changedSchema,
    sql`
    select ${columnsOf(audience)} from ${signupTables[audience]}
    where updated_at < ${until}::timestamptz and updated_at >= ${since ?? "-infinity"}::timestamptz and ${fromThere}
      and limited_at is null and not sample
    order by updated_at, id limit ${limit}`,
  );
}

/** @returns null for a sign-up that the pages leave out, too */
export async function findApiSignup(db: Db, audience: Audience, id: string): Promise<ChangedSignup | null> {
  const statement = sql`
    select ${columnsOf(audience)} from ${signupTables[audience]}
    where id = ${id}::uuid and limited_at is null and not sample`;
  const [row] = await rows(db, changedSchema, statement);
  return row ?? null;
}

const columnsOf = (audience: Audience) => sql`
  id, firstname, name, email, ${audience === "brand" ? sql`website` : sql`null as website`}, responses, status,
  duplicate_of as "duplicateOf", source_id as "sourceId", created_at as "createdAt", confirmed_at as "confirmedAt",
  decided_at as "decidedAt", to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "updatedAt"`;
