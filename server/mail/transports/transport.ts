import type { EmailEventKind } from "#contract/bounces.ts";
import type { EmailProvider } from "#contract/email.ts";
import { serverWords } from "#contract/quoted-words.ts";
import { frenchReason, systemMessage } from "#server/lib/operator-error.ts";
import type { InlineAttachment } from "#server/mail/content/inline-pictures.ts";

/** The fields have nodemailer's names. @property privateKey in PEM */
export type DkimSigner = { domainName: string; keySelector: string; privateKey: string };

/** The settings with decrypted secrets. Never log them or send them to a browser. */
export type DeliverySettings = {
  senderName: string;
  senderEmail: string;
  replyTo: string | null;
  provider: EmailProvider;
  simulationMode: boolean;
  smtp: { host: string; port: number; username: string | null; password: string | null } | null;
  sendgridKey: string | null;
  /** The key that signs mail over SMTP; null without an active key for the sender's domain. */
  dkim: DkimSigner | null;
  /** The stored secrets that no known AUTH_SECRET can decrypt; they are null above. */
  unreadable: { smtpPassword: boolean; sendgridKey: boolean; dkimKey: boolean };
  /** The address from which the envelope's sender is derived; null: bounces go to the sender. */
  bounceEmail: string | null;
  pauseMs: number;
  parallelism: number;
  /** Changes with every change of the settings. */
  version: string;
};

/** The settings of bounces, with decrypted secrets. Never log them or send them to a browser. */
export type BounceSettings = {
  bounceEmail: string | null;
  /** The public key of SendGrid's events, in base64. */
  sendgridWebhookKey: string | null;
  mailbox: MailboxAccess | null;
};

export type MailboxAccess = {
  host: string;
  port: number;
  username: string;
  password: string | null;
  /** True for a password that no known AUTH_SECRET can decrypt. */
  unreadable: boolean;
};

/** The kind of a refusal: it concerns the mailbox (hard, soft) or the sender or content (blocked). */
export type RefusalKind = Extract<EmailEventKind, "hard" | "soft" | "blocked">;

/** `statusCode` has the format of RFC 3463; null when the server gave none. */
export type Refusal = { statusCode: string | null; words: string };

