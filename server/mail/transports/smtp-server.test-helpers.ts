import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { createSmtpTransport, type SmtpOptions, type SmtpServer } from "./smtp.transport.ts";
import type { OutgoingMessage } from "./transport.ts";

const folder = join(import.meta.dirname, "test-certificate");
/** A self-signed certificate for localhost and 127.0.0.1, which is also its certificate authority. */
export const testCertificate = readFileSync(join(folder, "certificate.pem"), "utf8");
const testKey = readFileSync(join(folder, "key.pem"), "utf8");

type Received = {
  from: string;
  to: string[];
  raw: string;
  mail: Email;
  secure: boolean;
  user: string | null;
};

export type TestSmtpServer = {
  port: number;
  received: Received[];
  connections: number;
  close(): Promise<void>;
};

/** Starts a real SMTP server with a mailbox in memory. Options can override the answers. @param port 0 for a free port */
export async function startSmtpServer(options: SMTPServerOptions = {}, port = 0): Promise<TestSmtpServer> {
  const received: Received[] = [];
  const state = { connections: 0 };
  const server = new SMTPServer({
    key: testKey,
    cert: testCertificate,
    authOptional: true,
    logger: false,
    closeTimeout: 100,
    onConnect(_session, callback) {
      state.connections += 1;
      callback();
    },
    onAuth({ username, password }, _session, callback) {
      if (username === "tenue" && password === "lin et velours") callback(null, { user: username });
      else callback(new Error("Invalid username or password"));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const raw = Buffer.concat(chunks).toString("utf8");
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
          mail: await PostalMime.parse(raw),
          secure: session.secure,
          user: typeof session.user === "string" ? session.user : null,
        });
        callback();
      });
    },
    ...options,
  });
  server.on("error", () => {}); // some tests disconnect
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    get connections() {
      return state.connections;
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

/** An SMTP error with its code, as `smtp-server` answers it. */
export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

export type RawServer = { port: number; connections: number; close(): Promise<void> };

/** Starts a scripted server: `converse` decides on the answer to each line of the client. */
export async function startRawServer(
  converse: (socket: Socket, line: string) => void,
  greet: (socket: Socket) => void = (socket) => socket.write("220 test ESMTP\r\n"),
): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const state = { connections: 0 };
  const server = createServer((socket) => {
    state.connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {}); // the client may have closed the connection
    let rest = "";
    socket.on("data", (chunk) => {
      const lines = (rest + chunk.toString("latin1")).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) converse(socket, line);
    });
    greet(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return state.connections;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

/** Accepts every command up to DATA; `afterData` answers the end of the message. */
export function acceptUntilData(afterData: (socket: Socket) => void): (socket: Socket, line: string) => void {
  const inData = new WeakSet<Socket>();
  return (socket, line) => {
    if (inData.has(socket)) {
      if (line !== ".") return;
      inData.delete(socket);
      afterData(socket);
    } else if (line === "DATA") {
      inData.add(socket);
      socket.write("354 go on\r\n");
    } else {
      socket.write(line.startsWith("EHLO") ? "250 test\r\n" : "250 ok\r\n");
    }
  };
}

export function outgoing(changes: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    messageId: "0b6f6c1e-3c2b-4d55-9f0a-111111111111@tenue.example",
    logId: "0b6f6c1e-3c2b-4d55-9f0a-111111111111",
    date: new Date("2026-03-02T09:30:00Z"),
    from: { name: "L’équipe Tenue", address: "bonjour@tenue.example" },
    replyTo: "reponse@tenue.example",
    envelopeFrom: null,
    holdsLink: false,
    to: { name: "Zoé Martin", address: "zoe@exemple.fr" },
    subject: "Été à Paris",
    html: '<p>Bonjour <img src="cid:photo@mail"></p>',
    text: "Bonjour",
    attachments: [
      {
        cid: "photo@mail",
        filename: "image-1.png",
        contentType: "image/png",
        content: Buffer.from("picture"),
      },
    ],
    headers: { "Auto-Submitted": "auto-generated" },
    ...changes,
  };
}

const opened: { close(): unknown }[] = [];

/** Registers a resource that `closeAll` closes after the test. */
export function keep<One extends { close(): unknown }>(one: One): One {
  opened.push(one);
  return one;
}

/** For `afterEach`: closes the registered resources in reverse order. */
export async function closeAll(): Promise<void> {
  for (const one of opened.splice(0).reverse()) await one.close();
}

export const longTimeouts = { connection: 10_000, greeting: 10_000, socket: 20_000 };
export const shortTimeouts = { connection: 400, greeting: 400, socket: 400 };

export function transportTo(
  { port }: { port: number },
  { server, ...options }: Partial<SmtpOptions> & { server?: Partial<SmtpServer> } = {},
) {
  return keep(
    createSmtpTransport(
      { host: "127.0.0.1", port, username: null, password: null, ...server },
      {
        privateHosts: ["127.0.0.1", "localhost"],
        connections: 2,
        ca: testCertificate,
        timeouts: longTimeouts,
        ...options,
      },
    ),
  );
}

export const account = { username: "tenue", password: "lin et velours" };
