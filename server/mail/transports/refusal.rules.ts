import type { EmailEventKind } from "#contract/bounces.ts";

/** The subject of a refusal: the person (hard, soft) or the content (blocked). */
export type RefusalKind = Extract<EmailEventKind, "hard" | "soft" | "blocked">;

/** `statusCode` as RFC 3463 writes it; null when the server gave none. */
export type Refusal = { statusCode: string | null; words: string };

/** Codes that say by themselves that the mailbox does not exist. */
const noSuchMailbox = new Set(["5.1.1", "5.1.10"]);
/** "Unknown user" in the languages of common mail servers. The generic text of 550 ("mailbox unavailable") proves nothing. */
const unknownPerson = [
  /\b(?:user|recipient|mailbox|address|account)\b.{0,40}\b(?:unknown|not found|does(?: not|n't) exist|no longer|disabled)/i,
  /\b(?:no such|unknown|invalid) (?:user|recipient|mailbox|address|person)|\bno mailbox here\b/i,
  /(?:utilisateur|destinataire|adresse|bo[iî]te)\b.{0,40}(?:inconnue?|inexistante?|n['’]existe pas)/i,
  /(?:benutzer|empf[äa]nger|adresse|postfach)\b.{0,40}(?:unbekannt|existiert nicht)/i,
  /(?:usuario|destinatario|buz[óo]n|utente|casella)\b.{0,40}(?:desconocido|no existe|inexistente|sconosciuto)/i,
];
/** Words about the sender, the message, or the moment: with them a refusal says nothing of the person. */
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
 * Of a refusal for good. Only specific proof makes it `hard`, because that blocks the address for good; what no rule names is
 * soft: it has to happen several times before anything follows.
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
 * Whether a refusal is about who sends or what, by policy or by rate, and not about the mailbox. It counts towards the pause of
 * the campaign and never against the address. A soft one says so by its words: its code 4.7.1 would be greylisting as well, and
 * with x.2.x it is the mailbox that gets too many messages.
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
