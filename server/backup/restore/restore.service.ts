import pg from "pg";
import { readStamp } from "#server/lib/database/applied-migrations.ts";
import { type Db, transactionOn } from "#server/lib/database/database.ts";
import { lockForMigrations, migrateWithin, newestKnownMigration } from "#server/lib/database/migrations.ts";
import { findKeptErasures, type LoggedErasure } from "#server/privacy/erasure/erasure-log.service.ts";
import { findInstallation } from "../dump.queries.ts";
import { type BackupTable, damaged, type TableSum } from "../format/backup-format.ts";
import type { OpenBackup } from "../format/read-backup.ts";
import {
  campaignRuns,
  ensureKnownSchema,
  importUnfinished,
  type RestoreRefusedError,
  refuseTarget,
  sameDatabase,
  serverRuns,
} from "./restore.errors.ts";
import {
  countRows,
  dropIndexes,
  dropTenueObjects,
  findIdentity,
  findTargetState,
  finishTables,
  insertRows,
  makeIndex,
  prepareTables,
} from "./restore.queries.ts";

export type RestoreOptions = {
  /** Allows discarding the target's data. */
  replace: boolean;
  /** Runs before the target's data is deleted. @param targetErasures the target's own log of erasures and blocks */
  ensure?: (targetErasures: TargetErasures) => void;
  /** Runs in the same transaction after all rows are restored and migrated. */
  complete: (tx: Db, targetErasures: TargetErasures) => Promise<void>;
};

/** The replaced database's log of erasures; null when the backup's installation did not write it. */
export type TargetErasures = LoggedErasure[] | null;

/**
 * Replaces the content of a database with a backup, in one transaction: a failure changes nothing. An older backup is
 * loaded into the schema of its time and then migrated.
 * @throws RestoreRefusedError, UnusableBackupError
 */
export async function restoreBackup(
  client: pg.Client,
  backup: OpenBackup,
  { replace, ensure, complete }: RestoreOptions,
): Promise<TableSum[]> {
  ensureKnownSchema(backup.header);
  const sums = await transactionOn(client, async (tx) => {
    await takeOver(client, replace);
    const targetErasures = await findErasuresOf(backup.header.installation, { client, tx });
    ensure?.(targetErasures);
    await dropTenueObjects(client);
    const loaded = await loadBackup(client, backup);
    await migrateWithin(client);
    await complete(tx, targetErasures);
    return loaded;
  });
  await client.query("analyze");
  return sums;
}

/** Excludes migrations by other processes. @throws RestoreRefusedError when the target's data must be kept */
async function takeOver(client: pg.Client, replace: boolean): Promise<void> {
  await client.query("set local statement_timeout = 0");
  await lockForMigrations(client);
  const newer = (await readStamp(client)) > newestKnownMigration();
  const refusal = refuseTarget(await findTargetState(client), { replace, newer });
  if (refusal) throw refusal;
}

/** Returns null for a backup of another installation: the hashes of one installation mean nothing in another. */
async function findErasuresOf(
  installation: string | null,
  { client, tx }: { client: pg.Client; tx: Db },
): Promise<TargetErasures> {
  if (installation === null || (await findInstallation(client)) !== installation) return null;
  return findKeptErasures(tx);
}

/** Loads a backup into an empty database, whose schema becomes that of the backup. @throws UnusableBackupError */
export async function loadBackup(client: pg.Client, { header, parts }: OpenBackup): Promise<TableSum[]> {
  await migrateWithin(client, { upTo: header.stamp });
  const tables = await prepareTables(client);
  const indexes = await dropIndexes(client, [...tables.keys()]);
  const sums: TableSum[] = [];
  let current: BackupTable | undefined;
  for await (const part of parts) {
    if (part.type === "table") {
      ensureKnown(part, tables.get(part.name));
      current = part;
    } else if (part.type === "rows" && current)
      await store(current.name, insertRows(client, current, part.json));
    else if (part.type === "end") sums.push({ name: part.name, rows: part.rows, sum: part.sum });
  }
  await store(null, finishTables(client));
  for (const index of indexes) await store(index.table, makeIndex(client, index));
  await store(null, countRows(client));
  return sums;
}

function ensureKnown({ name, columns }: BackupTable, known: BackupTable | undefined): void {
  if (!known) throw damaged(`its table ${name} is unknown`);
  const unknown = columns.find((column) => !known.columns.includes(column));
  if (unknown !== undefined) throw damaged(`the column ${unknown} of its table ${name} is unknown`);
}

/**
 * Reports a row that the database refuses as an altered backup, because the checksum of a table comes only after its rows.
 * @param table null: the error of the database may name the table
 */
async function store(table: string | null, storing: Promise<void>): Promise<void> {
  try {
    await storing;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const named = table ?? error.table;
    throw damaged(named ? `a row of the table ${named} cannot be stored` : "its rows cannot be stored");
  }
}

/** Whether the database refuses the data: invalid, against a constraint, or too large for a row or an index. */
const isRefusal = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^(?:2[23]|54)/.test(error.code ?? "");

/**
 * Returns the reason for refusing to move the data of one database to the other, or null.
 * While a server runs, the copy would miss the data that it stores and the mail that it sends.
 */
export async function refuseMove(source: pg.Client, target: pg.Client): Promise<RestoreRefusedError | null> {
  const { isServed, hasRunningCampaign, hasUnfinishedImport } = await findTargetState(source);
  if (isServed) return serverRuns();
  if (hasRunningCampaign) return campaignRuns();
  if (hasUnfinishedImport) return importUnfinished();
  const [here, there] = [await findIdentity(source), await findIdentity(target)];
  return here === there ? sameDatabase() : null;
}
