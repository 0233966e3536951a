import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { databaseFolderName, secureDataFolder } from "#server/lib/data-folder.ts";
import { embeddedConnection } from "#server/lib/database/database.ts";
import {
  DataFolderInUseError,
  findOtherMajor,
  lockDataFolder,
} from "#server/lib/database/embedded-folder.ts";
import { socketFolderName, startEmbeddedServer } from "#server/lib/database/embedded-server.ts";
import type { Logger } from "#server/lib/logger.ts";
import { OperatorError } from "#server/lib/operator-error.ts";
import { serverRuns } from "./restore/restore.errors.ts";
import { copyRunningDatabase, onRunningDatabase } from "./running-copy.ts";

/** A connection that its holder shares with no other caller. */
export type OwnConnection = { client: pg.Client; close(): Promise<void> };

type Target = OwnConnection & SetAside;

/** A command uses another socket name than a server, so that no other process finds its database. Only DATA_DIR needs to be writable. */
const commandSocketName = "command-socket";

export type ConnectionConfig = { databaseUrl: string | undefined; dataDir: string; log: Logger };

/** Opens the database, or a copy of the embedded one while a server runs on it. Does not migrate. */
export async function openSource(config: ConnectionConfig): Promise<OwnConnection> {
  const still =
    config.databaseUrl === undefined ? await openFolderIfStill(config) : await openUrl(config.databaseUrl);
  return still ?? openCopy(config);
}

/** Calls `work` on the database itself, whether a server runs on it or not. Does nothing without a database. */
export async function onLiveDatabase(
  config: ConnectionConfig,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === undefined && !existsSync(join(dataDir, databaseFolderName))) return;
  const still = databaseUrl === undefined ? await openStopped(config) : await openUrl(databaseUrl);
  if (!still) return onRunningDatabase(dataDir, work);
  try {
    await work(still.client);
  } finally {
    await still.close();
  }
}

function openFolderIfStill(config: ConnectionConfig): Promise<OwnConnection | null> {
  ensureDatabase(config.dataDir);
  return openStopped(config);
}

/** Opens the database itself. @throws RestoreRefusedError when a server of Tenue runs on the embedded one */
export async function openForBackup(config: ConnectionConfig): Promise<OwnConnection> {
  if (config.databaseUrl !== undefined) return openUrl(config.databaseUrl);
  ensureDatabase(config.dataDir);
  const opened = await openStopped(config);
  if (!opened) throw serverRuns();
  return opened;
}

/**
 * Opens the database to restore into, and creates a missing one. With `replace`, sets aside a database that another PostgreSQL made.
 * @throws RestoreRefusedError when a server runs on it
 */
export async function openTarget(config: ConnectionConfig, replace: boolean): Promise<Target> {
  if (config.databaseUrl !== undefined) {
    return { ...(await openUrl(config.databaseUrl)), keptAs: null, giveBack: () => undefined };
  }
  secureDataFolder(config.dataDir);
  let aside: SetAside = { keptAs: null, giveBack: () => undefined };
  const opened = await openStopped(config, () => {
    if (replace) aside = setOldDatabaseAside(config.dataDir);
  }).catch((error: unknown) => {
    aside.giveBack();
    throw error;
  });
  if (!opened) throw serverRuns();
  return { ...opened, ...aside };
}

function ensureDatabase(dataDir: string): void {
  if (existsSync(join(dataDir, databaseFolderName))) return;
  throw new OperatorError(`There is no database in ${dataDir}: is DATA_DIR right?`);
}

const openUrl = (connectionString: string) => connectTo({ connectionString }, async () => undefined);

/** Opens the embedded database when no process uses it. Null: another process holds the folder. */
async function openStopped(
  { dataDir, log }: Pick<ConnectionConfig, "dataDir" | "log">,
  prepare: () => void = () => undefined,
): Promise<OwnConnection | null> {
  const lock = tryLock(dataDir);
  if (!lock) return null;
  try {
    prepare();
    const runFolder = join(dataDir, commandSocketName);
    return await openFolder(dataDir, { runFolder, log, onClose: () => lock.release() });
  } catch (error) {
    lock.release();
    throw error;
  }
}

function tryLock(dataDir: string) {
  try {
    return lockDataFolder(dataDir);
  } catch (error) {
    if (error instanceof DataFolderInUseError) return null;
    throw error;
  }
}

async function openCopy({ dataDir, log }: ConnectionConfig): Promise<OwnConnection> {
  const copy = await copyRunningDatabase(dataDir);
  try {
    const runFolder = join(copy.path, socketFolderName);
    return await openFolder(copy.path, { runFolder, log, onClose: copy.remove });
  } catch (error) {
    copy.remove();
    throw error;
  }
}

async function openFolder(
  dataDir: string,
  { runFolder, log, onClose }: { runFolder: string; log: Logger; onClose: () => void },
): Promise<OwnConnection> {
  const folder = join(dataDir, databaseFolderName);
  const server = await startEmbeddedServer({ storage: { type: "folder", folder }, runFolder, log });
  return connectTo(embeddedConnection(server.socketFolder), async () => {
    await server.close();
    onClose();
  });
}

async function connectTo(connection: pg.ClientConfig, onClose: () => Promise<void>): Promise<OwnConnection> {
  const client = new pg.Client({ application_name: "tenue command", ...connection, keepAlive: true });
  // A broken connection also fails the running statement, and that error is reported.
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    await onClose();
    throw error;
  }
  return {
    client,
    async close() {
      await client.end();
      await onClose();
    },
  };
}

type SetAside = {
  /** The new path of the old database; null when none was set aside. */
  keptAs: string | null;
  /** Deletes the new database and puts the old one back, when the restore failed. Close the new one first. */
  giveBack(): void;
};

/**
 * Renames an embedded database that another major version of PostgreSQL made, because it cannot be opened. A new one replaces it.
 * @param dataDir the caller holds its lock
 */
function setOldDatabaseAside(dataDir: string): SetAside {
  const folder = join(dataDir, databaseFolderName);
  const major = findOtherMajor(folder);
  if (major === null) return { keptAs: null, giveBack: () => undefined };
  const keptAs = freeName(`${folder}-postgresql-${major}`);
  renameSync(folder, keptAs);
  return {
    keptAs,
    giveBack() {
      rmSync(folder, { recursive: true, force: true });
      renameSync(keptAs, folder);
    },
  };
}

function freeName(wanted: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (!existsSync(name)) return name;
  }
}
