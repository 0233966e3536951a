import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import {
  type DraftPurpose,
  type EmailType,
  emailMessages,
  type RecipientVariables,
} from "#contract/email.ts";
import { limits } from "#contract/limits.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow, rows, textArray } from "#server/lib/database/sql.ts";
import type { PersonalLink } from "#server/mail/content/personal-link.ts";
import type { DecidedStatus } from "#server/signups/signup-events.ts";

const idSchema = z.object({ id: z.string() });
const askedSchema = z.object({ asked: z.boolean() });

/** Inserts a message that its caller sends at once. If the process ends first, a worker sends it after a minute. @returns its id */
export async function insertForSending(db: Db, entry: NewMessage): Promise<string> {
  const { id } = await onlyRow(
    db,
    idSchema,
    sql`
    insert into email_log
      (recipient_email, recipient_name, subject, content, email_type, variables, status, next_attempt_at)
    values (${entry.recipientEmail}, ${entry.recipientName}, ${entry.subject}, ${entry.content}, ${entry.emailType},
      ${JSON.stringify(variablesOf(entry))}::jsonb, 'pending', now() + interval '1 minute')
    returning id`,
  );
  return id;
}

/** Inserts a simulated message, already marked as sent. @returns its id */
export async function insertSimulated(db: Db, entry: NewMessage): Promise<string> {
  const { id } = await onlyRow(
    db,
    idSchema,
    sql`
    insert into email_log
      (recipient_email, recipient_name, subject, content, email_type, variables, status, sent_at, error_message)
    values (${entry.recipientEmail}, ${entry.recipientName}, ${entry.subject}, ${entry.content}, ${entry.emailType},
      ${JSON.stringify(variablesOf(entry))}::jsonb, 'sent', now(), ${emailMessages.simulated})
    returning id`,
  );
  return id;
}

/**
 * Inserts a message with a personal link that its caller sends at once, unless the mailbox reached its limit of links in 24
 * hours. Links to one's data or a new address, which strangers can request, are counted apart from account links. Together they take
 * at most half of the hourly cap, so that they never block an administrator's link. Links of erased people count, too.
 * @returns null when the limit was reached
 */
