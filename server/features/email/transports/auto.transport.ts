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
      const reasons: string[] = [];
      for (const transport of transports) {
        const reason = await transport.verify();
        if (reason === null) return null;
        reasons.push(reason);
      }
      return reasons.join(" — ");
    },
    close() {
      for (const transport of transports) transport.close();
    },
  };
}
