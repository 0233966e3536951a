import { quoteWords } from "#contract/quoted-words.ts";
import { errorText } from "#server/mail/transports/outcomes.ts";
import { HostError } from "#server/mail/transports/resolve-host.ts";

const speaker = "Réponse du serveur IMAP";

/** What the IMAP client adds to its errors. */
type ImapError = Error & {
  code?: string;
  authenticationFailed?: boolean;
  responseText?: string;
  serverResponseCode?: string;
};

/** Why a mailbox cannot be read, for whoever filled in the settings; the code is for whoever runs the server. */
export function mailboxReason(error: unknown): string {
  const { code = "", authenticationFailed, responseText } = error as ImapError;
  if (error instanceof HostError) return error.message;
  if (authenticationFailed) {
    const sentence =
      "Le serveur IMAP refuse l’identifiant ou le mot de passe : vérifiez-les dans les paramètres.";
    return responseText ? `${sentence} ${quoteWords(speaker, responseText)}` : sentence;
  }
  if (/CERT|SIGNED|ALTNAME|UNABLE_TO/.test(code))
    return `Le certificat du serveur IMAP n’est pas valable : rien ne prouve que c’est bien lui (${code}).`;
  const sentence = sentences[code];
  if (sentence) return `${sentence} (${code}).`;
  return responseText
    ? `Le serveur IMAP n’a pas répondu comme prévu. ${quoteWords(speaker, responseText)}`
    : `Le serveur IMAP n’a pas répondu comme prévu : ${errorText(error)}`;
}

const silent = "Le serveur IMAP ne répond pas : délai dépassé";
const cut = "Le serveur IMAP a coupé la connexion";
const sentences: Record<string, string> = {
  ECONNREFUSED: "Le serveur IMAP refuse la connexion : il est arrêté, ou son port n’est pas le bon",
  ...{ ECONNRESET: cut, EPIPE: cut, EConnectionClosed: cut, NoConnection: cut, ClosedAfterConnectText: cut },
  ...{ ClosedAfterConnectTLS: cut, ETIMEDOUT: silent, ETIMEOUT: silent, CONNECT_TIMEOUT: silent },
  ...{ GREETING_TIMEOUT: silent, UPGRADE_TIMEOUT: silent },
  EHOSTUNREACH: "Le serveur IMAP ne peut pas être joint : le réseau n’y mène pas",
  ENETUNREACH: "Le serveur IMAP ne peut pas être joint : le réseau n’y mène pas",
  MissingServerExtension:
    "Le serveur IMAP n’offre pas de connexion chiffrée (STARTTLS) : aucun mot de passe ne lui est envoyé",
};
