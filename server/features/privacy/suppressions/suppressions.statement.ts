import { type SQL, sql } from "drizzle-orm";
import type { SuppressionScope } from "#contract/privacy.ts";

/** The reason for which an address is not written to, the one that reaches furthest first; null when there is none. */
export function reasonOf(emailHash: SQL): SQL {
  return sql`(select reason from suppressions where suppressions.email_hash = ${emailHash}
    order by scope, at limit 1)`;
}

/** Whether an address gets no news, or, for `all`, nothing at all. One look at the index. */
export function isStopped(scope: SuppressionScope, emailHash: SQL): SQL {
  const stops = scope === "news" ? sql`true` : sql`scope = 'all'`;
  return sql`exists (select from suppressions where suppressions.email_hash = ${emailHash} and ${stops})`;
}
