import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type RecipientCount, recipientCountSchema } from "#contract/campaigns.schema.ts";
import type { CampaignKind, RecipientStatusFilter, RecipientType } from "#contract/email.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/sql.ts";

export type RecipientFilter = {
  recipientType: RecipientType;
  statusFilter: RecipientStatusFilter;
  kind: CampaignKind;
  segmentId: string | null;
};

export type Selected = Omit<RecipientFilter, "segmentId"> & {
  /** Selects the addresses of the segment; null without one. */
  segment: SQL | null;
};

type FrozenCampaign = { id: string; subject: string; kind: CampaignKind };

/** Counts the messages that a campaign with this filter would send now, and the selected people who would get none, by reason. */
export async function countRecipients(db: Db, selected: Selected): Promise<RecipientCount> {
  const { recipientType, statusFilter, kind } = selected;
  return onlyRow(
    db,
    recipientCountSchema,
    sql`
    select
      count(*)::int as total,
      (count(*) filter (where allowed))::int as count,
      (count(*) filter (where not allowed and not stopped))::int as "withoutConsent",
      (count(*) filter (where stop in ('unsubscribed', 'complained')))::int as unsubscribed,
      (count(*) filter (where stop = 'bounced'))::int as bounced,
      (count(*) filter (where stop not in ('unsubscribed', 'complained', 'bounced')))::int as blocked
    from (
      select allowed, stopped, case when stopped then suppression_reason(email_hash) end as stop
      from campaign_recipients(${recipientType}, ${statusFilter}, ${kind})
      where ${isInSegment(selected.segment)}
    ) as people`,
  );
}

/** The recipients for whom a variable would be empty: how many, and the names or addresses of the first `shown`. */
export async function findEmptyVariables(
  db: Db,
  selected: Selected,
  { column, shown }: { column: "name" | "firstname"; shown: number },
): Promise<{ count: number; first: string[] }> {
  const { recipientType, statusFilter, kind } = selected;
  return onlyRow(
    db,
    z.object({ count: z.number(), first: z.array(z.string()) }),
    sql`
    with empty as materialized (
      select email, name, firstname from campaign_recipients(${recipientType}, ${statusFilter}, ${kind})
      where trim(${sql.identifier(column)}) = '' and allowed and ${isInSegment(selected.segment)}
    )
    select
      (select count(*)::int from empty) as count,
      array(
        select coalesce(nullif(trim(firstname || ' ' || name), ''), email) from empty order by email limit ${shown}
      ) as first`,
  );
}

/** Writes a pending message for each recipient of a campaign. News store the date of the recipient's consent. @returns their number */
export async function insertCampaignMessages(tx: Db, campaign: FrozenCampaign & Selected): Promise<number> {
  const { id, subject, kind, recipientType, statusFilter } = campaign;
  await lockRequests(tx, kind);
  const { rowCount } = await tx.execute(sql`
    insert into email_log
      (recipient_email, recipient_name, recipient_hash, subject, variables, campaign_id, lane, status, email_type, purpose)
    select email, trim(firstname || ' ' || name), email_hash, ${subject},
      campaign_variables(${kind}, firstname, name, email_hash, consented_at),
      ${id}::uuid, 'campaign', 'pending', 'bulk', ${kind}
    from campaign_recipients(${recipientType}, ${statusFilter}, ${kind})
    where allowed and ${isInSegment(campaign.segment)}`);
  return rowCount ?? 0;
}

/**
 * Writes a pending message for each allowed recipient who did not get a campaign or its earlier resends: their message failed, and none
 * of these campaigns has a sent, pending or later failed message for them. Decisions on their sign-ups do not matter.
 * The messages of a campaign share one date, so that the index of dates finds the failed ones quickly. Ids are compared as texts, so
 * that the planner does not choose the index of campaigns.
 * @param missing `campaignIds`: the campaign and its resends; `uncertain`: whether messages that may have left count as not received
 * @returns the number of messages
 */
export async function insertResendMessages(
  tx: Db,
  { id, subject, kind }: FrozenCampaign,
  { campaignIds, uncertain }: { campaignIds: readonly string[]; uncertain: boolean },
): Promise<number> {
  await lockRequests(tx, kind);
  const ids = `{${campaignIds.join(",")}}`;
  const { rowCount } = await tx.execute(sql`
    with missing as materialized (
      select distinct failed.recipient_hash
      from email_log failed
      where failed.status = 'failed' and failed.recipient_hash <> ''
        and failed.created_at = any(array(
          select (select created_at from email_log where campaign_id = asked.id limit 1) from unnest(${ids}::uuid[]) as asked (id)
        ))
        and failed.campaign_id::text = any(${ids}::text[])
        and (${uncertain} or failed.departed_at is null)
        and not exists (
          select from email_log other join campaigns same on same.id = other.campaign_id
          where other.recipient_hash = failed.recipient_hash and other.recipient_hash <> '' and other.id <> failed.id
            and (
              other.status in ('pending', 'sent')
              or (not ${uncertain} and other.departed_at is not null)
              or other.status = 'failed' and (other.created_at, other.id) > (failed.created_at, failed.id)
            )
            and coalesce(same.resend_of, same.id) = (select coalesce(resend_of, id) from campaigns where id = failed.campaign_id)
        )
    )
    insert into email_log
      (recipient_email, recipient_name, recipient_hash, subject, variables, campaign_id, lane, status, email_type, purpose)
    select email, trim(firstname || ' ' || name), email_hash, ${subject},
      campaign_variables(${kind}, firstname, name, email_hash, consented_at),
      ${id}::uuid, 'campaign', 'pending', 'bulk', ${kind}
    from campaign_recipients('all', 'all', ${kind})
    where email_hash in (select recipient_hash from missing) and allowed`);
  return rowCount ?? 0;
}

/** Locks requests to confirm, so that the second of two concurrent campaigns sees whom the first one asks. */
async function lockRequests(tx: Db, kind: CampaignKind): Promise<void> {
  if (kind !== "confirmation") return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('confirmation requests', 0))`);
}

function isInSegment(segment: SQL | null): SQL {
  return segment === null ? sql`true` : sql`email_hash in (${segment})`;
}
