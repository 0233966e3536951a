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
  /** Internal hosts that connections are allowed to. */
  privateHosts: readonly string[];
  /** The maximum number of messages in flight. */
  connections: number;
  /** The signing key. */
  dkim?: DkimSigner | null;
  timeouts?: SmtpTimeouts;
  /** For tests: the only trusted certificate authority. */
  ca?: string;
};

/** In milliseconds. */
type SmtpTimeouts = { connection: number; greeting: number; socket: number };

const usualTimeouts: SmtpTimeouts = { connection: 10_000, greeting: 10_000, socket: 30_000 };
const implicitTlsPort = 465;
/** OpenSMTPD's limit. For a server with a lower limit, its refusal leads to a new connection. */
const messagesPerConnection = 100;

/** The number of retries of a message over another connection, by the failure of the earlier one. */
type Retries = { usedUp: number; lost: number };
const retriesMax: Retries = { usedUp: 1, lost: 3 };

/**
 * Sends mail by SMTP over pooled connections. Uses TLS from the start on port 465. On other ports it uses STARTTLS if the server offers
 * it, and requires it before it sends a password. The certificate has to be valid.
 */
export function createSmtpTransport(server: SmtpServer, options: SmtpOptions): MailTransport {
  let pool = createPool(server, options);
  /** The current pool, and closed ones that finish their messages in flight. */
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
    // The server may take the message on a new connection, and no part of it was handed over.
    if (!begun && retriesLeft.usedUp > 0 && isConnectionUsedUp(error)) {
      replace(used);
      return await send(message, { ...retriesLeft, usedUp: retriesLeft.usedUp - 1 });
    }
    // Another message has replaced the pool, so the server did not fail. A closed transport takes no more messages.
    if (!begun && isPoolClosed(error)) {
      return used === pool ? smtpOutcome(error, { begun }) : await send(message, retriesLeft);
    }
    // A server that closes one connection often closes the others too, and its 421 may get lost.
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
  /** The stream of each message in flight, by Message-ID. */
  streams: Map<string, Readable | null>;
};

function createPool(server: SmtpServer, options: SmtpOptions): SmtpPool {
  const mailer = createMailer(server, options);
  const streams: SmtpPool["streams"] = new Map();
  mailer.use("stream", (mail, done) => {
    const { raw } = mail.data;
    const createReadStream = mail.message.createReadStream.bind(mail.message);
    mail.message.createReadStream = (streamOptions) => {
      // The library has to process a complete message only to sign it.
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
    // The pool must not retry: `createSmtpTransport` decides whether a retry is safe.
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

/** Returns a message for the SMTP client: complete if we can write it, else as parts for the library. */
function smtpMail(message: OutgoingMessage): SendMailOptions {
  const raw = mimeMessage(message);
  if (raw === null) return libraryMail(message);
  const envelope = {
    from: message.envelopeFrom === "" ? "" : asciiAddress(message.envelopeFrom ?? message.from.address),
    to: asciiAddress(message.to.address),
  };
  return { messageId: `<${message.messageId}>`, envelope, raw, ...bounceOptions(message) };
}

/** Asks servers to return only the headers in a bounce of a message with a personal link (RFC 3461). */
function bounceOptions({ holdsLink }: OutgoingMessage): Pick<SendMailOptions, "dsn"> {
  return holdsLink ? { dsn: { return: "headers", notify: "never" } } : {};
}

/** Returns the parts of a message, from which the library writes it. */
export function libraryMail(message: OutgoingMessage): SendMailOptions {
  return {
    messageId: `<${message.messageId}>`,
    date: message.date,
    from: message.from,
    ...(message.replyTo !== null && { replyTo: message.replyTo }),
    ...(message.envelopeFrom !== null && {
      // An object, because the library would split a string at commas.
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

/** nodemailer's default list lacks List-Unsubscribe-Post, which Gmail requires to be signed (RFC 8058 § 4). */
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

/** Returns the options by which nodemailer signs every message; empty without a key. */
function signedWith(dkim: DkimSigner | null) {
  return dkim === null ? {} : { dkim: { ...dkim, headerFieldNames: signedFields } };
}
