import { type SQL, sql } from "drizzle-orm";
import { rootOfCampaign } from "./campaigns.statement.ts";

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
export function missingRecipients(
  campaignIds: readonly string[],
  { uncertain }: { uncertain: boolean },
): SQL {
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
