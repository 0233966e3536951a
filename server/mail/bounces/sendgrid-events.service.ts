import { canonicalEmail } from "#contract/email-address.ts";
import { serverWords } from "#contract/quoted-words.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { forbidden, invalid } from "#server/lib/http/errors.ts";
import { loadBounceSettings } from "#server/mail/settings/delivery-settings.service.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import { findDepartedMessages } from "./bounced-messages.queries.ts";
import { statusCodeIn } from "./bounces.rules.ts";
import { insertEvents, type NewEvent } from "./events.queries.ts";
import { isSignedBySendgrid, kindOf, readEvents } from "./sendgrid-events.rules.ts";

export type SendgridDependencies = Pick<AppDependencies, "db" | "config" | "now"> & { addresses: Addresses };

type Call = { signature: string; timestamp: string; body: Uint8Array };

/**
 * Writes down what SendGrid tells, each event once. An event names its message and the very address that it went to.
 * @throws ApiError 403 for what SendGrid did not sign, 400 for what is no JSON
 */
export async function recordSendgridEvents(deps: SendgridDependencies, call: Call): Promise<void> {
  const { db, config, addresses, now } = deps;
  const { sendgridWebhookKey: key } = await loadBounceSettings(db, config);
  if (key === null || !isSignedBySendgrid({ ...call, key, now: now() }))
    throw forbidden("Ces événements ne portent pas de signature valable.");
  const told = readEvents(parseJson(call.body)).flatMap((event) => {
    const kind = kindOf(event);
    return kind === null ? [] : [{ ...event, kind }];
  });
  const found = await findDepartedMessages(
    db,
    told.map(({ emailLogId }) => emailLogId),
  );
  const messages = new Map(found.map((message) => [message.id, message]));
  const events: NewEvent[] = [];
  for (const { emailLogId, email, kind, sg_event_id, status, reason } of told) {
    const message = messages.get(emailLogId.toLowerCase());
    const address = canonicalEmail(email);
    if (!message || address === null || (await addresses.hash(address)) !== message.recipientHash) continue;
    events.push({
      ...{ dedupeKey: `sendgrid:${sg_event_id}`, kind, source: "sendgrid", logId: message.id },
      ...{ campaignId: message.campaignId, recipientHash: message.recipientHash },
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
