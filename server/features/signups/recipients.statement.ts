import { type SQL, sql } from "drizzle-orm";
import type { Audience, SignupStatus } from "#contract/audience.ts";
import { signupTables } from "./signup-tables.repository.ts";

/** A query that gives people: email, name, firstname, email_hash and whether they are `limited`, no address twice. */
export type Recipients = SQL;

/**
 * People of one audience. An address is unique within an audience, duplicates and samples left out. Whether they may
 * be written to is for consents and suppressions to say; those who had the use of their data limited may not.
 */
export function recipientsOf(audience: Audience, status: SignupStatus | "all"): Recipients {
  const hasStatus = status === "all" ? sql`true` : sql`status = ${status}`;
  return sql`select email, name, firstname, email_hash, limited_at is not null as limited
    from ${signupTables[audience]} where duplicate_of is null and not sample and ${hasStatus}`;
}

/** Whether somebody is signed up with an address, in whatever audience. @param email in lower case */
export function isSignedUp(email: SQL): SQL {
  const within = (audience: Audience) =>
    sql`exists (select 1 from ${signupTables[audience]} s where s.duplicate_of is null and not s.sample and lower(s.email) = ${email})`;
  return sql`(${within("user")} or ${within("brand")})`;
}
