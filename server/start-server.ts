import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { announceSetUp } from "./accounts/admins.service.ts";
import { claimSecret } from "./accounts/installation.service.ts";
import { createUpdateBackup } from "./backup/update-backup.service.ts";
import { compose } from "./compose.ts";
import { ensureAuthSecret } from "./lib/auth-secret.ts";
import type { Config } from "./lib/config.ts";
import { openDatabase } from "./lib/database/database.ts";
import { createOutageLog, type Logger } from "./lib/logger.ts";
import { findWebBuild, loadWebFiles } from "./lib/web-files/load-web-files.ts";
import { startMaintenance } from "./maintenance.ts";
import { serveMetrics } from "./serve-metrics.ts";
import { ensureBackupFolder, ensureListenable, reportUnreadableSecrets } from "./start-conditions.ts";
import { createReadiness } from "./state/readiness.service.ts";

export type RunningServer = {
  /** The address at which the server listens. */
  url: string;
  /** The public address. */
  baseUrl: string;
  mode: "embedded" | "postgresql";
  close(): Promise<void>;
};

/** How long the upload of a request may take: the largest import on a slow line. */
const uploadLimitMs = 15 * 60_000;

/** How long running requests may take when the server stops. Event streams are cut off after that. */
const shutdownGraceMs = 5_000;

/**
 * Opens the database, listens and composes the application.
 * @param announce prints a line for the operator
 * @param apiOnly true: without the site and the back office, for development (where Vite serves them) and for tests that do not need them
 * @throws when the build is missing, the database does not answer or the port is in use; everything is closed again then
 */
export async function startServer(
  config: Config,
  plainLog: Logger,
  announce: (line: string) => void,
  { apiOnly = false } = {},
): Promise<RunningServer> {
  const webBuild = apiOnly ? null : findWebBuild();
  await ensureListenable(config);
  const authSecret = ensureAuthSecret(config);
  ensureBackupFolder(config);
  let isReady: () => Promise<void> = () => Promise.reject(new Error("starting"));
  const log = createOutageLog(plainLog, () => isReady());
  const beforeMigrations = createUpdateBackup({ ...config, authSecret, log });
  const database = await openDatabase({ ...config, log, beforeMigrations });
  isReady = createReadiness(database.publicDb);
  const server = createServer({ requestTimeout: uploadLimitMs });
  try {
    await claimSecret(database.db, { ...config, authSecret });
    server.listen(config.port, config.host);
    await once(server, "listening");
    // No await from here to the listener, so that no request arrives in between.
    const url = addressOf(server, config.host);
    const baseUrl = config.baseUrl.endsWith(":0") ? url : config.baseUrl; // PORT=0 means any free port
    const { app, parts, mail, bounces, erasures, webhooks, upkeep } = compose({
      db: database.db,
      publicDb: database.publicDb,
      config: { ...config, authSecret, baseUrl },
      log,
      announce,
      web: webBuild === null ? null : loadWebFiles(webBuild, baseUrl),
    });
    server.on("request", getRequestListener(app.fetch, { hostname: new URL(baseUrl).host }));
    await announceSetUp(parts);
    await reportUnreadableSecrets(parts);
    const metrics =
      config.metricsListen &&
      (await serveMetrics({ parts, database, mailIsAlive: mail.isAlive }, config.metricsListen));
    if (metrics) announce(`Metrics for Prometheus are at port ${metrics.port}, path /metrics`);
    const stopMaintenance = startMaintenance(log, upkeep);
    parts.importRunner.wake();
    mail.start();
    bounces.start();
    erasures.start();
    webhooks.start();
    parts.passages.start();
    if (webBuild !== null)
      void parts.siteDocuments().catch((error) => log.error("the site could not be drawn", { error }));
    return {
      url,
      baseUrl,
      mode: database.mode,
      async close() {
        const mailStopped = Promise.all([mail.stop(), bounces.stop(), webhooks.stop()]);
        await closeServer(server);
        await Promise.all([mailStopped, stopMaintenance(), metrics?.close()]);
        await parts.importRunner.stop();
        await parts.backups.stop();
        await erasures.stop();
        await parts.passages.stop();
        log.stop();
        await database.close();
      },
    };
  } catch (error) {
    server.close();
    log.stop();
    await database.close();
    throw error;
  }
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** Closes each connection after its next answer. Otherwise a busy connection would never be idle, and would be cut off in the end. */
async function closeServer(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.prependListener("request", (_request, response) => response.setHeader("connection", "close"));
  server.close();
  server.closeIdleConnections();
  const closingIdle = setInterval(() => server.closeIdleConnections(), 100);
  const timeout = setTimeout(() => server.closeAllConnections(), shutdownGraceMs);
  await closed;
  clearInterval(closingIdle);
  clearTimeout(timeout);
}
