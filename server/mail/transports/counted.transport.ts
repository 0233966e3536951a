import type { EmailProvider } from "#contract/email.ts";
import type { MailTransport, SendOutcome } from "./transport.ts";

/** Told of every attempt to hand a message over. */
export type CountAttempt = (provider: EmailProvider, outcome: SendOutcome["type"]) => void;

/** A transport that tells how each of its attempts ended. */
export function countedTransport(
  transport: MailTransport,
  count: (outcome: SendOutcome["type"]) => void,
): MailTransport {
  return {
    ...transport,
    async send(message) {
      const outcome = await transport.send(message);
      count(outcome.type);
      return outcome;
    },
  };
}
