import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { buildApp } from "./app.ts";
import type { AppDependencies } from "./app-dependencies.ts";
import { createCampaignQueue } from "./features/campaigns/campaigns.service.ts";
import { createAccountLinkSender } from "./features/email/account-link.service.ts";
import { createMail } from "./features/email/mail.ts";
import { ensureAuthSecret } from "./lib/auth-secret.ts";
import type { Config } from "./lib/config.ts";
import { openDatabase } from "./lib/database/database.ts";
import type { Logger } from "./lib/logger.ts";
import { loadWebFiles } from "./lib/web-files/load-web-files.ts";
import { startMaintenance } from "./maintenance.ts";
import { maintenanceJobs } from "./maintenance-jobs.ts";

export type RunningServer = {
  /** Where it listens. */
  url: string;
  /** The public address. */
  baseUrl: string;
  mode: "embedded" | "postgresql";
  close(): Promise<void>;
};

/** How long requests in flight may take to end when the server stops. Event streams are cut off then. */
const shutdownGraceMs = 5_000;

/**
 * Opens the database, listens and composes the application.
 * @param announce prints a line for the operator
 * @throws when the database is not to be had or the port is taken; nothing stays open then
 */
export async function startServer(
  config: Config,
  log: Logger,
  announce: (line: string) => void,
): Promise<RunningServer> {
  const authSecret = ensureAuthSecret(config);
  const database = await openDatabase({ ...config, log });
  const server = createServer();
  try {
    server.listen(config.port, config.host);
    await once(server, "listening");
    // From here to the listener nothing waits, so no request comes in between.
    const url = addressOf(server, config.host);
    const baseUrl = config.baseUrl.endsWith(":0") ? url : config.baseUrl; // PORT=0: any free port
    const dependencies = compose({
      db: database.db,
      config: { ...config, authSecret, baseUrl },
      log,
      announce,
    });
    server.on("request", getRequestListener(buildApp(dependencies).fetch));
    const stopMaintenance = startMaintenance(dependencies, maintenanceJobs);
    dependencies.mail.start();
    return {
      url,
      baseUrl,
      mode: database.mode,
      async close() {
        await closeServer(server);
        await stopMaintenance();
        await dependencies.mail.stop();
        await database.close();
      },
    };
  } catch (error) {
    server.close();
    await database.close();
    throw error;
  }
}

function compose(given: Pick<AppDependencies, "db" | "config" | "log" | "announce">): AppDependencies {
  const base = { ...given, now: () => new Date() };
  const mail = createMail({ ...base, queue: createCampaignQueue(base) });
  return {
    ...base,
    mail,
    sendAccountLink: createAccountLinkSender({ ...base, mail }),
    web: loadWebFiles(resolve("build/web"), base.config.baseUrl),
  };
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  const patience = setTimeout(() => server.closeAllConnections(), shutdownGraceMs);
  await closed;
  clearTimeout(patience);
}
