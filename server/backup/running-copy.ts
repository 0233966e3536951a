import { existsSync, mkdirSync } from "node:fs";
import { readlink } from "node:fs/promises";
import { join } from "node:path";
import pg, { type ClientBase } from "pg";
import { databaseFolderName } from "#server/lib/data-folder.ts";
import { embeddedConnection } from "#server/lib/database/database.ts";
import { socketFolderName } from "#server/lib/database/embedded-server.ts";
import { explainFullDisk, OperatorError } from "#server/lib/operator-error.ts";
import { claimScratch, copyFolder, type Scratch, sizeOfFolder } from "./backup-files.ts";

/** The interval of statements that keep the transaction open: the server ends one that is idle for 30 s. */
const keepAliveMs = 5_000;

/**
 * Copies the embedded database's folder while a server runs on it. The copy holds the server's only session in an open transaction
 * after a checkpoint, so that nothing writes and the copy equals the files after a restart. Visitors wait while the files are copied.
 * @returns a folder with the copy in it under the same name, which the caller removes
 */
export async function copyRunningDatabase(dataDir: string): Promise<Scratch> {
  const copy = claimScratch(dataDir, "backup-copy");
  const folder = join(dataDir, databaseFolderName);
  try {
    mkdirSync(copy.path, { mode: 0o700 });
    await onRunningDatabase(dataDir, (client) =>
      copyHeld(client, folder, join(copy.path, databaseFolderName)),
    );
    return copy;
  } catch (error) {
    copy.remove();
    const needed = await sizeOfFolder(folder);
    throw explainFullDisk(error, { work: "a backup beside the running server", folder: dataDir, needed });
  }
}

/** Calls `work` with a connection to the embedded database of a running server. */
export async function onRunningDatabase<Result>(
  dataDir: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(embeddedConnection(await findSocket(dataDir)));
  // A broken connection also fails the running statement, and that error is reported.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function copyHeld(client: pg.Client, from: string, to: string): Promise<void> {
  const log = await checkpointForCopy(client);
  const keepAlive = setInterval(() => client.query("select 1").catch(() => undefined), keepAliveMs);
  try {
    await copyFolder(from, to, (path) => isNeededFile(path, log));
  } finally {
    clearInterval(keepAlive);
  }
  // This statement fails when the server stopped or ended the transaction; the files may then have changed during the copy.
  await client.query("select txid_current_if_assigned()");
  await client.query("rollback");
}

/** Finds the folder of the server's socket. If the data folder's path is too long for a socket, a link leads to the folder. */
async function findSocket(dataDir: string): Promise<string> {
  const folder = join(dataDir, socketFolderName);
  if (!existsSync(folder)) {
    throw new OperatorError(
      "The data folder is in use, but its database does not answer (yet): is the server starting, or another command running? Try again when it is through.",
    );
  }
  return readlink(folder).catch(() => folder);
}

/** Names of segments of the write-ahead log, from the first to the last that the data files need. */
export type NeededLog = { first: string; last: string };

/** Opens a transaction and writes all data to the files, which stay complete until the transaction ends. */
async function checkpointForCopy(client: ClientBase): Promise<NeededLog> {
  await client.query("begin");
  await client.query("checkpoint");
  const { rows } = await client.query<NeededLog>(
    `select redo_wal_file as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last
    from pg_control_checkpoint()`,
  );
  if (!rows[0]) throw new Error("PostgreSQL tells nothing of its checkpoint");
  return rows[0];
}

/** Files that PostgreSQL leaves out of a base backup and recreates. */
const recreated = [
  /^postmaster\.(pid|opts)$/,
  /^pg_stat_tmp\//,
  /(^|\/)pg_internal\.init/,
  /(^|\/)pgsql_tmp/,
];

/**
 * Whether a copy of a database's folder, made after a checkpoint, needs a file. It does not need the segments of the write-ahead
 * log before the checkpoint, nor those after the last one: they are recycled segments without data.
 * @param path within the folder
 */
export function isNeededFile(path: string, { first, last }: NeededLog): boolean {
  const plain = path.replaceAll("\\", "/");
  const [, segment] = plain.match(/^pg_wal\/([\dA-F]{24})$/) ?? [];
  if (segment !== undefined) return segment >= first && segment <= last;
  return !recreated.some((pattern) => pattern.test(plain));
}
