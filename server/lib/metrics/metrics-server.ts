import { once } from "node:events";
import { createServer } from "node:http";
import type { Registry } from "prom-client";
import type { Logger } from "#server/lib/logger.ts";

/**
 * Serves the figures of a registry at `/metrics`, apart from everything that visitors reach.
 * @throws when the port is taken
 */
export async function listenForMetrics(
  registry: Registry,
  { host, port, log }: { host: string; port: number; log: Logger },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    if (request.method !== "GET" || request.url?.split("?")[0] !== "/metrics") {
      response.writeHead(404, { "content-type": "text/plain" }).end("The figures are at /metrics\n");
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
