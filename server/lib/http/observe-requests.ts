import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes, routePath } from "hono/route";
import type { Logger } from "#server/lib/logger.ts";

export type RequestEnv = { Variables: { requestId: string } };

/** A request that has ended, without personal data: no path, no query, no address. */
export type EndedRequest = {
  requestId: string;
  method: string;
  /** The route's pattern (`/api/admin/questions/:id`), or the pattern of the guard that refused the request. */
  route: string;
  status: number;
  /** Milliseconds until the answer was sent completely, or the client disconnected. */
  ms: number;
  /** Bytes sent, headers included. */
  bytes: number;
  /** True when the client disconnected before it had received everything. */
  aborted: boolean;
  isEventStream: boolean;
};

type Observers = {
  metrics: { begun(): void; ended(request: EndedRequest): void };
  /** Logs a line for each request; null: requests are not logged. */
  accessLog: Logger | null;
};

/**
 * First middleware: gives each request an id. The answer (`X-Request-Id`) and the log of errors contain it. Logs the request
 * after its answer was sent.
 */
export function observeRequests({ metrics, accessLog }: Observers) {
  return createMiddleware<RequestEnv>(async (c, next) => {
    const begunAt = performance.now();
    const requestId = randomUUID();
    c.set("requestId", requestId);
    const outgoing = (c.env as { outgoing?: ServerResponse } | undefined)?.outgoing;
    const socket = outgoing?.socket;
    const bytesBefore = socket?.bytesWritten ?? 0;
    metrics.begun();
    await next();
    c.res.headers.set("x-request-id", requestId);
    const { status, headers } = c.res;
    const isEventStream = headers.get("content-type")?.startsWith("text/event-stream") ?? false;
    const route = routeOf(c);

    const end = () => {
      const request = {
        requestId,
        method: c.req.method,
        route,
        status,
        ms: Math.round((performance.now() - begunAt) * 10) / 10,
        bytes: socket ? socket.bytesWritten - bytesBefore : Number(headers.get("content-length") ?? 0),
        aborted: outgoing !== undefined && !outgoing.writableFinished,
      };
      metrics.ended({ ...request, isEventStream });
      accessLog?.info("request", request);
    };
    if (outgoing === undefined || outgoing.closed) end();
    else outgoing.once("close", end);
  });
}

/** The pattern of the endpoint, also when a guard before it refused the request. Without an endpoint, the pattern of the guard. */
function routeOf(c: Context): string {
  const endpoint = matchedRoutes(c).find(({ method }) => method !== "ALL");
  return endpoint?.path ?? routePath(c);
}
