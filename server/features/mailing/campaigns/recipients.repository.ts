import { type SQL, sql } from "drizzle-orm";
import type { RecipientStatusFilter, RecipientType } from "#contract/email.ts";
import type { Db } from "#server/lib/database/database.ts";

export type RecipientFilter = { recipientType: RecipientType; statusFilter: RecipientStatusFilter };

/**
 * Whom a campaign is for: one row (email, name, firstname) per distinct address, also when somebody signed up both as a
 * user and as a brand (the user's name wins). The one place where recipients are chosen: whoever must not be written to
 * is left out here.
 */
function selectRecipients({ recipientType, statusFilter }: RecipientFilter): SQL {
  const status = sql`duplicate_of is null and ${statusFilter === "all" ? sql`true` : sql`status = ${statusFilter}`}`;
  const people = sql`select email, name, firstname, 1 as rank from beta_signups where ${status}`;
  const brands = sql`select email, name, firstname, 2 as rank from brand_signups where ${status}`;
  // An address is unique within each table, duplicates left out: one audience alone needs no comparison.
  if (recipientType === "user") return people;
  if (recipientType === "brand") return brands;
  return sql`
    select distinct on (lower(email)) email, name, firstname
    from (${people} union all ${brands}) as everyone
    order by lower(email), rank`;
}

/** How many messages a campaign with this filter would send now. */
export async function countRecipients(db: Db, filter: RecipientFilter): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${selectRecipients(filter)}) as recipients`,
  );
  return rows[0]?.count ?? 0;
}

/** Writes one pending log entry per recipient of the campaign, in one statement. @returns how many */
export async function freezeRecipients(
  db: Db,
  campaign: RecipientFilter & { id: string; subject: string },
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into email_log (recipient_email, recipient_name, subject, variables, campaign_id, lane, status, email_type)
    select email, trim(firstname || ' ' || name), ${campaign.subject},
      jsonb_build_object('firstName', firstname, 'name', name), ${campaign.id}::uuid, 'campaign', 'pending', 'bulk'
    from (${selectRecipients(campaign)}) as recipients`);
  return rowCount ?? 0;
}
