import { connect, type Socket } from "node:net";

type LoadRequest = { method: string; path: string; headers?: Record<string, string>; body?: string };

export type LoadResult = {
  /** Answers per second. */
  rate: number;
  latenciesMs: number[];
  /** How many answers had each status. */
  statuses: Record<number, number>;
};

type LoadOptions = {
  port: number;
  connections: number;
  /** The load ends after this time, or after this many requests. */
  seconds?: number;
  requests?: number;
  next(): LoadRequest;
};

const headEnd = Buffer.from("\r\n\r\n");

/**
 * Keeps every connection busy with one request after the other. It uses bare sockets, because an HTTP client would need more
 * processor time than the measured server.
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const result: LoadResult = { rate: 0, latenciesMs: [], statuses: {} };
  const start = performance.now();
  const until = start + (options.seconds ?? Number.POSITIVE_INFINITY) * 1000;
  let left = options.requests ?? Number.POSITIVE_INFINITY;
  const mayGoOn = () => {
    left -= 1;
    return left >= 0 && performance.now() < until;
  };
  await Promise.all(Array.from({ length: options.connections }, () => keepBusy(options, mayGoOn, result)));
  result.rate = (result.latenciesMs.length / (performance.now() - start)) * 1000;
  return result;
}

function keepBusy(options: LoadOptions, mayGoOn: () => boolean, result: LoadResult): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: options.port, host: "127.0.0.1", noDelay: true });
    let received: Buffer = Buffer.alloc(0);
    let sentAt = 0;
    const send = () => {
      if (!mayGoOn()) {
        socket.end();
        resolve();
        return;
      }
      sentAt = performance.now();
      write(socket, options.next());
    };
    socket.on("connect", send);
    socket.on("error", reject);
    socket.on("data", (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const answer = readAnswer(received);
      if (!answer) return;
      received = received.subarray(answer.length);
      result.latenciesMs.push(performance.now() - sentAt);
      result.statuses[answer.status] = (result.statuses[answer.status] ?? 0) + 1;
      send();
    });
  });
}

function write(socket: Socket, { method, path, headers = {}, body }: LoadRequest): void {
  const lines = [`${method} ${path} HTTP/1.1`, "host: localhost", "connection: keep-alive"];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined) {
    lines.push("content-type: application/json", `content-length: ${Buffer.byteLength(body)}`);
  }
  socket.write(`${lines.join("\r\n")}\r\n\r\n${body ?? ""}`);
}

/** @returns null while the answer is incomplete */
function readAnswer(received: Buffer): { status: number; length: number } | null {
  const end = received.indexOf(headEnd);
  if (end === -1) return null;
  const head = received.toString("latin1", 0, end).toLowerCase();
  const status = Number(head.slice(9, 12));
  const declared = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  if (declared === undefined) {
    const last = received.indexOf("0\r\n\r\n", end + 2);
    return last === -1 ? null : { status, length: last + 5 };
  }
  const length = end + headEnd.length + Number(declared);
  return received.length < length ? null : { status, length };
}
