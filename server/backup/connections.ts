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

/** A connection that no other caller waits for. */
export type OwnConnection = { client: pg.Client; close(): Promise<void> };

type Target = OwnConnection & SetAside;

/** Not the socket that a server has: no other process may find a database that a command works on. Nothing but DATA_DIR needs to be writable. */
const commandSocketName = "command-socket";

export type ConnectionConfig = { databaseUrl: string | undefined; dataDir: string; log: Logger };

/** Opens the database, or a copy where a server runs on it; does not migrate. */
export async function openSource(config: ConnectionConfig): Promise<OwnConnection> {
  const still =
    config.databaseUrl === undefined ? await openFolderIfStill(config) : await openUrl(config.databaseUrl);
  return still ?? openCopy(config);
}

/** Does something on the database itself, whether a server runs on it or not; nothing where there is none. */
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

/** The database itself, while no server of Tenue runs on it. @throws RestoreRefusedError when one does */
export async function openForBackup(config: ConnectionConfig): Promise<OwnConnection> {
  if (config.databaseUrl !== undefined) return openUrl(config.databaseUrl);
  ensureDatabase(config.dataDir);
  const opened = await openStopped(config);
  if (!opened) throw serverRuns();
  return opened;
}

/**
 * To restore into it: the database exists when it did not. With `replace`, one that another PostgreSQL made stays beside it.
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

/** Null when another process holds the folder. */
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
  // A connection that breaks also fails the statement that runs on it, which is where it is reported.
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
  /** Where the old database lies now; null when there was none to set aside. */
  keptAs: string | null;
  /** Puts it back, when nothing came into its place. The new one has to be closed. */
  giveBack(): void;
};

/**
 * An embedded database that another PostgreSQL made cannot be opened: it stays, whole, under another name, and a new one takes its place.
 * @param dataDir is locked by the caller
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
