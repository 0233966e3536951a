import { serverWords } from "#contract/quoted-words.ts";
import { frenchReason, systemWords } from "#server/lib/system-error.ts";
import type { InlineAttachment } from "#server/mail/content/inline-pictures.ts";
import type { Refusal, RefusalKind } from "#server/mail/transports/refusal.rules.ts";

/** A message as it leaves, complete: nothing is looked up any more. */
export type OutgoingMessage = {
  /** Without angle brackets; the same for every attempt of the same log entry. */
  messageId: string;
  logId: string;
  date: Date;
  from: MailAddress;
  replyTo: string | null;
  /** The return path of the envelope; null: the sender, empty: none, so that nothing comes back. */
  envelopeFrom: string | null;
  /** It holds a personal link, which a bounce must not repeat. */
  holdsLink: boolean;
  to: MailAddress;
  subject: string;
  html: string;
  text: string;
  /** Pictures that the HTML refers to by `cid:`. */
  attachments: InlineAttachment[];
  headers: Record<string, string>;
};

type MailAddress = { name: string; address: string };

/**
 * How an attempt ended.
 * - sent: the server took the message.
 * - refused: for good; `message` holds the server's own words.
 * - deferred: not now (4xx, 429); it may be tried again.
 * - unreachable: no connection or no sign-in, so that no message to any recipient can be handed over.
 * - uncertain: cut off after the message may have been taken; never tried again by itself.
 */
export type SendOutcome =
  | { type: "sent" }
  | { type: "refused" | "deferred"; message: string; refusal?: SmtpRefusal }
  | { type: "unreachable" | "uncertain"; message: string };

/** The refusal of the recipient or of the content; absent where it concerns neither. */
export type SmtpRefusal = Refusal & { kind: RefusalKind };

export type MailTransport = {
  send(message: OutgoingMessage): Promise<SendOutcome>;
  /** Connects and signs in without sending. Resolves with null when that works, else with the reason. */
  verify(): Promise<string | null>;
  /** Why news cannot leave by it, or null; without this they always can. */
  newsHindrance?(): Promise<string | null>;
  /** Ends pooled connections. Messages under way are finished first. */
  close(): void;
  /** Gives up what is under way: each attempt ends at once, as what is known of it by then. For the end of the process. */
  abort(): void;
};

export const unreachable = (message: string): SendOutcome => ({ type: "unreachable", message });

/** Replaces a transport that cannot work with these settings; every attempt fails with the reason. */
export function unusableTransport(reason: string): MailTransport {
  return {
    send: async () => unreachable(reason),
    verify: async () => reason,
    close() {},
    abort() {},
  };
}

/** Explains a system or library error with its own words, for use after a colon. */
export const errorText = (error: unknown): string => serverWords(frenchReason(systemWords(error)));

/** A service called over HTTP may have accepted a message whose answer did not arrive. */
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
