import { type SQL, sql } from "drizzle-orm";
import type { Audience, SignupStatus } from "#contract/audience.ts";
import { signupTables } from "./signups.queries.ts";

/** A query that gives people: email, name, firstname and email_hash, no address twice. */
export type Recipients = SQL;

/**
 * People of one audience, without duplicates and samples: an address is unique among them. Whether they may be written to is for
 * `mail_permission` to say.
 */
export function recipientsOf(audience: Audience, status: SignupStatus | "all"): Recipients {
  const hasStatus = status === "all" ? sql`true` : sql`status = ${status}`;
  return sql`select email, name, firstname, email_hash
    from ${signupTables[audience]} where duplicate_of is null and not sample and ${hasStatus}`;
}

/** Whether somebody is signed up with an address, in whatever audience. @param email in lower case */
export function isSignedUp(email: SQL): SQL {
  const within = (audience: Audience) =>
    sql`exists (select 1 from ${signupTables[audience]} s where s.duplicate_of is null and not s.sample and lower(s.email) = ${email})`;
  return sql`(${within("user")} or ${within("brand")})`;
}
