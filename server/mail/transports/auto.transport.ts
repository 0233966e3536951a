import type { MailTransport, SendOutcome } from "./transport.ts";

/**
 * Tries transports in turn for as long as one cannot be reached. What another one says of the message itself stands: a
 * recipient that is refused is not tried elsewhere.
 * @param transports at least one, in the order in which they are preferred
 */
export function createAutoTransport(transports: readonly MailTransport[]): MailTransport {
  return {
    async send(message) {
      let outcome: SendOutcome = { type: "unreachable", message: "" };
      const reasons: string[] = [];
      for (const transport of transports) {
        outcome = await transport.send(message);
        if (outcome.type !== "unreachable") return outcome;
        reasons.push(outcome.message);
      }
      return { ...outcome, message: reasons.join(" — ") };
    },
    async verify() {
      const reasons = await Promise.all(transports.map((transport) => transport.verify()));
      return reasons.filter((reason) => reason !== null).join(" — ") || null;
    },
    close() {
      for (const transport of transports) transport.close();
    },
    abort() {
      for (const transport of transports) transport.abort();
    },
  };
}