export async function insertLinkMessage(db: Db, message: NewLinkMessage): Promise<string | null> {
  const { recipientEmail, mailboxKey, subject, content, link } = message;
  const isMyData = "emailHash" in link;
  const isOfKind = sql`lane = 'link'
    and coalesce(variables -> 'link' ->> 'purpose' in ('my_data', 'new_address'), true) = ${isMyData}`;
  return db.transaction(async (tx) => {
    // Locks by limit: links to one's data share an hourly limit, other links have one for each mailbox.
    const shared = isMyData ? "my_data" : mailboxKey;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`links ${shared}`}, 0))`);
    const [written] = await rows(
      tx,
      idSchema,
      sql`
      insert into email_log
        (recipient_email, mailbox_key, subject, content, email_type, lane, variables, status, next_attempt_at)
      select ${recipientEmail}, ${mailboxKey}, ${subject}, ${content}, 'transactional', 'link',
        ${JSON.stringify({ link })}::jsonb, 'pending', now() + interval '1 minute'
      where (
        select count(*) from email_log
        where mailbox_key = ${mailboxKey} and ${isOfKind}
          and (status = 'pending' or departed_at > now() - interval '24 hours')
      ) < ${limits.linksPerDay} and (not ${isMyData} or (
        select count(*) from email_log
        where ${isOfKind} and (status = 'pending' or departed_at > now() - interval '1 hour')
      ) < least(${limits.myDataLinksPerHour}, (select case when max(hourly_cap) > 0 then greatest(max(hourly_cap) / 2, 1) end from email_settings)))
      returning id`,
    );
    return written?.id ?? null;
  });
}

function variablesOf(message: NewMessage) {
  const { recipientName, variables, forAdmins, toOneself, forgetOnceEnded, draft } = message;
  const { purpose: shownAs, consentedAt } = draft ?? {};
  return {
    ...(variables ?? (recipientName !== null && { name: recipientName })),
    ...(forAdmins && { forAdmins }),
    ...(toOneself && { toOneself }),
    ...(forgetOnceEnded && { forgetOnceEnded }),
    ...(draft && { ...draft.variables, shownAs, ...(consentedAt && { consentedAt }) }),
  };
}

/**
 * Writes one pending message per recipient from the event's template, if it is active. Subject and content are copied: a
 * later change of the template does not change pending messages. `variables.signupId` ties the message to the sign-up.
 * @param delaySeconds how long the messages wait before they may leave
 */
export async function insertTemplateMails(
  db: Db,
  event: DecidedStatus,
  recipients: TemplateRecipient[],
  { delaySeconds }: { delaySeconds: number },
): Promise<void> {
  await db.execute(sql`
    insert into email_log
      (recipient_email, recipient_name, subject, content, variables, template_id, status, email_type, next_attempt_at)
    select person.email, nullif(trim(person.firstname || ' ' || person.name), ''), t.subject, t.content,
      jsonb_strip_nulls(jsonb_build_object('firstName', person.firstname, 'name', person.name,
        'signupId', person."signupId", 'bulkId', person."bulkId")),
      t.id, 'pending', 'transactional', now() + make_interval(secs => nullif(${delaySeconds}::float8, 0))
    from email_templates t,
      jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb)
        as person ("signupId" text, email text, firstname text, name text, "bulkId" text)
    where t.event = ${event} and t.is_active`);
}

/** A message whose code and link are filled in when it leaves. The caller chooses and stores its `id`. */
export type InvitationMessage = {
  id: string;
  invitationId: string;
  signupId: string;
  email: string;
  firstname: string;
  name: string;
};

/**
 * Writes one pending message per invitation.
 * @param delaySeconds how long the messages wait before they may leave, counted from now, because the transaction of a wave may be long
 */
export async function insertInvitationMails(
  tx: Db,
  { templateId, subject, content }: { templateId: string | null; subject: string; content: string },
  messages: InvitationMessage[],
  { delaySeconds }: { delaySeconds: number },
): Promise<void> {
  await tx.execute(sql`
    insert into email_log
      (id, recipient_email, recipient_name, subject, content, variables, template_id, status, email_type, next_attempt_at)
    select person.id, person.email, nullif(trim(person.firstname || ' ' || person.name), ''), ${subject}, ${content},
      jsonb_build_object('firstName', person.firstname, 'name', person.name, 'signupId', person."signupId",
        'invitationId', person."invitationId"),
      ${templateId}::uuid, 'pending', 'transactional', clock_timestamp() + make_interval(secs => nullif(${delaySeconds}::float8, 0))
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
      as person (id uuid, "invitationId" text, "signupId" text, email text, firstname text, name text)`);
}

/** Writes a pending message to a person who referred friends. `friends`: the number that the message announces. */
export async function insertMilestoneMail(
  tx: Db,
  { subject, content, friends }: { subject: string; content: string; friends: number },
  { id, email, firstname, name }: { id: string; email: string; firstname: string; name: string },
): Promise<void> {
  await tx.execute(sql`
    insert into email_log (recipient_email, recipient_name, subject, content, variables, status, email_type)
    values (${email}, nullif(trim(${firstname}::text || ' ' || ${name}::text), ''), ${subject}, ${content},
      ${JSON.stringify({ firstName: firstname, name, signupId: id, announcesFriends: friends })}::jsonb, 'pending', 'transactional')`);
}

/** A message to one person. */
export type NewMessage = {
  recipientEmail: string;
  recipientName: string | null;
  subject: string;
  content: string;
  emailType: EmailType;
  /** The values of its variables; by default the recipient's name. */
  variables?: RecipientVariables;
  /** Set for a message to administrators; otherwise it is for a visitor. */
  forAdmins?: true;
  /** Set when the author is the recipient. As for a test or a message to admins, a bounce does not block the address. */
  toOneself?: boolean;
  /** Set for a message to a person who is erased already: the log forgets it when its sending ends (`forget_recipient`). */
  forgetOnceEnded?: true;
  /** Set for a test of a draft: its kind, and the names and date of consent of a sample person. */
  draft?: { purpose: DraftPurpose; variables: RecipientVariables; consentedAt: string | null };
};

export type NewLinkMessage = {
  recipientEmail: string;
  mailboxKey: string;
  subject: string;
  content: string;
  link: PersonalLink;
};

/** The recipient of a message about a sign-up. */
export type TemplateRecipient = {
  signupId: string;
  email: string;
  firstname: string;
  name: string;
  /** The bulk action that decided on the sign-up. */
  bulkId?: string;
};

type NewConfirmation = { id: string; email: string; mailboxKey: string; firstName: string | null };

/** Writes messages that ask to confirm the address. Their rules are in the SQL function `write_confirmations`. */
export async function insertConfirmations(
  db: Db,
  audience: Audience,
  confirmations: NewConfirmation[],
): Promise<void> {
  const ids = textArray(confirmations.map(({ id }) => id));
  const emails = textArray(confirmations.map(({ email }) => email));
  const mailboxKeys = textArray(confirmations.map(({ mailboxKey }) => mailboxKey));
  const firstNames = sql.param(confirmations.map(({ firstName }) => firstName));
  await db.execute(sql`
    select write_confirmations(
      ${audience}, ${ids}::uuid[], ${emails}::text[], ${mailboxKeys}::text[], ${firstNames}::text[], null, null
    )`);
}

/** Whether the message about a new sign-up, which also reminds, is written at all. */
export async function isConfirmationWritten(db: Db): Promise<boolean> {
  const written = sql`select exists (select from email_templates where event = 'signup' and is_active) as written`;
  return (await onlyRow(db, z.object({ written: z.boolean() }), written)).written;
}

/**
 * When the last reminder of each sign-up left; without an entry for a sign-up that no reminder left for. A reminder is a message that
 * asks to confirm and that left `afterHours` or more after the sign-up. An address that may get no reminder counts as reminded by
 * its first message, and one that may get no confirmation either at its sign-up.
 */
export async function findReminders(
  db: Db,
  signups: readonly { id: string; emailHash: string; createdAt: Date }[],
  { afterHours }: { afterHours: number },
): Promise<Map<string, Date>> {
  const ids = textArray(signups.map(({ id }) => id));
  const hashes = textArray(signups.map(({ emailHash }) => emailHash));
  const times = textArray(signups.map(({ createdAt }) => createdAt.toISOString()));
  const found = await rows(
    db,
    z.object({ id: z.string(), at: z.coerce.date() }),
    sql`
    select given.id, case when confirmation.allowed then reminder.at else given.created_at end as at
    from unnest(${ids}::text[], ${hashes}::text[], ${times}::timestamptz[]) as given (id, hash, created_at)
    cross join lateral mail_permission(given.hash, 'direct', 'service') as direct
    cross join lateral mail_permission(given.hash, 'confirmation', 'service') as confirmation
    cross join lateral (
      select max(departed_at) as at from email_log
      where recipient_hash = given.hash and recipient_hash <> '' and lane = 'confirmation'
        and variables ->> 'signupId' = given.id and variables ? 'confirms'
        and (not direct.allowed or departed_at >= given.created_at + make_interval(hours => ${afterHours}))
    ) as reminder
    where reminder.at is not null or not confirmation.allowed`,
  );
  return new Map(found.map(({ id, at }) => [id, at]));
}

export async function isConfirmationAsked(db: Db): Promise<boolean> {
  return (await onlyRow(db, askedSchema, sql`select confirmation_is_asked() as asked`)).asked;
}
