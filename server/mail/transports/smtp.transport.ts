import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { createTransport, type SendMailOptions } from "nodemailer";
import { connectToAny, resolveHost } from "./connect.ts";
import { asciiAddress, mimeMessage, oneLine } from "./mime-message.ts";
import {
  isConnectionLost,
  isConnectionUsedUp,
  isPoolClosed,
  smtpOutcome,
  smtpReason,
} from "./smtp-outcome.rules.ts";
import type { DkimSigner, MailTransport, OutgoingMessage, SendOutcome } from "./transport.ts";

export type SmtpServer = { host: string; port: number; username: string | null; password: string | null };

export type SmtpOptions = {
  /** Hosts that may be reached although they are internal. */
  privateHosts: readonly string[];
  /** How many messages may be under way at the same time. */
  connections: number;
  /** The signing key. */
  dkim?: DkimSigner | null;
  timeouts?: SmtpTimeouts;
  /** The only certificate authority that counts, instead of the usual ones; for tests. */
  ca?: string;
};

/** In milliseconds. */
type SmtpTimeouts = { connection: number; greeting: number; socket: number };

const usualTimeouts: SmtpTimeouts = { connection: 10_000, greeting: 10_000, socket: 30_000 };
const implicitTlsPort = 465;
/** OpenSMTPD's limit; a server with a lower one says so, and gets a new connection then. */
const messagesPerConnection = 100;

/** How often a message is retried over another connection, by the failure of the former. */
type Retries = { usedUp: number; lost: number };
const retriesMax: Retries = { usedUp: 1, lost: 3 };

/**
 * SMTP over pooled connections. TLS from the start on port 465; elsewhere STARTTLS whenever the server offers it, and
 * always when a password is sent. The certificate has to be valid.
 */
export function createSmtpTransport(server: SmtpServer, options: SmtpOptions): MailTransport {
  let pool = createPool(server, options);
  /** Those that were replaced are closed and finish what is under way. */
  const pools = new Set([pool]);
  let isClosed = false;

  function replace(used: SmtpPool): void {
    if (isClosed || used !== pool) return; // another message has replaced it already
    used.mailer.close();
    pool = createPool(server, options);
    pools.add(pool);
  }

  async function send(message: OutgoingMessage, retriesLeft: Retries): Promise<SendOutcome> {
    const used = pool;
    const attempt = await attemptOver(used, smtpMail(message));
    if (used !== pool && used.streams.size === 0) pools.delete(used);
    if (attempt === null) return { type: "sent" };
    const { error, begun } = attempt;
    // On a new connection the server may well take it, and nothing of the message was handed over.
    if (!begun && retriesLeft.usedUp > 0 && isConnectionUsedUp(error)) {
      replace(used);
      return await send(message, { ...retriesLeft, usedUp: retriesLeft.usedUp - 1 });
    }
    // Another message replaced the pool, which is no fault of the server; a closed transport takes no more messages.
    if (!begun && isPoolClosed(error)) {
      return used === pool ? smtpOutcome(error, { begun }) : await send(message, retriesLeft);
    }
    // A server that closes one connection often closes its neighbours too, and its 421 may be lost with it.
    if (!begun && retriesLeft.lost > 0 && isConnectionLost(error)) {
      replace(used);
      return await send(message, { ...retriesLeft, lost: retriesLeft.lost - 1 });
    }
    return smtpOutcome(error, { begun });
  }

  return {
    send: (message) => send(message, retriesMax),
    async verify() {
      try {
        await pool.mailer.verify();
        return null;
      } catch (error) {
        return smtpReason(error);
      }
    },
    close() {
      isClosed = true;
      for (const { mailer } of pools) mailer.close();
    },
    abort() {
      isClosed = true;
      for (const { mailer } of pools) mailer.close({ force: true });
    },
  };
}

type SmtpPool = {
  mailer: ReturnType<typeof createMailer>;
  /** The stream of each message under way, by Message-ID. */
  streams: Map<string, Readable | null>;
};

function createPool(server: SmtpServer, options: SmtpOptions): SmtpPool {
  const mailer = createMailer(server, options);
  const streams: SmtpPool["streams"] = new Map();
  mailer.use("stream", (mail, done) => {
    const { raw } = mail.data;
    const createReadStream = mail.message.createReadStream.bind(mail.message);
    mail.message.createReadStream = (streamOptions) => {
      // A complete message needs the library's streams only for a signature.
      const isComplete = raw instanceof Buffer && !options.dkim;
      const stream = isComplete ? readableOf(raw) : createReadStream(streamOptions);
      streams.set(String(mail.data.messageId), stream);
      return stream;
    };
    done();
  });
  return { mailer, streams };
}

