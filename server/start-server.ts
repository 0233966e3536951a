import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { buildApp } from "./app.ts";
import type { AppDependencies } from "./app-dependencies.ts";
import { createCampaignQueue } from "./features/campaigns/campaigns.service.ts";
import { createAccountLinkSender } from "./features/email/account-link.service.ts";
import { createMail } from "./features/email/mail.ts";
import { withAuthSecret } from "./lib/auth-secret.ts";
import type { Config } from "./lib/config.ts";
import { openDatabase } from "./lib/database/database.ts";
import type { Logger } from "./lib/logger.ts";
import { loadWebFiles } from "./lib/web-files/load-web-files.ts";
import { startMaintenance } from "./maintenance.ts";
import { maintenanceJobs } from "./maintenance-jobs.ts";

export type RunningServer = { url: string; mode: "embedded" | "postgresql"; close(): Promise<void> };

/** How long requests in flight may take to end when the server stops. Event streams are cut off then. */
const shutdownGraceMs = 5_000;

/**
 * Opens the database, composes the application and listens.
 * @param announce prints a line for the operator
 * @throws when the database is not to be had or the port is taken; nothing stays open then
 */
export async function startServer(
  config: Config,
  log: Logger,
  announce: (line: string) => void,
): Promise<RunningServer> {
  const fullConfig = withAuthSecret(config);
  const database = await openDatabase({ ...config, log });
  try {
    const base = { db: database.db, config: fullConfig, log, now: () => new Date() };
    const mail = createMail({ ...base, queue: createCampaignQueue(base) });
    const dependencies: AppDependencies = {
      ...base,
      mail,
      announce,
      sendAccountLink: createAccountLinkSender({ ...base, mail }),
      web: loadWebFiles(resolve("build/web"), config.baseUrl),
    };
    const server = createAdaptorServer({ fetch: buildApp(dependencies).fetch }) as Server;
    server.listen(config.port, config.host);
    await once(server, "listening");
    const stopMaintenance = startMaintenance(dependencies, maintenanceJobs);
    mail.start();
    return {
      url: addressOf(server, config.host),
      mode: database.mode,
      async close() {
        await closeServer(server);
        await stopMaintenance();
        await mail.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
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
