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
 * Called before an existing database is changed, by one instance at a time. Not called when only indexes are added. `from` is the
 * database's stamp.
 */
export type BeforeMigrations = (pending: { from: number; connection: pg.ClientConfig }) => Promise<void>;

export interface MigrationOptions {
  folder?: string | undefined;
  log: Logger;
  /** True: the database has no other users, so its indexes need no concurrent build. */
  alone?: boolean | undefined;
  beforeMigrations?: BeforeMigrations | undefined;
}

/** Any number that is not used for another advisory lock of the database. */
const migrationLock = 7_368_511;

/**
 * Migrates the database to the newest version. Instances that start together wait for each other, while running instances continue to
 * work: the transaction waits for their locks, and files marked `-- no transaction` or `-- in batches` run beside them. Uses a separate
 * connection, because the pools' statement timeout is too short for an index over a large table.
 * @throws OperatorError when a newer build made the database, on whose schema that build may rely. Also for a database from before 0.2.0,
 * or one that 0.2.0 did not finish converting
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
    // The table of the lease exists only after these migrations.
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
 * Migrates within the caller's transaction, on a schema without other users.
 * @param upTo leaves out later migrations, in milliseconds
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
  // A broken connection also fails its running statement, which reports the error.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })) });

/** When the newest migration of this code was made, in milliseconds. */
export function newestKnownMigration(folder = findMigrationsFolder()): number {
  return Math.max(0, ...knownStamps(folder));
}

/** When the newest migration of version 0.2.0 was made: earlier schemas are no longer supported. */
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

/** Migrations of indexes that are built while rows are written to the table. */
type IndexMigration = Migration & { index: NonNullable<Migration["index"]> };

function isIndexMigration(migration: Migration): migration is IndexMigration {
  return migration.index !== null;
}

/**
 * Builds the index outside of any transaction. Repairs an interrupted attempt: drops an invalid index, and records only a complete
 * one.
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
