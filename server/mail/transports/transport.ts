import type { EmailEventKind } from "#contract/bounces.ts";
import type { EmailProvider } from "#contract/email.ts";
import { serverWords } from "#contract/quoted-words.ts";
import { frenchReason, systemMessage } from "#server/lib/operator-error.ts";
import type { InlineAttachment } from "#server/mail/content/inline-pictures.ts";

/** In the words of nodemailer. @property privateKey in PEM */
export type DkimSigner = { domainName: string; keySelector: string; privateKey: string };

/** The settings as the server uses them: secrets in clear, never to be sent to a browser or logged. */
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
  /** Stored secrets that another AUTH_SECRET sealed; they are null above. */
  unreadable: { smtpPassword: boolean; sendgridKey: boolean; dkimKey: boolean };
  /** The address that the envelope's sender is derived from; null: bounces come back to the sender. */
  bounceEmail: string | null;
  pauseMs: number;
  parallelism: number;
  /** Changes with every change of the settings. */
  version: string;
};

/** How bounces come back. It holds secrets: never log it or send it to a browser. */
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
  /** True for a password that no known AUTH_SECRET opens. */
  unreadable: boolean;
};

/** The subject of a refusal: the person (hard, soft) or the content (blocked). */
export type RefusalKind = Extract<EmailEventKind, "hard" | "soft" | "blocked">;

/** `statusCode` as RFC 3463 writes it; null when the server gave none. */
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
/** Words about the sender, message or time: such a refusal does not concern the recipient. */
const policy =
  /\b(?:spam|blocked|blacklist|blocklist|block list|denylist|reputation|policy|policies|dmarc|dkim|spf|unauthenticated|unsolicited|virus|invalid dns|dns mx|mx or a)\b/i;
const forNow =
  /\b(?:try (?:again|later)|temporar\w*|rate|too (?:many|fast|much)|quota|over ?quota|greylist\w*|smtputf8|full)\b/i;
/** The part of `forNow` that concerns the sender. */
const rate = /\b(?:rate|too (?:many|fast|much))\b/i;
/** Office 365 answers so where the domain lists its recipients. */
const rejectedByDirectory = /recipient address rejected: access denied/i;
/** How much of a server's answer is searched for its reason. */
const searchedWords = 1_000;

/**
 * The kind of a permanent refusal. Only specific proof makes it `hard`, because that blocks the address for good. Without a matching rule
 * it is soft, which has an effect only after several times.
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
 * Whether a refusal is about the sender or the content, by policy or by rate, and not about the mailbox. It counts towards the pause of
 * the campaign and never against the address. For a soft one only the words decide: code 4.7.1 also means greylisting, and with x.2.x
 * the mailbox gets too many messages.
 */
export function isAgainstSender({ kind, statusCode, words }: Refusal & { kind: EmailEventKind }): boolean {
  if (kind === "blocked") return true;
  if (kind !== "soft" || /^[45]\.2\./.test(statusCode ?? "")) return false;
  const searched = words.slice(0, searchedWords);
  return rate.test(searched) || policy.test(searched);
}

/** The enhanced status code in a server's answer, after its three digits or alone. */
export function statusCodeIn(answer: string): string | null {
  return /(?:^|[\s#(;-])([245]\.\d{1,3}\.\d{1,3})(?=$|[\s);:,-])/.exec(answer)?.[1] ?? null;
}

/** A message as it leaves, complete: nothing is looked up any more. */
export type OutgoingMessage = {
  /** Without angle brackets; the same for every attempt of the same log entry. */
  messageId: string;
  logId: string;
  date: Date;
  from: MailAddress;
  replyTo: string | null;
  /** The return path of the envelope; null: the sender; empty: none, so that nothing bounces. */
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
  /** Returns why news cannot leave by this transport, or null. Without this function they always can. */
  newsHindrance?(): Promise<string | null>;
  /** Ends pooled connections. Messages under way are finished first. */
  close(): void;
  /** Aborts all attempts with their outcome so far, at the end of the process. */
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
export const errorText = (error: unknown): string => serverWords(frenchReason(systemMessage(error)));

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
