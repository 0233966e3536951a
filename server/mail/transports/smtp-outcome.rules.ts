import { speakerLabels } from "#contract/bounces.ts";
import { quoteWords, serverWords } from "#contract/quoted-words.ts";
import { HostError } from "./connect.ts";
import {
  errorText,
  isAgainstSender,
  refusalKind,
  type SendOutcome,
  type SmtpRefusal,
  statusCodeIn,
} from "./transport.ts";

/** Fields that nodemailer adds to its errors. */
type SmtpError = Error & {
  code?: string;
  response?: string;
  responseCode?: number;
  timeoutType?: string;
  command?: string;
};

/** Errors about this very message: its envelope or its content. All others are about the connection. */
const messageCodes = new Set(["EENVELOPE", "EMESSAGE"]);

/**
 * What an error of the SMTP client means for the message.
 * @param begun whether the server had asked for the message (354): from then on silence may mean that it was taken
 */
export function smtpOutcome(error: unknown, { begun }: { begun: boolean }): SendOutcome {
  const { code = "", responseCode = 0, response } = error as SmtpError;
  const reason = smtpReason(error);
  if (begun || messageCodes.has(code)) {
    const refusal = refusalOf(error as SmtpError);
    const details = { message: reason, ...(refusal && { refusal }) };
    if (responseCode >= 500 && responseCode < 600) return { type: "refused", ...details };
    if (responseCode >= 400 && responseCode < 500) return { type: "deferred", ...details };
    if (begun) return { type: "uncertain", message: reason };
    // An address that cannot be put into a command is refused before the server is asked.
    if (response === undefined) return { type: "refused", message: reason };
    return { type: "deferred", message: reason };
  }
  return { type: "unreachable", message: reason };
}

/** An answer to MAIL FROM is about the sender, and 421 about the server itself: neither is about the recipient. */
function refusalOf({ response, responseCode = 0, command }: SmtpError): SmtpRefusal | null {
  if (response === undefined || responseCode === 421) return null;
  const words = serverWords(response);
  const statusCode = statusCodeIn(words);
  const kind = refusalKind({ statusCode: statusCode ?? (responseCode < 500 ? "4.0.0" : null), words });
  const refusal = { kind, statusCode, words };
  // Too many messages for now, on this connection say, is no refusal of the sender.
  const isOfSender = kind === "blocked" || (responseCode >= 500 && isAgainstSender(refusal));
  return command === "MAIL FROM" && !isOfSender ? null : refusal;
}

/** Whether the connection ended silently before the message began: a new connection may work. */
export function isConnectionLost(error: unknown): boolean {
  const { code, response } = error as SmtpError;
  return code === "ECONNECTION" && response === undefined && !isPoolClosed(error);
}

/** Whether we closed the connection with its pool. */
export function isPoolClosed(error: unknown): boolean {
  return (error as Error).message === "Connection pool was closed";
}

/**
 * Whether the server will not take one more message over this connection: it is closing it (421), or so many were sent
 * already (452 at MAIL FROM, as OpenSMTPD says it, which goes on saying so for as long as the connection is used).
 */
export function isConnectionUsedUp(error: unknown): boolean {
  const { code, responseCode, command } = error as SmtpError;
  if (code !== "EENVELOPE") return false;
  return responseCode === 421 || (responseCode === 452 && command === "MAIL FROM");
}

/** The server's reply, quoted; without one, the error. */
export function smtpReason(error: unknown): string {
  const { code, response, originalCode } = error as SmtpError & { originalCode?: string };
  if (response) return quoteWords(speakerLabels.smtp, response);
  if (error instanceof HostError) return error.message;
  if (originalCode && /CERT|SIGNED|ALTNAME|UNABLE_TO/.test(originalCode)) {
    return `Le certificat du serveur SMTP n’est pas valable : rien ne prouve que c’est bien lui (${originalCode}).`;
  }
  // The system's error is more precise than the client's.
  const known = [originalCode, code].find((one) => one !== undefined && one in systemSentences);
  if (known) return `${systemSentences[known]} (${known}).`;
  const sentence = code && sentences[code];
  if (!sentence) return `Le serveur SMTP n’a pas répondu comme prévu : ${errorText(error)}.`;
  return serverWords(originalCode ? `${sentence} (${originalCode})` : sentence);
}

/** For the admin; the code is for the operator. */
const systemSentences: Record<string, string> = {
  ECONNREFUSED: "Le serveur SMTP refuse la connexion : il est arrêté, ou son port n’est pas le bon",
  ECONNRESET: "Le serveur SMTP a coupé la connexion",
  EPIPE: "Le serveur SMTP a coupé la connexion",
  ETIMEDOUT: "Le serveur SMTP ne répond pas : délai dépassé",
  EHOSTUNREACH: "Le serveur SMTP ne peut pas être joint : le réseau n’y mène pas",
  ENETUNREACH: "Le serveur SMTP ne peut pas être joint : le réseau n’y mène pas",
  ENOTFOUND: "Le serveur SMTP est introuvable : vérifiez son nom",
  EAI_AGAIN: "Le serveur SMTP n’a pas pu être cherché : le service de noms (DNS) ne répond pas",
};

const sentences: Record<string, string> = {
  ECONNECTION: "Le serveur SMTP a coupé la connexion.",
  ESOCKET: "La connexion au serveur SMTP est impossible ou a été coupée.",
  EDNS: "Le serveur SMTP est introuvable.",
  ENOAUTH: "Le serveur SMTP demande un identifiant et un mot de passe.",
  EPROTOCOL: "Le serveur SMTP a donné une réponse incompréhensible.",
};
