import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { SMTPServer } from "smtp-server";

/** See mail-sink.ts. Arguments: port (0 for any), delay in milliseconds before a message is accepted. */
const [port = 0, delayMs = 0] = process.argv.slice(2).map(Number);
const received: { recipient: string; messageId: string }[] = [];

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS", "AUTH"],
  logger: false,
  onData(stream, session, done) {
    let head = "";
    stream.on("data", (chunk: Buffer) => {
      if (head.length < 8_192) head += chunk.toString("latin1");
    });
    stream.on("end", async () => {
      await pause(delayMs);
      const messageId = /^message-id:\s*<([^>]+)>/im.exec(head)?.[1] ?? "";
      for (const { address } of session.envelope.rcptTo) received.push({ recipient: address, messageId });
      done();
    });
  },
});
// A client that is killed in the middle of a message breaks its connection; that is what it is here for.
server.on("error", () => {});
server.listen(port, "127.0.0.1", () => {
  process.send?.({ port: (server.server.address() as AddressInfo).port });
});
process.on("message", () => process.send?.({ received }));
process.on("disconnect", () => process.exit(0));
