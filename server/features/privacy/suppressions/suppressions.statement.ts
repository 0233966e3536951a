import { type SQL, sql } from "drizzle-orm";
import type { SuppressionScope } from "#contract/privacy.ts";

/** A query that gives the addresses (email_hash) that get no news, or, for `all`, nothing at all. */
export function stoppedAddresses(scope: SuppressionScope): SQL {
  const stops = scope === "news" ? sql`true` : sql`scope = 'all'`;
  return sql`select distinct email_hash from suppressions where ${stops}`;
}
