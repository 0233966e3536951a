import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { z } from "zod";
import type { Logger } from "#server/lib/logger.ts";
import { packageFolder } from "#server/lib/package.ts";
import {
  applyAll,
  findPending,
  type Migration,
  type MigrationClient,
  noteApplied,
  readMigrations,
  readStamp,
  refuseUnconvertedAddresses,
  runsBeside,
} from "./applied-migrations.ts";
import { inPatientTransaction, withLease } from "./migration-lease.ts";

/**
 * Called when a database that exists already is about to be changed, by one instance at a time; not for indexes alone. `from` is its
 * stamp.
 */
export type BeforeMigrations = (pending: { from: number; connection: pg.ClientConfig }) => Promise<void>;

export interface MigrationOptions {
  folder?: string | undefined;
  log: Logger;
  /** The database has no other users, so that indexes need no concurrent build. */
  alone?: boolean | undefined;
  beforeMigrations?: BeforeMigrations | undefined;
}

/** Any number that nothing else in the database uses as an advisory lock. */
const migrationLock = 7_368_511;

/**
 * Brings the database up to date. Instances that start together wait for each other, and those that run go on working: what is in
 * the transaction gives way to them, files marked `-- no transaction` or `-- in batches` run beside them. Uses a separate connection,
 * because the statement timeout of the pools is too short for an index over a large table.
 * @throws OperatorError when a newer build made the database (this one might break what that one relies on); one before 0.2.0; or 0.2.0 did not finish its work
 */
export async function applyMigrations(
  connection: pg.ClientConfig,
  { folder = findMigrationsFolder(), log, alone = false, beforeMigrations }: MigrationOptions,
): Promise<void> {
  const migrations = readMigrations(folder);
  await withClient(connection, async (client) => {
    if ((await findPending(client, migrations)).length === 0) return;
    const isNew = (await readStamp(client)) === 0;
    if (!isNew) await refuseUnconvertedAddresses(client);
    const isUsed = !isNew && !alone;
    const inTurn = isUsed
      ? (work: (isHeld: boolean) => Promise<void>) => withLease(connection, log, work)
      : (work: (isHeld: boolean) => Promise<void>) => work(false);
    let isRestLeft = isUsed;
    await inTurn(async (isHeld) => {
      const missing = await findPending(client, migrations);
      const from = await readStamp(client);
      if (from > 0 && !missing.every(isIndexMigration)) await beforeMigrations?.({ from, connection });
      await inPatientTransaction(client, log, async () => {
        await lockForMigrations(client);
        const pending = await findPending(client, migrations);
        await applyAll(client, isUsed ? pending.filter((one) => !runsBeside(one)) : pending);
      });
      if (isHeld) {
        await applyBeside(client, migrations, log);
        isRestLeft = false;
      }
    });
    // The row of the lease came only with these migrations.
    if (isRestLeft) await inTurn(() => applyBeside(client, migrations, log));
  });
}

/** Builds indexes and changes rows in batches, each in a short transaction. */
async function applyBeside(client: pg.Client, migrations: Migration[], log: Logger): Promise<void> {
  const pending = await findPending(client, migrations);
  for (const migration of pending.filter(runsBeside)) {
    if (isIndexMigration(migration)) {
      await buildIndex(client, migration, log);
      continue;
    }
    log.info("changing rows in batches beside the work that goes on");
    for (const statement of migration.batches ?? []) {
      let changed = 1;
      while (changed > 0) {
        await inPatientTransaction(client, log, async () => {
          changed = (await client.query(statement)).rows.length;
        });
      }
    }
    await noteApplied(client, migration);
  }
}

/** Keeps other instances from migrating until the transaction ends. */
export async function lockForMigrations(client: MigrationClient): Promise<void> {
  await client.query("select pg_advisory_xact_lock($1)", [migrationLock]);
}

/**
 * The same within a transaction that the caller holds, on a schema without other users.
 * @param upTo leaves out what was made later than this, in milliseconds
 */
export async function migrateWithin(
  client: MigrationClient,
  {
    folder = findMigrationsFolder(),
    upTo = Number.POSITIVE_INFINITY,
  }: { folder?: string; upTo?: number } = {},
): Promise<void> {
  const pending = await findPending(client, readMigrations(folder));
  await applyAll(
    client,
    pending.filter(({ stamp }) => stamp <= upTo),
  );
}

async function withClient(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(connection);
  // A connection that breaks also fails the statement that runs on it, which is where it is reported.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })) });

/** When the newest migration that this code brings was made, in milliseconds: what is noted of each one that is applied. */
export function newestKnownMigration(folder = findMigrationsFolder()): number {
  return Math.max(0, ...knownStamps(folder));
}

/** When the newest migration of version 0.2.0 was made: earlier schemas are no longer known. */
export function oldestKnownMigration(): number {
  return Math.min(...knownStamps(findMigrationsFolder()));
}

function knownStamps(folder: string): number[] {
  const text = readFileSync(join(folder, "meta", "_journal.json"), "utf8");
  return journalSchema.parse(JSON.parse(text)).entries.map(({ when }) => when);
}

export function findMigrationsFolder(): string {
  return join(packageFolder(), "db", "migrations");
}

/** Migrations of indexes that are built while the table is written to. */
type IndexMigration = Migration & { index: NonNullable<Migration["index"]> };

function isIndexMigration(migration: Migration): migration is IndexMigration {
  return migration.index !== null;
}

/**
 * Builds the index outside of any transaction. Repairs an interrupted attempt: drops an invalid index, and only records one that
 * is complete.
 */
async function buildIndex(
  client: MigrationClient,
  { index, hash, stamp }: IndexMigration,
  log: Logger,
): Promise<void> {
  const { rows } = await client.query(
    "select 1 from pg_index where indexrelid = to_regclass(quote_ident($1)) and not indisvalid",
    [index.name],
  );
  if (rows.length > 0) await client.query(`drop index concurrently if exists "${index.name}"`);
  log.info("building an index beside the work that goes on", { index: index.name });
  await client.query(index.statement);
  await noteApplied(client, { hash, stamp });
}
