import { type SQL, sql } from "drizzle-orm";
import type { SuppressionScope } from "#contract/privacy.ts";

/** Whether an address gets no news, or, for `all`, nothing at all. One look at the index. */
export function isStopped(scope: SuppressionScope, emailHash: SQL): SQL {
  const stops = scope === "news" ? sql`true` : sql`scope = 'all'`;
  return sql`exists (select from suppressions where suppressions.email_hash = ${emailHash} and ${stops})`;
}