/** Codes that prove on their own that the mailbox does not exist. */
const noSuchMailbox = new Set(["5.1.1", "5.1.10"]);
/** "Unknown user" in the languages of common mail servers. The generic text of 550 ("mailbox unavailable") proves nothing. */
const unknownPerson = [
  /\b(?:user|recipient|mailbox|address|account)\b.{0,40}\b(?:unknown|not found|does(?: not|n't) exist|no longer|disabled)/i,
  /\b(?:no such|unknown|invalid) (?:user|recipient|mailbox|address|person)|\bno mailbox here\b/i,
  /(?:utilisateur|destinataire|adresse|bo[iî]te)\b.{0,40}(?:inconnue?|inexistante?|n['’]existe pas)/i,
  /(?:benutzer|empf[äa]nger|adresse|postfach)\b.{0,40}(?:unbekannt|existiert nicht)/i,
  /(?:usuario|destinatario|buz[óo]n|utente|casella)\b.{0,40}(?:desconocido|no existe|inexistente|sconosciuto)/i,
];
/** Words about the sender or the message. A refusal with them does not concern the recipient. */
const policy =
  /\b(?:spam|blocked|blacklist|blocklist|block list|denylist|reputation|policy|policies|dmarc|dkim|spf|unauthenticated|unsolicited|virus|invalid dns|dns mx|mx or a)\b/i;
const forNow =
  /\b(?:try (?:again|later)|temporar\w*|rate|too (?:many|fast|much)|quota|over ?quota|greylist\w*|smtputf8|full)\b/i;
/** The part of `forNow` that concerns the sender. */
const rate = /\b(?:rate|too (?:many|fast|much))\b/i;
/** Office 365's answer for an unknown recipient, when the domain has a list of its recipients. */
const rejectedByDirectory = /recipient address rejected: access denied/i;
/** The number of characters of a server's answer that are searched. */
const searchedWords = 1_000;

/**
 * Returns the kind of a permanent refusal. It is `hard` only with specific proof, because `hard` blocks the address permanently. Without
 * a matching rule it is `soft`, which has an effect only after several refusals.
 */
export function refusalKind({ statusCode, words }: Refusal): RefusalKind {
  const searched = words.slice(0, searchedWords);
  const isUnknown = unknownPerson.some((pattern) => pattern.test(searched));
  if (statusCode?.startsWith("5.7.")) return "blocked";
  if (statusCode?.startsWith("4.") || statusCode === "5.2.2" || statusCode?.startsWith("5.3.")) return "soft";
  if (forNow.test(searched)) return "soft";
  if (policy.test(searched)) return "blocked";
  if (statusCode !== null && noSuchMailbox.has(statusCode)) return "hard";
  if (statusCode === "5.4.1" && rejectedByDirectory.test(searched)) return "hard";
  return isUnknown ? "hard" : "soft";
}

/**
 * Whether a refusal concerns the sender or the content, by policy or by rate, and not the mailbox. It then counts towards the pause of
 * the campaign and never against the address. For a soft refusal only the words decide, because code 4.7.1 also means greylisting. Codes
 * x.2.x concern the mailbox, which gets too many messages.
 */
export function isAgainstSender({ kind, statusCode, words }: Refusal & { kind: EmailEventKind }): boolean {
  if (kind === "blocked") return true;
  if (kind !== "soft" || /^[45]\.2\./.test(statusCode ?? "")) return false;
  const searched = words.slice(0, searchedWords);
  return rate.test(searched) || policy.test(searched);
}

/** Finds the enhanced status code in a server's answer, after its three digits or alone. */
export function statusCodeIn(answer: string): string | null {
  return /(?:^|[\s#(;-])([245]\.\d{1,3}\.\d{1,3})(?=$|[\s);:,-])/.exec(answer)?.[1] ?? null;
}

/** A complete message, ready to send. */
export type OutgoingMessage = {
  /** The Message-ID without angle brackets, equal for every attempt of a log entry. */
  messageId: string;
  logId: string;
  date: Date;
  from: MailAddress;
  replyTo: string | null;
  /** The return path of the envelope. Null: the sender. Empty: no return path, so that servers send no bounces. */
  envelopeFrom: string | null;
  /** Whether the message has a personal link, which a bounce must not repeat. */
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
 * - refused: permanently; `message` holds the server's reply.
 * - deferred: temporarily (4xx, 429); it may be retried.
 * - unreachable: no connection or no sign-in, so that no message to any recipient can be handed over.
 * - uncertain: interrupted after the server may have taken the message; never retried automatically.
 */
export type SendOutcome =
  | { type: "sent" }
  | { type: "refused" | "deferred"; message: string; refusal?: SmtpRefusal }
  | { type: "unreachable" | "uncertain"; message: string };

/** The refusal of a recipient, sender or content. Outcomes without such a refusal have none. */
export type SmtpRefusal = Refusal & { kind: RefusalKind };

export type MailTransport = {
  send(message: OutgoingMessage): Promise<SendOutcome>;
  /** Connects and signs in without sending. Resolves with null after success, else with the reason. */
  verify(): Promise<string | null>;
  /** Returns why this transport cannot send news, or null. A transport without this function can always send news. */
  newsHindrance?(): Promise<string | null>;
  /** Closes pooled connections after their messages in flight have ended. */
  close(): void;
  /** Aborts all attempts at the end of the process. They end with their outcome so far. */
  abort(): void;
};

export const unreachable = (message: string): SendOutcome => ({ type: "unreachable", message });

/** Returns a substitute for a transport that cannot work with the settings: every attempt fails with the reason. */
export function unusableTransport(reason: string): MailTransport {
  return {
    send: async () => unreachable(reason),
    verify: async () => reason,
    close() {},
    abort() {},
  };
}

/** Explains a system or library error in French, with its original message, for use after a colon. */
export const errorText = (error: unknown): string => serverWords(frenchReason(systemMessage(error)));

/** The outcome of an aborted HTTP request: the service may have accepted the message although its answer did not arrive. */
const aborted: SendOutcome = { type: "uncertain", message: "Le serveur a été arrêté pendant l’envoi." };

/** Adds `abort` to a transport that does not know how much of a message was sent. */
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
