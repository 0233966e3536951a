import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { z } from "zod";
import { canonicalEmail } from "#contract/email-address.ts";
import { serverWords } from "#contract/quoted-words.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { forbidden, invalid } from "#server/lib/http/errors.ts";
import { loadBounceSettings } from "#server/mail/settings/delivery-settings.service.ts";
import { refusalKind, statusCodeIn } from "#server/mail/transports/transport.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import { findSentMessages } from "./bounces.queries.ts";
import { insertEvents, type NewEvent } from "./events.queries.ts";

export type SendgridDependencies = Pick<AppDependencies, "db" | "config" | "now"> & { addresses: Addresses };

type Call = { signature: string; timestamp: string; body: Uint8Array };

/**
 * Records SendGrid's events, each once. An event names its message and the recipient's address.
 * @throws ApiError 403 without SendGrid's signature, 400 without JSON
 */
export async function recordSendgridEvents(deps: SendgridDependencies, call: Call): Promise<void> {
  const { db, config, addresses, now } = deps;
  const { sendgridWebhookKey: key } = await loadBounceSettings(db, config);
  if (key === null || !isSignedBySendgrid({ ...call, key, now: now() }))
    throw forbidden("Ces événements ne portent pas de signature valable.");
  const refusals = readEvents(parseJson(call.body)).flatMap((event) => {
    const kind = kindOf(event);
    return kind === null ? [] : [{ ...event, kind }];
  });
  const found = await findSentMessages(
    db,
    refusals.map(({ emailLogId }) => emailLogId),
  );
  const messages = new Map(found.map((message) => [message.id, message]));
  const events: NewEvent[] = [];
  for (const { emailLogId, email, kind, sg_event_id, status, reason } of refusals) {
    const message = messages.get(emailLogId.toLowerCase());
    const address = canonicalEmail(email);
    if (!message || address === null || (await addresses.hash(address)) !== message.recipientHash) continue;
    events.push({
      dedupeKey: `sendgrid:${sg_event_id}`,
      kind,
      source: "sendgrid",
      logId: message.id,
      campaignId: message.campaignId,
      recipientHash: message.recipientHash,
      statusCode: statusCodeIn(status ?? "") ?? statusCodeIn(reason ?? ""),
      serverWords: reason === undefined ? null : serverWords(reason),
    });
  }
  await insertEvents(db, events);
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString("utf8"));
  } catch {
    throw invalid({});
  }
}

/** The SendGrid events that concern a person or the content. */
const eventSchema = z.object({
  event: z.string(),
  sg_event_id: z.string().min(1).max(200),
  email: z.string().max(400),
  emailLogId: z.guid(),
  type: z.string().optional().catch(undefined),
  status: z.string().max(100).optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  bounce_classification: z.string().max(100).optional().catch(undefined),
});
type SendgridEvent = z.output<typeof eventSchema>;

/** Skips single events that do not fit: those of other programs with the same account, and kinds without a use here. */
function readEvents(body: unknown): SendgridEvent[] {
  if (!Array.isArray(body)) return [];
  return body.flatMap((one) => {
    const event = eventSchema.safeParse(one);
    return event.success ? [event.data] : [];
  });
}

/** The refusal in an event; null for one without effect (delivered, deferred, opened). */
function kindOf({ event, type, status, reason = "" }: SendgridEvent): NewEvent["kind"] | null {
  const refusal = { statusCode: statusCodeIn(status ?? "") ?? statusCodeIn(reason), words: reason };
  switch (event) {
    case "bounce":
      return type === "blocked" ? "blocked" : refusalKind(refusal);
    case "dropped":
      return kindOfDrop(reason, refusal);
    case "spamreport":
      return "complaint";
    default:
      return null;
  }
}

/** The kind of an event for a message that SendGrid did not try to send, because of earlier events or its content. */
function kindOfDrop(reason: string, refusal: Parameters<typeof refusalKind>[0]): NewEvent["kind"] | null {
  if (/^unsubscribed/i.test(reason)) return null; // this list is SendGrid's, not ours
  if (/^bounced address|^invalid/i.test(reason)) return "hard";
  if (/^spam reporting/i.test(reason)) return "complaint";
  return refusalKind(refusal);
}

/** SendGrid retries for a day, so an older request must be a replay. */
const signatureLastsMs = 25 * 3_600_000;

type Signed = { key: string; signature: string; timestamp: string; body: Uint8Array; now: Date };

/** Whether SendGrid recently signed these exact bytes: ECDSA over the timestamp and the unparsed body. */
function isSignedBySendgrid({ key, signature, timestamp, body, now }: Signed): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * 1_000) > signatureLastsMs) return false;
  const publicKey = readKey(key);
  if (publicKey === null) return false;
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  return verify("sha256", signed, publicKey, Buffer.from(signature, "base64"));
}

function readKey(key: string): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
  } catch {
    return null; // the stored text is not a key, so no signature is valid
  }
}
