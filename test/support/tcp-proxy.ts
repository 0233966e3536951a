import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

type Target = { host?: string; port: number };

/** A proxy to another server that can silently drop packets. */
export type TcpProxy = {
  port: number;
  /** Stops all traffic. Connections stay open, and new ones are accepted but get no data. */
  silence(): void;
  /** Forwards the data that was held back and all later data. */
  resume(): void;
  /** Closes every connection and leads new ones to another server. */
  lead(target: Target): void;
  close(): Promise<void>;
};

export async function startTcpProxy(first: Target): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let silent = false;
  let target = first;
  const server = createServer({ pauseOnConnect: true }, (inner) => {
    const outer = connect({ host: "127.0.0.1", ...target });
    for (const [socket, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(socket);
      socket.on("data", (chunk) => other.write(chunk));
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.on("error", () => undefined); // "close" follows
      if (silent) socket.pause();
      else socket.resume();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      silent = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      silent = false;
      for (const socket of sockets) socket.resume();
    },
    lead(next) {
      target = next;
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
