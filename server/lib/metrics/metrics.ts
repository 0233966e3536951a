import { once } from "node:events";
import { createServer } from "node:http";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { EndedRequest } from "#server/lib/http/observe-requests.ts";
import type { Logger } from "#server/lib/logger.ts";

/** In seconds. The bounds cover answers from memory as well as exports. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Clients may send every method that Node parses. A permanent series for each would be too many. */
const namedMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * The counters of one instance. Always on, because they cost less than a microsecond per request. `serveMetrics` adds the
 * metrics that are read at each scrape.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const seconds = new Histogram({
    name: "tenue_http_request_duration_seconds",
    help: "Time until an answer was sent whole, by route pattern; event streams are not in it",
    labelNames: ["method", "route", "status"],
    buckets: requestBuckets,
    registers,
  });
  const bytes = new Counter({
    name: "tenue_http_response_bytes_total",
    help: "Bytes sent as answers, headers included",
    registers,
  });
  const aborted = new Counter({
    name: "tenue_http_requests_aborted_total",
    help: "Requests whose client went away before it had the whole answer",
    registers,
  });
  const inFlight = new Gauge({
    name: "tenue_http_requests_in_flight",
    help: "Requests that are being answered",
    registers,
  });
  const attempts = new Counter({
    name: "tenue_mail_attempts_total",
    help: "Attempts to hand a message over, by provider and outcome (sent, refused, deferred, unreachable, uncertain)",
    labelNames: ["provider", "outcome"],
    registers,
  });
  return {
    registry,
    requests: {
      begun: () => inFlight.inc(),
      ended(request: EndedRequest): void {
        inFlight.dec();
        bytes.inc(request.bytes);
        if (request.aborted) aborted.inc();
        if (request.isEventStream) return;
        const method = namedMethods.has(request.method) ? request.method : "other";
        seconds.observe({ method, route: request.route, status: request.status }, request.ms / 1_000);
      },
    },
    countMailAttempt: (provider: string, outcome: string) => attempts.inc({ provider, outcome }),
  };
}

/**
 * Serves the metrics of a registry at `/metrics`, separate from everything that visitors reach.
 * @throws when the port is taken
 */
export async function listenForMetrics(
  registry: Registry,
  { host, port, log }: { host: string; port: number; log: Logger },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    if (request.method !== "GET" || request.url?.split("?")[0] !== "/metrics") {
      response.writeHead(404, { "content-type": "text/plain" }).end("The metrics are at /metrics\n");
      return;
    }
    try {
      const text = await registry.metrics();
      response.writeHead(200, { "content-type": registry.contentType }).end(text);
    } catch (error) {
      log.error("failed to answer with the metrics", { error });
      response.writeHead(500, { "content-type": "text/plain" }).end("See the log\n");
    }
  });
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
