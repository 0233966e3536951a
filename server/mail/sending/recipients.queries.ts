import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type RecipientCount, recipientCountSchema } from "#contract/campaigns.schema.ts";
import type { CampaignKind, RecipientStatusFilter, RecipientType } from "#contract/email.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/rows.ts";
import { type Recipients, recipientsOf } from "#server/signups/recipients.statement.ts";
import { rootOfCampaign } from "./campaigns.statement.ts";

export type RecipientFilter = {
  recipientType: RecipientType;
  statusFilter: RecipientStatusFilter;
  kind: CampaignKind;
};

const everyone = sql`true`;

/**
 * Whom a campaign is for: one row (email, name, firstname, email_hash, consented_at) per distinct address. News go to whoever
 * agreed to them, confirmed that and has not left since; service to everybody who did not have all mail stopped.
 * @param among a condition on `people`, asked before anything else is
 */
export function selectRecipients(filter: RecipientFilter, among: SQL = everyone): Recipients {
  return sql`
    select email, name, firstname, email_hash, consented_at from (${judged(filter, among)}) as people
    where allowed`;
}

/**
 * Those who did not get what some campaigns say and may still be written to. Whatever was decided on their sign-ups since, they were
 * among those whom it was for.
 */
export function selectMissing(
  campaignIds: readonly string[],
  { kind, uncertain }: { kind: CampaignKind; uncertain: boolean },
): Recipients {
  const missing = sql`people.email_hash in (${missingRecipients(campaignIds, { uncertain })})`;
  return selectRecipients({ recipientType: "all", statusFilter: "all", kind }, missing);
}

/**
 * Of the recipients, those for whom a variable would be empty: how many, and the addresses of the first. Looked for before
 * anybody is asked about consents: they are few.
 */
export async function findEmptyVariables(
  db: Db,
  filter: RecipientFilter,
  { column, shown }: { column: "name" | "firstname"; shown: number },
): Promise<{ count: number; first: string[] }> {
  const blank = sql`trim(people.${sql.raw(column)}) = ''`;
  return onlyRow(
    db,
    z.object({ count: z.number(), first: z.array(z.string()) }),
    sql`
    with empty as materialized (${selectRecipients(filter, blank)})
    select (select count(*)::int from empty) as count,
      array(select coalesce(nullif(trim(firstname || ' ' || name), ''), email) from empty order by email limit ${shown}) as first`,
  );
}

/** How many messages a campaign with this filter would send now, and why not to all. */
export async function countRecipients(db: Db, filter: RecipientFilter): Promise<RecipientCount> {
  return onlyRow(
    db,
    recipientCountSchema,
    sql`
    select count(*)::int as total, (count(*) filter (where allowed))::int as count,
      (count(*) filter (where not allowed and not stopped))::int as "withoutConsent",
      (count(*) filter (where stopped))::int as suppressed
    from (${judged(filter)}) as people`,
  );
}

/** Whom the filters name, and whether each may be written to. */
function judged({ recipientType, statusFilter, kind }: RecipientFilter, among: SQL = everyone): SQL {
  return sql`
    select people.*, permission.*
    from (${everybody({ recipientType, statusFilter })}) as people
      cross join lateral mail_permission(people.email_hash, 'campaign', ${kind}) as permission
    where ${among}`;
}

/** Once per address, also when somebody signed up both as a user and as a brand (the user's name wins). */
function everybody({ recipientType, statusFilter }: Omit<RecipientFilter, "kind">): Recipients {
  // An address is unique within each audience: one alone needs no comparison.
  if (recipientType !== "all") return recipientsOf(recipientType, statusFilter);
  const people = sql`select *, 1 as rank from (${recipientsOf("user", statusFilter)}) people`;
  const brands = sql`select *, 2 as rank from (${recipientsOf("brand", statusFilter)}) brands`;
  return sql`
    select distinct on (lower(email)) email, name, firstname, email_hash
    from (${people} union all ${brands}) as everyone
    order by lower(email), rank`;
}

/**
 * Whether a failed message of a campaign is not the one to be sent again: its person got the same from it or from one that was sent
 * again of it, is about to, or failed there later. Asked by the person's address, of which there are few messages.
 * @param uncertain whether those that may have left count as not received
 */
export function isSuperseded(message: SQL, { uncertain }: { uncertain: boolean }): SQL {
  return sql`(${message}.campaign_id is not null and exists (
    select 1 from email_log other
    where other.recipient_hash = ${message}.recipient_hash and other.recipient_hash <> '' and other.id <> ${message}.id
      and (other.status in ('pending', 'sent') or ${uncertain ? sql`false` : sql`other.departed_at is not null`}
        or other.status = 'failed' and (other.created_at, other.id) > (${message}.created_at, ${message}.id))
      and ${rootOfCampaign(sql`other.campaign_id`)} = ${rootOfCampaign(sql`${message}.campaign_id`)}))`;
}

/**
 * The addresses (recipient_hash) that did not get what some campaigns say. What a campaign writes it writes at one moment: its
 * failures are found by their state and that moment, however many messages it has. Hence the comparison of ids as texts,
 * which no index can answer.
 */
function missingRecipients(campaignIds: readonly string[], { uncertain }: { uncertain: boolean }): SQL {
  const ids = sql`${`{${campaignIds.join(",")}}`}`;
  return sql`
    select failed.recipient_hash from email_log failed
    where failed.status = 'failed' and failed.recipient_hash <> ''
      and failed.created_at = any(array(
        select (select created_at from email_log where campaign_id = asked.id limit 1) from unnest(${ids}::uuid[]) as asked (id)))
      and failed.campaign_id::text = any(${ids}::text[])
      and ${uncertain ? sql`true` : sql`failed.departed_at is null`}
      and not ${isSuperseded(sql`failed`, { uncertain })}`;
}
