import { mkdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { embeddedConnection, transactionOn } from "#server/lib/database/database.ts";
import { socketFolderName, startEmbeddedServer } from "#server/lib/database/embedded-server.ts";
import type { Logger } from "#server/lib/logger.ts";
import { explainFullDisk } from "#server/lib/operator-error.ts";
import { claimScratch } from "./backup-files.ts";
import { beginSnapshot, dumpRows, findKeptTables } from "./dump.queries.ts";
import { type BackupTable, damaged, RowSum, type TableSum } from "./format/backup-format.ts";
import type { OpenBackup } from "./format/read-backup.ts";
import { ensureKnownSchema } from "./restore/restore.errors.ts";
import { loadBackup } from "./restore/restore.service.ts";

/**
 * Restores a backup into a temporary database and reads every row again.
 * @param folder where to make the temporary database
 * @returns the number of rows
 * @throws UnusableBackupError when a table differs after the restore
 */
export async function verifyBackup(
  backup: OpenBackup,
  { folder, log }: { folder: string; log: Logger },
): Promise<number> {
  ensureKnownSchema(backup.header);
  try {
    return await restoreInScratch(backup, { folder, log });
  } catch (error) {
    throw explainFullDisk(error, { work: "a verification that restores the backup", folder });
  }
}

async function restoreInScratch(
  backup: OpenBackup,
  { folder, log }: { folder: string; log: Logger },
): Promise<number> {
  const scratch = claimScratch(folder, "backup-trial");
  try {
    mkdirSync(scratch.path, { mode: 0o700 });
    const server = await startEmbeddedServer({
      storage: { type: "folder", folder: join(scratch.path, "database") },
      runFolder: join(scratch.path, socketFolderName),
      log,
    });
    try {
      return await restoreAndCompare(backup, embeddedConnection(server.socketFolder));
    } finally {
      await server.close();
    }
  } finally {
    scratch.remove();
  }
}

async function restoreAndCompare(backup: OpenBackup, connection: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined); // its statement fails as well
  await client.connect();
  try {
    const sums = await transactionOn(client, () => loadBackup(client, backup));
    await beginSnapshot(client);
    const tables = new Map((await findKeptTables(client)).map((table) => [table.name, table]));
    for (const sum of sums) {
      const table = tables.get(sum.name);
      const found = table && (await sumOf(client, table));
      if (found?.rows !== sum.rows || found.sum !== sum.sum)
        throw damaged(`the table ${sum.name} differs after the restore`);
    }
    return sums.reduce((total, { rows }) => total + rows, 0);
  } finally {
    await client.end();
  }
}

async function sumOf(client: pg.Client, table: BackupTable): Promise<TableSum> {
  const sum = new RowSum();
  for await (const lines of dumpRows(client, table)) for (const line of lines) sum.add(line);
  return { name: table.name, rows: sum.count, sum: sum.digest() };
}
