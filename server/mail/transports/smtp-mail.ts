import type { SendMailOptions } from "nodemailer";
import { asciiAddress, mimeMessage, oneLine } from "./mime-message.ts";
import type { OutgoingMessage } from "./transport.ts";

/** A message as the SMTP client takes it: written already where we can, else from its parts. */
export function smtpMail(message: OutgoingMessage): SendMailOptions {
  const raw = mimeMessage(message);
  if (raw === null) return libraryMail(message);
  const envelope = {
    from: message.envelopeFrom === "" ? "" : asciiAddress(message.envelopeFrom ?? message.from.address),
    to: asciiAddress(message.to.address),
  };
  return { messageId: `<${message.messageId}>`, envelope, raw, ...bounceOptions(message) };
}

/** A server that bounces a personal link all the same is asked for its headers alone (RFC 3461). */
function bounceOptions({ holdsLink }: OutgoingMessage): Pick<SendMailOptions, "dsn"> {
  return holdsLink ? { dsn: { return: "headers", notify: "never" } } : {};
}

/** The parts of a message, for the library to write. */
export function libraryMail(message: OutgoingMessage): SendMailOptions {
  return {
    messageId: `<${message.messageId}>`,
    date: message.date,
    from: message.from,
    ...(message.replyTo !== null && { replyTo: message.replyTo }),
    ...(message.envelopeFrom !== null && {
      // As an object: a text would be taken apart at commas.
      envelope: { from: message.envelopeFrom, to: { name: "", address: message.to.address } },
    }),
    to: message.to,
    subject: message.subject,
    html: message.html,
    text: message.text,
    attachments: message.attachments.map((picture) => ({
      ...picture,
      contentDisposition: "inline" as const,
    })),
    headers: unfolded(message.headers),
    ...bounceOptions(message),
  };
}

function unfolded(headers: OutgoingMessage["headers"]): SendMailOptions["headers"] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      { prepared: true, foldLines: false, value: oneLine(value) },
    ]),
  );
}
