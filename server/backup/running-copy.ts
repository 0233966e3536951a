import { existsSync, mkdirSync } from "node:fs";
import { readlink } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { databaseFolderName } from "#server/lib/data-folder.ts";
import { embeddedConnection } from "#server/lib/database/database.ts";
import { socketFolderName } from "#server/lib/database/embedded-server.ts";
import { explainFullDisk } from "#server/lib/full-disk.ts";
import { OperatorError } from "#server/lib/operator-error.ts";
import { copyFolder, sizeOfFolder } from "./copy-folder.ts";
import { claimScratch, type Scratch } from "./left-overs.ts";
import { isNeededFile } from "./needed-files.rules.ts";
import { checkpointForCopy } from "./running-copy.queries.ts";

/** An open transaction that is silent for half a minute is ended by the server. */
const keepAliveMs = 5_000;

/**
 * Copies the embedded database's folder while a server runs on it. The server's one session is held meanwhile, in an open transaction after a
 * checkpoint: nobody writes, and the copy is what a restart would find. Visitors wait for the copy of the files and for nothing else.
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

/** Does something on the embedded database of a running server. */
export async function onRunningDatabase<Result>(
  dataDir: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(embeddedConnection(await findSocket(dataDir)));
  // A connection that breaks also fails the statement that runs on it, which is where it is reported.
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
  // It fails when the server went away or ended the transaction: then somebody may have written to what was copied.
  await client.query("select txid_current_if_assigned()");
  await client.query("rollback");
}

/** Where the path of the data folder is too long for a socket there is a link to it. */
async function findSocket(dataDir: string): Promise<string> {
  const folder = join(dataDir, socketFolderName);
  if (!existsSync(folder)) {
    throw new OperatorError(
      "The data folder is in use, but its database does not answer (yet): is the server starting, or another command running? Try again when it is through.",
    );
  }
  return readlink(folder).catch(() => folder);
}
