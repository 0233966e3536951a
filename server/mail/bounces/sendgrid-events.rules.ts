import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { z } from "zod";
import { refusalKind, statusCodeIn } from "./bounces.rules.ts";
import type { NewEvent } from "./events.queries.ts";

/** Of what SendGrid tells, what says something of a person or of what was sent. */
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

/** Events of other programs with the same account, and kinds of no concern, are passed over one by one. */
export function readEvents(body: unknown): SendgridEvent[] {
  if (!Array.isArray(body)) return [];
  return body.flatMap((one) => {
    const event = eventSchema.safeParse(one);
    return event.success ? [event.data] : [];
  });
}

/** What an event says; null for one that nothing follows from (delivered, deferred, opened). */
export function kindOf({ event, type, status, reason = "" }: SendgridEvent): NewEvent["kind"] | null {
  const refusal = { statusCode: statusCodeIn(status ?? "") ?? statusCodeIn(reason), words: reason };
  switch (event) {
    case "bounce":
      return type === "blocked" ? "blocked" : refusalKind(refusal);
    case "dropped":
      return droppedKind(reason, refusal);
    case "spamreport":
      return "complaint";
    default:
      return null;
  }
}

/** SendGrid did not even try, because of what happened before or of what the message is. */
function droppedKind(reason: string, refusal: Parameters<typeof refusalKind>[0]): NewEvent["kind"] | null {
  if (/^unsubscribed/i.test(reason)) return null; // on a list of SendGrid's, by nobody's doing here
  if (/^bounced address|^invalid/i.test(reason)) return "hard";
  if (/^spam reporting/i.test(reason)) return "complaint";
  return refusalKind(refusal);
}

/** SendGrid repeats for a day what was not answered; what is older was recorded by somebody and is sent again. */
const signatureLastsMs = 25 * 3_600_000;

type Signed = { key: string; signature: string; timestamp: string; body: Uint8Array; now: Date };

/** Whether SendGrid signed this very body just now: ECDSA over the timestamp and the bytes as they came. */
export function isSignedBySendgrid({ key, signature, timestamp, body, now }: Signed): boolean {
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
    return null; // what was pasted is no key: nothing is signed by it
  }
}
