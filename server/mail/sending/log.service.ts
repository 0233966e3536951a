import type { z } from "zod";
import type { RecipientFacts } from "#contract/email.schema.ts";
import { type EmailLogEntry, type emailLogQuerySchema, processedMessage } from "#contract/email.schema.ts";
import { emailMessages } from "#contract/email.ts";
import { limits } from "#contract/limits.ts";
import { placeOf } from "#contract/place.schema.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import { fillTemplate, type InvitationValues, templateValues } from "#contract/template-variables.ts";
import { normaliseText } from "#contract/text.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { conflict, notFound } from "#server/lib/http/errors.ts";
import { insertAdditions } from "#server/mail/content/addition-texts.ts";
import { additionsOf } from "#server/mail/content/message-additions.service.ts";
import { plainTextOf } from "#server/mail/content/plain-text.ts";
import { sampleRecipient } from "#server/mail/content/shown-mail.service.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import { findSuppressions } from "#server/privacy/suppressions.service.ts";
import { isSampleAddress } from "#server/signups/people.service.ts";
import type { Mail } from "../mail.ts";
import { findCampaignContent } from "./campaigns.queries.ts";
import { ensureNotHeld } from "./hold.service.ts";
import {
  findCampaignMessages,
  findContentsTo,
  findEntriesTo,
  findLogEntries,
  findLogEntry,
  findLoggedEmails,
  type LogEntry,
  requeueFailed,
} from "./log.queries.ts";
import { findEventsOfMessage } from "./message-events.queries.ts";

export { findLoggedEmails };

type Deps = Pick<AppDependencies, "db"> & { mail: Mail };

export async function listLog(
  { db }: Pick<Deps, "db">,
  { search, status, before, campaign: asked }: z.output<typeof emailLogQuerySchema>,
) {
  const campaign = asked === undefined ? null : await findCampaignMessages(db, asked);
  if (asked !== undefined && campaign === null) return { items: [], next: null };
  const filter = { search: normaliseText(search), status, before: before ?? null, campaign };
  const entries = await findLogEntries(db, filter, limits.emailLogPageSize + 1);
  const page = entries.slice(0, limits.emailLogPageSize);
  const last = page.at(-1);
  const next = entries.length > page.length && last ? placeOf(last) : null;
  return { items: page.map(presentEntry), next };
}

/**
 * Returns an entry with its content as its recipient sees it, but without working personal links. Only a simulated confirmation has
 * them, so that an admin can try it out. The journal records who read the entry.
 */
export async function getLogEntry({ db, mail }: Deps, id: string, actor: string) {
  const entry = await findLogEntry(db, id);
  if (!entry) throw notFound("Cet e-mail n’existe pas.");
  await recordEntry(db, { actor, action: "email.read", subject: id });
  const content = entry.campaignId === null ? entry.content : await findCampaignContent(db, entry.campaignId);
  const added = additionsOf(entry);
  const values = valuesOf(entry, added.isDraft ? sampleRecipient.invitation : null);
  const { html } = await mail.html.show(content ?? "", values);
  const isTriedOut = entry.errorMessage === emailMessages.simulated && added.confirms !== null;
  const additionTexts = isTriedOut
    ? (await mail.additions.make(added, "")).additionTexts
    : await mail.additions.show(added);
  return {
    ...presentEntry(entry),
    html: insertAdditions({ html, text: "" }, additionTexts).html,
    events: await findEventsOfMessage(db, id),
  };
}

/**
 * Sends the oldest pending messages without a lease.
 * @throws ApiError 409 during a hold
 */
export async function processPending({ db, mail }: Deps, actor: string) {
  await ensureNotHeld(db);
  const { sent, failed } = await mail.deliverOldest(limits.pendingBatchSize);
  await recordEntry(db, { actor, action: "email.pending_processed", details: { sent, failed } });
  return { sent, failed, message: processedMessage(sent, failed) };
}

