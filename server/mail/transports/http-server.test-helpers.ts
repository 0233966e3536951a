import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type HttpCall = { method: string; path: string; headers: IncomingMessage["headers"]; body: string };

export type FakeHttpServer = { url: string; calls: HttpCall[]; close(): Promise<void> };

/** Starts an HTTP service that records requests and answers as configured. */
export async function startFakeHttpServer(
  answer: (response: ServerResponse, call: HttpCall) => void,
): Promise<FakeHttpServer> {
  const calls: HttpCall[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const call = { method, path: url, headers, body: await text(request) };
    calls.push(call);
    answer(response, call);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export function respond(
  response: ServerResponse,
  status: number,
  body: string | object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
