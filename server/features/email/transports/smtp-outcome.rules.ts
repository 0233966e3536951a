import { errorText, serverWords } from "./outcomes.ts";
import { HostError } from "./resolve-host.ts";
import type { SendOutcome } from "./transport.ts";

/** What nodemailer adds to its errors. */
type SmtpError = Error & { code?: string; response?: string; responseCode?: number; timeoutType?: string };

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
    if (responseCode >= 500 && responseCode < 600) return { type: "refused", message: reason };
    if (responseCode >= 400 && responseCode < 500) return { type: "deferred", message: reason };
    if (begun) return { type: "uncertain", message: reason };
    // An address that cannot be put into a command is refused before the server is asked.
    if (response === undefined) return { type: "refused", message: reason };
    return { type: "deferred", message: reason };
  }
  return { type: "unreachable", message: reason };
}

/** Whether the connection ended before the message was begun and without a word: a new one may do. */
export function isConnectionLost(error: unknown): boolean {
  const { code, response } = error as SmtpError;
  return code === "ECONNECTION" && response === undefined;
}

/** The server's own words; where it said nothing, what happened. */
export function smtpReason(error: unknown): string {
  const { code, response, originalCode } = error as SmtpError & { originalCode?: string };
  if (response) return serverWords(response);
  if (error instanceof HostError) return error.message;
  if (originalCode && /CERT|SIGNED|ALTNAME|UNABLE_TO/.test(originalCode)) {
    return `Le certificat du serveur SMTP n’est pas valable (${originalCode}).`;
  }
  const sentence = code && sentences[code];
  if (!sentence) return errorText(error);
  return serverWords(originalCode ? `${sentence} (${originalCode})` : sentence);
}

const sentences: Record<string, string> = {
  ETIMEDOUT: "Le serveur SMTP ne répond pas (délai dépassé).",
  ECONNECTION: "Le serveur SMTP a coupé la connexion.",
  ESOCKET: "La connexion au serveur SMTP est impossible ou a été coupée.",
  EDNS: "Le serveur SMTP est introuvable.",
  ENOAUTH: "Le serveur SMTP demande un identifiant et un mot de passe.",
  EPROTOCOL: "Le serveur SMTP a donné une réponse incompréhensible.",
};