/** Requeues failed messages and ignores others. @throws 409 when none of them can be requeued */
export async function resendFailed({ db, mail }: Deps, ids: string[], actor: string) {
  const count = await db.transaction(async (tx) => {
    const requeued = await requeueFailed(tx, ids);
    if (requeued === 0) throw nothingToRequeue();
    await recordEntry(tx, { actor, action: "email.resent", details: { count: requeued } });
    return requeued;
  });
  mail.wake();
  return { count, skipped: ids.length - count };
}

const nothingToRequeue = () =>
  conflict(
    `Seuls les échecs peuvent être relancés, tant que leur texte est gardé (${privacyPeriods.mailTextDays} jours) : un e-mail annulé, envoyé ou en attente ne l’est pas.`,
  );

function valuesOf(entry: LogEntry, invitation: InvitationValues | null = null) {
  return templateValues(
    { email: entry.recipientEmail, variables: entry.variables, invitation },
    entry.sentAt ?? entry.createdAt,
  );
}

function presentEntry(entry: LogEntry): EmailLogEntry {
  return {
    id: entry.id,
    recipientEmail: entry.recipientEmail,
    recipientName: entry.recipientName,
    subject: fillTemplate(entry.subject, valuesOf(entry)),
    status: entry.status,
    emailType: entry.emailType,
    errorMessage: entry.errorMessage,
    attempts: entry.attempts,
    nextAttemptAt: entry.nextAttemptAt?.toISOString() ?? null,
    waitsForMailbox: entry.waitsForMailbox,
    sentAt: entry.sentAt?.toISOString() ?? null,
    createdAt: entry.createdAt.toISOString(),
  };
}

/** No address gets more messages in the year that the log covers. */
const maxMessages = 1_000;

/** Finds the messages to an address in the log, newest first, with filled-in subjects. */
async function findMessagesTo(db: Db, emailHash: string, limit = maxMessages) {
  const entries = await findEntriesTo(db, emailHash, limit);
  return entries.map((entry) => {
    const { id, status, createdAt, sentAt, recipientEmail, recipientName, variables } = entry;
    const values = templateValues({ email: recipientEmail, variables }, sentAt ?? createdAt);
    const subject = fillTemplate(entry.subject, values);
    return { id, subject, status, createdAt, sentAt, recipientEmail, recipientName };
  });
}

/** Finds the messages to an address with their texts; null for a deleted text. */
export async function findMessagesWithTexts(db: Db, emailHash: string) {
  const [entries, contents] = [
    await findEntriesTo(db, emailHash, maxMessages),
    await findContentsTo(db, emailHash, maxMessages),
  ];
  const contentById = new Map(contents.map(({ id, content }) => [id, content]));
  return entries.map((entry) => {
    const { id, status, createdAt, sentAt, recipientEmail, recipientName } = entry;
    const values = valuesOf(entry);
    const content = contentById.get(id);
    const text = content === undefined ? null : fillTemplate(plainTextOf(content), values);
    const subject = fillTemplate(entry.subject, values);
    return { id, subject, text, status, createdAt, sentAt, recipientEmail, recipientName };
  });
}

/** The last messages to an address, and its suppressions. */
export async function findRecipientFacts(
  { db, addresses }: Pick<AppDependencies, "db"> & { addresses: Addresses },
  email: string,
): Promise<RecipientFacts> {
  const emailHash = await addresses.hash(email);
  const [messages, suppressions, sample] = await Promise.all([
    findMessagesTo(db, emailHash, limits.recentMessages),
    findSuppressions(db, emailHash),
    isSampleAddress(db, email),
  ]);
  return {
    messages: messages.map(({ id, subject, status, sentAt, createdAt }) => ({
      id,
      subject,
      status,
      sentAt: sentAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    })),
    suppressions: suppressions.map(({ reason, scope }) => ({ reason, scope })),
    sample,
  };
}
