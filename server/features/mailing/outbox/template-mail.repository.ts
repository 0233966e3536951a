import { type SQL, sql } from "drizzle-orm";
import { lockCampaignsOf } from "#server/features/mailing/campaigns/campaign-lock.repository.ts";
import type { Db } from "#server/lib/database/database.ts";

export type TemplateEvent = "approved" | "rejected";

/** Somebody who is written to because of a sign-up of theirs. */
export type TemplateRecipient = {
  signupId: string;
  email: string;
  firstname: string;
  name: string;
  /** The bulk action that decided on the sign-up. */
  bulkId?: string;
};

/**
 * Writes one pending message per recipient from the event's template, if it is active. Subject and content are copied: a
 * later change of the template changes nothing that is on its way. `variables.signupId` ties the message to the sign-up.
 * @param delaySeconds how long the messages wait before they may leave
 */
export async function insertTemplateMails(
  db: Db,
  event: TemplateEvent,
  recipients: TemplateRecipient[],
  { delaySeconds }: { delaySeconds: number },
): Promise<void> {
  const people = sql`jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb)
    as person ("signupId" text, email text, firstname text, name text, "bulkId" text)`;
  await db.execute(sql`
    insert into email_log
      (recipient_email, recipient_name, subject, content, variables, template_id, status, email_type, next_attempt_at)
    select person.email, nullif(trim(person.firstname || ' ' || person.name), ''), t.subject, t.content,
      jsonb_strip_nulls(jsonb_build_object('firstName', person.firstname, 'name', person.name,
        'signupId', person."signupId", 'bulkId', person."bulkId")),
      t.id, 'pending', 'transactional', now() + make_interval(secs => nullif(${delaySeconds}::float8, 0))
    from email_templates t, ${people}
    where t.event = ${event} and t.is_active`);
}

/** From now on the messages of a bulk decision wait for so long. */
export async function putOffBulkMails(
  db: Db,
  bulkId: string,
  { delaySeconds }: { delaySeconds: number },
): Promise<void> {
  await db.execute(sql`
    update email_log set next_attempt_at = now() + make_interval(secs => ${delaySeconds})
    where status = 'pending' and leased_by is null and campaign_id is null and variables ->> 'bulkId' = ${bulkId}`);
}

/** Takes back what a decision was about to send. */
export async function deleteDecisionMails(db: Db, signupIds: string[]): Promise<void> {
  await db.execute(sql`
    delete from email_log
    where status = 'pending' and leased_by is null and campaign_id is null
      and variables ->> 'signupId' = any(${uuidArray(signupIds)}::text[])
      and template_id in (select id from email_templates where event in ('approved', 'rejected'))`);
}

/**
 * Removes what still waits for people whose sign-ups are deleted. Somebody who is signed up a second time, as a user and
 * as a brand, keeps what is not about the deleted one.
 */
export async function deleteWaitingMails(tx: Db, signups: { id: string; email: string }[]): Promise<void> {
  const gone = sql`
    select lower(person.email) as email from jsonb_to_recordset(${JSON.stringify(signups)}::jsonb) as person (email text)
    where not exists (select 1 from beta_signups s where s.duplicate_of is null and lower(s.email) = lower(person.email))
      and not exists (select 1 from brand_signups s where s.duplicate_of is null and lower(s.email) = lower(person.email))`;
  const theirs = sql`status = 'pending' and leased_by is null
    and (variables ->> 'signupId' = any(${uuidArray(signups.map(({ id }) => id))}::text[])
      or lower(recipient_email) in (${gone}))`;
  await lockCampaignsOf(tx, theirs);
  await tx.execute(sql`
    with deleted as (delete from email_log where ${theirs} returning campaign_id)
    update campaigns c set total = c.total - d.count
    from (select campaign_id, count(*)::int as count from deleted where campaign_id is not null group by 1) d
    where c.id = d.campaign_id`);
}

/** Ids hold nothing that an array literal would have to quote. */
function uuidArray(ids: string[]): SQL {
  return sql`${`{${ids.join(",")}}`}`;
}
