import type { ImapFlow } from "imapflow";
import { quoteWords } from "#contract/quoted-words.ts";
import { HostError, resolveHost } from "#server/mail/transports/connect.ts";
import { errorText, type MailboxAccess } from "#server/mail/transports/transport.ts";

/** An INBOX that is open. UIDs come from the server and are not trusted. */
export type Mailbox = {
  /** UIDs are valid only together with this number (RFC 3501): when it changes, the whole mailbox is read again. */
  uidValidity: number;
  /** No message has this UID or a higher one. */
  uidNext: number;
  /** How many messages there are. */
  count: number;
  list(after: number): Promise<number[]>;
  read(uids: readonly number[]): Promise<MailboxMessage[]>;
  /** Moves understood messages into a separate folder. */
  file(uids: readonly number[]): Promise<void>;
  close(): Promise<void>;
};
export type MailboxMessage = { uid: number; source: Buffer };
/** @param signal aborts the operation at once */
export type OpenMailbox = (access: MailboxAccess, signal: AbortSignal) => Promise<Mailbox>;

/** A mailbox that cannot be read; the message is French and fit for the settings. */
export class MailboxError extends Error {
  override name = "MailboxError";
}

const inbox = "INBOX";
const filedName = "Traités";
const implicitTlsPort = 993;
/** The fetch limit per message in bytes. Reports state the result at their beginning, before the returned message. */
const sourceMax = 256 * 1024;

type Options = {
  /** Internal hosts that connections are allowed to. */
  privateHosts: readonly string[];
  timeouts?: { connection: number; socket: number };
  /** For tests: the only trusted certificate authority. */
  ca?: string;
};

/**
 * Opens mailboxes over IMAP, with TLS from the start on port 993 and STARTTLS on other ports. Never sends a password without TLS, and
 * requires a valid certificate.
 * Throws only `MailboxError`.
 */
export function createMailboxOpener(options: Options): OpenMailbox {
  return async (access, signal) => {
    if (access.unreadable)
      throw new MailboxError(
        "Le mot de passe IMAP ne peut plus être déchiffré (AUTH_SECRET a changé)\u00a0: saisissez-le à nouveau dans les paramètres.",
      );
    const client = await connect(access, options, signal);
    try {
      return await withMailboxError(() => openInbox(client));
    } catch (error) {
      client.close();
      throw error;
    }
  };
}

async function connect(access: MailboxAccess, options: Options, signal: AbortSignal): Promise<ImapFlow> {
  const addresses = await withMailboxError(() => resolveHost(access.host, options.privateHosts));
  let failure: unknown = new Error("no address");
  for (const { address } of addresses) {
    const client = await createClient(access, address, options);
    const close = () => client.close();
    signal.addEventListener("abort", close);
    // The signal lives as long as the process, and the listener would keep the client with it.
    client.once("close", () => signal.removeEventListener("abort", close));
    try {
      await client.connect();
      return client;
    } catch (error) {
      failure = error;
      client.close();
      if ((error as { authenticationFailed?: boolean }).authenticationFailed) break;
    }
  }
  throw new MailboxError(mailboxReason(failure), { cause: failure });
}

/** Imports the IMAP library on demand: few installations have a mailbox, and its code takes 4 MB. */
async function createClient(
  { host, port, username, password }: MailboxAccess,
  address: string,
  { timeouts = { connection: 15_000, socket: 60_000 }, ca }: Options,
): Promise<ImapFlow> {
  const { ImapFlow } = await import("imapflow");
  const secure = port === implicitTlsPort;
  const client = new ImapFlow({
    // Connects to the checked address, because the DNS may change in between. The certificate is checked against the name.
    host: address,
    servername: host,
    port,
    secure,
    ...(!secure && { doSTARTTLS: true }),
    auth: { user: username, pass: password ?? "" },
    tls: { minVersion: "TLSv1.2", rejectUnauthorized: true, ...(ca !== undefined && { ca }) },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.connection,
    socketTimeout: timeouts.socket,
    maxLiteralSize: 2 * sourceMax,
  });
  // The pending call rejects; without a listener the event would end the process.
  client.on("error", () => {});
  return client;
}

async function openInbox(client: ImapFlow): Promise<Mailbox> {
  const opened = await client.mailboxOpen(inbox);
  let filed: string | null = null;
  return {
    uidValidity: Number(opened.uidValidity),
    uidNext: opened.uidNext,
    count: opened.exists,
    list: (after) =>
      withMailboxError(async () => {
        const found = await client.search({ uid: `${after + 1}:*` }, { uid: true });
        return found || [];
      }),
    read: (uids) =>
      withMailboxError(async () => {
        const query = { uid: true, source: { start: 0, maxLength: sourceMax } };
        const messages = await client.fetchAll(uids.join(","), query, { uid: true });
        return messages.flatMap(({ uid, source }) => (source ? [{ uid, source }] : []));
      }),
    file: (uids) =>
      withMailboxError(async () => {
        filed ??= await ensureFolder(client);
        const moved = await client.messageMove(uids.join(","), filed, { uid: true });
        if (!moved) throw new Error("le serveur n’a pas déplacé les messages");
      }),
    async close() {
      await client.logout().catch(() => client.close()); // the connection ends either way
    },
  };
}

/** Makes the folder in the server's namespace, which may be below the INBOX. */
async function ensureFolder(client: ImapFlow): Promise<string> {
  const { path } = await client.mailboxCreate([filedName]);
  return path;
}

async function withMailboxError<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    throw error instanceof MailboxError ? error : new MailboxError(mailboxReason(error), { cause: error });
  }
}

const speaker = "Réponse du serveur IMAP";

/** Fields that the IMAP client adds to its errors. */
type ImapError = Error & {
  code?: string;
  authenticationFailed?: boolean;
  responseText?: string;
  serverResponseCode?: string;
};

/** Explains to the admin why a mailbox cannot be read, with the error code for the operator. */
function mailboxReason(error: unknown): string {
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
  ECONNRESET: cut,
  EPIPE: cut,
  EConnectionClosed: cut,
  NoConnection: cut,
  ClosedAfterConnectText: cut,
  ClosedAfterConnectTLS: cut,
  ETIMEDOUT: silent,
  ETIMEOUT: silent,
  CONNECT_TIMEOUT: silent,
  GREETING_TIMEOUT: silent,
  UPGRADE_TIMEOUT: silent,
  EHOSTUNREACH: "Le serveur IMAP ne peut pas être joint : le réseau n’y mène pas",
  ENETUNREACH: "Le serveur IMAP ne peut pas être joint : le réseau n’y mène pas",
  MissingServerExtension:
    "Le serveur IMAP n’offre pas de connexion chiffrée (STARTTLS) : aucun mot de passe ne lui est envoyé",
};