function readableOf(message: Buffer): Readable {
  return new Readable({
    read() {
      this.push(message);
      this.push(null);
    },
  });
}

/** @returns null when the server took it, else the error, and whether the server had asked for the message (354) */
async function attemptOver({ mailer, streams }: SmtpPool, mail: SendMailOptions) {
  const id = String(mail.messageId);
  streams.set(id, null);
  try {
    await mailer.sendMail(mail);
    return null;
  } catch (error) {
    return { error, begun: streams.get(id)?.readableDidRead ?? false };
  } finally {
    streams.delete(id);
  }
}

function createMailer({ host, port, username, password }: SmtpServer, options: SmtpOptions) {
  const timeouts = options.timeouts ?? usualTimeouts;
  return createTransport({
    pool: true,
    host,
    port,
    secure: port === implicitTlsPort,
    requireTLS: username !== null && port !== implicitTlsPort,
    ...(username !== null && { auth: { user: username, pass: password ?? "" } }),
    maxConnections: options.connections,
    maxMessages: messagesPerConnection,
    // The pool never sends anything a second time by itself: whether that is safe is decided here.
    maxRequeues: 0,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    tls: { minVersion: "TLSv1.2", ...(options.ca !== undefined && { ca: options.ca }) },
    ...signedWith(options.dkim ?? null),
    disableFileAccess: true,
    disableUrlAccess: true,
    // The name is resolved here, so that the connection goes to the checked address.
    getSocket(_options: unknown, callback: (error: Error | null, socket?: { connection: Socket }) => void) {
      resolveHost(host, options.privateHosts)
        .then((addresses) => connectToAny(addresses, { port, timeoutMs: timeouts.connection }))
        .then(
          (connection) => callback(null, { connection }),
          (error: Error) => callback(error),
        );
    },
  });
}

/** A message as the SMTP client takes it: written already where we can, else from its parts. */
function smtpMail(message: OutgoingMessage): SendMailOptions {
  const raw = mimeMessage(message);
  if (raw === null) return libraryMail(message);
  const envelope = {
    from: message.envelopeFrom === "" ? "" : asciiAddress(message.envelopeFrom ?? message.from.address),
    to: asciiAddress(message.to.address),
  };
  return { messageId: `<${message.messageId}>`, envelope, raw, ...bounceOptions(message) };
}

/** Asks servers to return only the headers if they bounce a personal link (RFC 3461). */
function bounceOptions({ holdsLink }: OutgoingMessage): Pick<SendMailOptions, "dsn"> {
  return holdsLink ? { dsn: { return: "headers", notify: "never" } } : {};
}

/** The parts of a message, for the library to write. */
export function libraryMail(message: OutgoingMessage): SendMailOptions {
  return {
    messageId: `<${message.messageId}>`,
    date: message.date,
    from: message.from,
    ...(message.replyTo !== null && { replyTo: message.replyTo }),
    ...(message.envelopeFrom !== null && {
      // As an object: a text would be taken apart at commas.
      envelope: { from: message.envelopeFrom, to: { name: "", address: message.to.address } },
    }),
    to: message.to,
    subject: message.subject,
    html: message.html,
    text: message.text,
    attachments: message.attachments.map((picture) => ({
      ...picture,
      contentDisposition: "inline" as const,
    })),
    headers: unfolded(message.headers),
    ...bounceOptions(message),
  };
}

function unfolded(headers: OutgoingMessage["headers"]): SendMailOptions["headers"] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      { prepared: true, foldLines: false, value: oneLine(value) },
    ]),
  );
}

/** nodemailer's own list leaves List-Unsubscribe-Post out, which Gmail asks to be signed (RFC 8058 § 4). */
const signedFields = [
  "from",
  "reply-to",
  "subject",
  "date",
  "message-id",
  "to",
  "mime-version",
  "content-type",
  "content-transfer-encoding",
  "list-unsubscribe",
  "list-unsubscribe-post",
  "list-id",
  "feedback-id",
].join(":");

/** The options by which nodemailer signs every message; none without a key. */
function signedWith(dkim: DkimSigner | null) {
  return dkim === null ? {} : { dkim: { ...dkim, headerFieldNames: signedFields } };
}
