import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { SMTPServer } from "smtp-server";

/** See mail-sink.ts. Arguments: port (0 for any), delay in milliseconds before a message is accepted, messages per connection. */
const [port = 0, delayMs = 0, perConnection = 0] = process.argv.slice(2).map(Number);
const received: { recipient: string; messageId: string }[] = [];

const taken = new Map<string, number>();

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS", "AUTH"],
  logger: false,
  onMailFrom(_address, { id }, done) {
    const count = taken.get(id) ?? 0;
    if (perConnection === 0 || count < perConnection) return done();
    done(Object.assign(new Error("Too many messages sent"), { responseCode: 452 }));
  },
  onData(stream, session, done) {
    let head = "";
    stream.on("data", (chunk: Buffer) => {
      if (head.length < 8_192) head += chunk.toString("latin1");
    });
    stream.on("end", async () => {
      await pause(delayMs);
      const messageId = /^message-id:\s*<([^>]+)>/im.exec(head)?.[1] ?? "";
      taken.set(session.id, (taken.get(session.id) ?? 0) + 1);
      for (const { address } of session.envelope.rcptTo) received.push({ recipient: address, messageId });
      done();
    });
  },
});
// Tests kill clients in the middle of a message, which breaks the connection.
server.on("error", () => {});
server.listen(port, "127.0.0.1", () => {
  process.send?.({ port: (server.server.address() as AddressInfo).port });
});
process.on("message", () => process.send?.({ received }));
process.on("disconnect", () => process.exit(0));
