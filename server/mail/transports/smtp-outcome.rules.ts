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

/** Errors about the message: its envelope or its content. All others are about the connection. */
const messageCodes = new Set(["EENVELOPE", "EMESSAGE"]);

/**
 * Returns the outcome for a message after an error of the SMTP client.
 * @param begun whether the server had requested the message (354). From then on it may have taken the message without an answer
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
    // The client refuses an address that cannot be part of a command, without asking the server.
    if (response === undefined) return { type: "refused", message: reason };
    return { type: "deferred", message: reason };
  }
  return { type: "unreachable", message: reason };
}

/** The refusal of a recipient or content. Answers to MAIL FROM concern the sender, and 421 the server, so they are usually no refusal. */
function refusalOf({ response, responseCode = 0, command }: SmtpError): SmtpRefusal | null {
  if (response === undefined || responseCode === 421) return null;
  const words = serverWords(response);
  const statusCode = statusCodeIn(words);
  const kind = refusalKind({ statusCode: statusCode ?? (responseCode < 500 ? "4.0.0" : null), words });
  const refusal = { kind, statusCode, words };
  // A temporary limit, for example of messages per connection, does not refuse the sender.
  const isOfSender = kind === "blocked" || (responseCode >= 500 && isAgainstSender(refusal));
  return command === "MAIL FROM" && !isOfSender ? null : refusal;
}

/** Whether the connection ended without a reply before the message began, so that a new connection may work. */
export function isConnectionLost(error: unknown): boolean {
  const { code, response } = error as SmtpError;
  return code === "ECONNECTION" && response === undefined && !isPoolClosed(error);
}

/** Whether the connection ended because we closed its pool. */
export function isPoolClosed(error: unknown): boolean {
  return (error as Error).message === "Connection pool was closed";
}

/**
 * Whether the server takes no more messages over this connection. Either it closes the connection (421), or the connection has reached
 * its limit of messages (452 at MAIL FROM; OpenSMTPD repeats it until the connection is closed).
 */
export function isConnectionUsedUp(error: unknown): boolean {
  const { code, responseCode, command } = error as SmtpError;
  if (code !== "EENVELOPE") return false;
  return responseCode === 421 || (responseCode === 452 && command === "MAIL FROM");
}

/** Returns the server's reply, quoted, or else an explanation of the error. */
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

/** The sentence for the admin by the system's error code; the code is shown for the operator. */
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
