import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";

/** An SMTP server in a separate process, so that its mailbox survives kills. */
export type MailSink = {
  port: number;
  /** Recipients in order of arrival, one entry per accepted message. */
  received: () => Promise<Delivery[]>;
  stop: () => Promise<void>;
  /** Listens on the same port again, with the same mailbox. */
  start: () => Promise<void>;
};

type Delivery = { recipient: string; messageId: string };

/**
 * @param delayMs the time to accept a message, so that a kill interrupts messages in flight
 * @param perConnection the maximum of messages per connection; after that, each MAIL FROM gets 452
 */
export async function startMailSink({ delayMs = 0, perConnection = 0 } = {}): Promise<MailSink> {
  const before: Delivery[] = [];
  let child: ChildProcess;
  let port = 0;

  const start = async () => {
    child = fork(
      resolve(import.meta.dirname, "mail-sink-process.ts"),
      [port, delayMs, perConnection].map(String),
    );
    const [message] = (await once(child, "message")) as [{ port: number }];
    port = message.port;
  };
  const ask = async (): Promise<Delivery[]> => {
    child.send("report");
    const [message] = (await once(child, "message")) as [{ received: Delivery[] }];
    return message.received;
  };

  await start();
  return {
    get port() {
      return port;
    },
    received: async () => [...before, ...(child.connected ? await ask() : [])],
    async stop() {
      if (!child.connected) return;
      before.push(...(await ask()));
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
    start,
  };
}
