import { sql } from "drizzle-orm";
import { z } from "zod";
import type { RecipientStatusFilter, RecipientType } from "#contract/email.ts";
import { type Recipients, recipientsOf } from "#server/features/signups/recipients.statement.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/rows.ts";

export type RecipientFilter = { recipientType: RecipientType; statusFilter: RecipientStatusFilter };

/**
 * Whom a campaign is for: one row (email, name, firstname) per distinct address, also when somebody signed up both as a
 * user and as a brand (the user's name wins).
 */
export function selectRecipients({ recipientType, statusFilter }: RecipientFilter): Recipients {
  // An address is unique within each audience: one alone needs no comparison.
  if (recipientType !== "all") return recipientsOf(recipientType, statusFilter);
  const people = sql`select *, 1 as rank from (${recipientsOf("user", statusFilter)}) people`;
  const brands = sql`select *, 2 as rank from (${recipientsOf("brand", statusFilter)}) brands`;
  return sql`
    select distinct on (lower(email)) email, name, firstname
    from (${people} union all ${brands}) as everyone
    order by lower(email), rank`;
}

/** How many messages a campaign with this filter would send now. */
export async function countRecipients(db: Db, filter: RecipientFilter): Promise<number> {
  const statement = sql`select count(*)::int as count from (${selectRecipients(filter)}) as recipients`;
  return (await onlyRow(db, z.object({ count: z.number() }), statement)).count;
}
