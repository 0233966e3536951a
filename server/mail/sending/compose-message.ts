import { escapeHtml, fillTemplate, templateValues } from "#contract/template-variables.ts";
import { withEndings } from "#server/mail/content/end-of-content.ts";
import type { PreparedContent } from "#server/mail/content/prepare-content.ts";
import type { DeliverySettings } from "#server/mail/transports/delivery-settings.ts";
import type { OutgoingMessage } from "#server/mail/transports/transport.ts";
import type { LeasedMessage } from "./leased-message.ts";
import type { MadeAdditions } from "./message-additions.service.ts";

/** The message as it leaves: the recipient's values put in, what the product adds, headers that are the same at every attempt. */
export function composeMessage(
  message: LeasedMessage,
  content: PreparedContent,
  { endings, headers }: MadeAdditions,
  settings: DeliverySettings,
  now: Date,
): Omit<OutgoingMessage, "envelopeFrom"> {
  const values = templateValues({ email: message.recipientEmail, variables: message.variables }, now);
  return {
    messageId: `${message.id}@${settings.senderEmail.slice(settings.senderEmail.lastIndexOf("@") + 1)}`,
    logId: message.id,
    date: now,
    from: { name: settings.senderName, address: settings.senderEmail },
    replyTo: settings.replyTo,
    to: { name: message.recipientName ?? "", address: message.recipientEmail },
    subject: singleLine(fillTemplate(message.subject, values)),
    ...withEndings(
      { html: fillTemplate(content.html, values, escapeHtml), text: fillTemplate(content.text, values) },
      endings,
    ),
    attachments: content.attachments,
    holdsLink: message.link !== null,
    headers: { ...(message.automatic && { "Auto-Submitted": "auto-generated" }), ...headers },
  };
}

/** A value may hold line breaks that somebody typed long ago; a header may not. */
function singleLine(text: string): string {
  return text.replace(/[\r\n\t]+/g, " ").trim();
}
