import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { createTransport, type SendMailOptions } from "nodemailer";
import { connectToAny } from "./connect.ts";
import { resolveHost } from "./resolve-host.ts";
import { isConnectionLost, smtpOutcome, smtpReason } from "./smtp-outcome.rules.ts";
import type { MailTransport, OutgoingMessage, SendOutcome } from "./transport.ts";

export type SmtpServer = { host: string; port: number; username: string | null; password: string | null };

export type SmtpOptions = {
  /** Hosts that may be reached although they are internal. */
  privateHosts: readonly string[];
  /** How many messages may be under way at the same time. */
  connections: number;
  timeouts?: SmtpTimeouts;
  /** The only certificate authority that counts, instead of the usual ones; for tests. */
  ca?: string;
};

/** In milliseconds. */
export type SmtpTimeouts = { connection: number; greeting: number; socket: number };

const usualTimeouts: SmtpTimeouts = { connection: 10_000, greeting: 10_000, socket: 30_000 };
const implicitTlsPort = 465;

/**
 * SMTP over pooled connections. TLS from the start on port 465; elsewhere STARTTLS whenever the server offers it, and
 * always when a password is sent. The certificate has to be valid.
 */
export function createSmtpTransport(server: SmtpServer, options: SmtpOptions): MailTransport {
  const mailer = createMailer(server, options);
  /** The stream of each message under way, by Message-ID. */
  const streams = new Map<string, Readable>();
  mailer.use("stream", (mail, done) => {
    const createReadStream = mail.message.createReadStream.bind(mail.message);
    mail.message.createReadStream = (streamOptions) => {
      const stream = createReadStream(streamOptions);
      streams.set(String(mail.data.messageId), stream);
      return stream;
    };
    done();
  });

  async function send(message: OutgoingMessage, { again }: { again: boolean }): Promise<SendOutcome> {
    const mail = mailFrom(message);
    try {
      await mailer.sendMail(mail);
      return { type: "sent" };
    } catch (error) {
      // The stream is first read when the server has said 354.
      const begun = streams.get(String(mail.messageId))?.readableDidRead ?? false;
      // The server may have ended a connection that was kept open; on a new one it may well answer.
      if (!begun && !again && isConnectionLost(error)) return await send(message, { again: true });
      return smtpOutcome(error, { begun });
    } finally {
      streams.delete(String(mail.messageId));
    }
  }

  return {
    send: (message) => send(message, { again: false }),
    async verify() {
      try {
        await mailer.verify();
        return null;
      } catch (error) {
        return smtpReason(error);
      }
    },
    close: () => mailer.close(),
  };
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
    maxMessages: 1_000,
    // The pool never sends anything a second time by itself: whether that is safe is decided here.
    maxRequeues: 0,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    tls: { minVersion: "TLSv1.2", ...(options.ca !== undefined && { ca: options.ca }) },
    disableFileAccess: true,
    disableUrlAccess: true,
    // The name is resolved here, so that the address that was checked is the one that is connected to.
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

function mailFrom(message: OutgoingMessage): SendMailOptions {
  return {
    messageId: `<${message.messageId}>`,
    date: message.date,
    from: message.from,
    ...(message.replyTo !== null && { replyTo: message.replyTo }),
    to: message.to,
    subject: message.subject,
    html: message.html,
    text: message.text,
    attachments: message.attachments.map((picture) => ({
      ...picture,
      contentDisposition: "inline" as const,
    })),
    headers: message.headers,
  };
}
