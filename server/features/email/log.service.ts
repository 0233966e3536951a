import type { z } from "zod";
import type { EmailLogEntry, emailLogQuerySchema } from "#contract/email.schema.ts";
import { processedMessage } from "#contract/email.schema.ts";
import { limits } from "#contract/limits.ts";
import { fillTemplate, templateValues } from "#contract/template-variables.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import { notFound } from "#server/lib/http/errors.ts";
import { isSealedContent } from "./content/personal-content.ts";
import { findCampaignContent } from "./delivery/message-content.repository.ts";
import { findLogEntries, findLogEntry, type LogEntry, requeueFailed } from "./log.repository.ts";
import { showMail } from "./preview.service.ts";

type Deps = Pick<AppDependencies, "db" | "mail">;

export async function listLog(
  { db }: Pick<Deps, "db">,
  { search, status, before }: z.output<typeof emailLogQuerySchema>,
) {
  const [createdAt = "", id = ""] = before?.split("_") ?? [];
  const place = before === undefined || Number.isNaN(Date.parse(createdAt)) ? null : { createdAt, id };
  const entries = await findLogEntries(db, { search, status, before: place }, limits.emailLogPageSize + 1);
  const page = entries.slice(0, limits.emailLogPageSize);
  const last = page.at(-1);
  const next = entries.length > page.length && last ? `${last.createdAt.toISOString()}_${last.id}` : null;
  return { items: page.map(presentEntry), next };
}

/** An entry with its content as its recipient sees it. */
export async function getLogEntry({ db }: Pick<Deps, "db">, id: string) {
  const entry = await findLogEntry(db, id);
  if (!entry) throw notFound("Cet email n’existe pas.");
  const stored = entry.campaignId === null ? entry.content : await findCampaignContent(db, entry.campaignId);
  const content =
    stored !== null && isSealedContent(stored)
      ? "<p><em>Ce message contient un lien personnel : son contenu n’est pas affiché.</em></p>"
      : (stored ?? "");
  return { ...presentEntry(entry), html: showMail(content, valuesOf(entry)) };
}

/** Treats the oldest pending messages, whoever they are for, but none that a worker has in hand. */
export async function processPending({ db, mail }: Deps, actor: string) {
  const { sent, failed } = await mail.deliverOldest(limits.pendingBatchSize);
  await recordEntry(db, { actor, action: "email.pending_processed", details: { sent, failed } });
  return { sent, failed, message: processedMessage(sent, failed) };
}

/** Sends failed messages again, at the next opportunity. */
export async function resendFailed({ db, mail }: Deps, ids: string[], actor: string) {
  const count = await db.transaction(async (tx) => {
    const requeued = await requeueFailed(tx, ids);
    if (requeued > 0) await recordEntry(tx, { actor, action: "email.resent", details: { count: requeued } });
    return requeued;
  });
  mail.wake();
  return { count };
}

function valuesOf(entry: LogEntry) {
  return templateValues(
    { email: entry.recipientEmail, variables: entry.variables },
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
    sentAt: entry.sentAt?.toISOString() ?? null,
    createdAt: entry.createdAt.toISOString(),
  };
}
