import type { MailTransport, SendOutcome } from "./transport.ts";

/** A service that is asked over HTTP may have taken a message whose answer nobody waited for. */
const aborted: SendOutcome = { type: "uncertain", message: "Le serveur a été arrêté pendant l’envoi." };

/** Adds `abort` to a transport that cannot tell how far a message had got. */
export function abortable(transport: Omit<MailTransport, "abort">): MailTransport {
  const underWay = new Set<(outcome: SendOutcome) => void>();
  return {
    ...transport,
    send(message) {
      const { promise, resolve, reject } = Promise.withResolvers<SendOutcome>();
      underWay.add(resolve);
      transport
        .send(message)
        .then(resolve, reject)
        .finally(() => underWay.delete(resolve));
      return promise;
    },
    abort() {
      for (const end of underWay) end(aborted);
    },
  };
}
