import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { DurableFilesystem, embeddedExtensions } from "#server/lib/database/durable-filesystem.ts";
import { applyMigrations, findMigrationsFolder, migrateWithin } from "#server/lib/database/migrations.ts";
import { silentLogger } from "#server/lib/logger.ts";

/** The environment variable that passes the prepared database of a run to the processes of the test files. */
export const snapshotVariable = "TENUE_TEST_SNAPSHOT";
export const templateVariable = "TENUE_TEST_TEMPLATE";
/** The environment variable with the folder of the embedded databases' sockets. Workers end without removing their sockets. */
export const socketsVariable = "TENUE_TEST_SOCKETS";

const prefix = "tenue_test";
const leftoverAgeMs = 6 * 60 * 60 * 1000;

/** A migrated embedded database as a file, from which every test file starts. */
export function ensureSnapshot(): Promise<string> {
  return ensurePrepared("snapshot.tar", async (draft, migrationsFolder) => {
    await writeFile(draft, await createSnapshot(migrationsFolder));
  });
}

/** A migrated embedded database as a data folder. It makes servers start faster, because a first start mostly makes the database. */
export function ensureDatabaseFolder(): Promise<string> {
  return ensurePrepared("database", async (draft, migrationsFolder) => {
    const database = await PGlite.create({
      fs: new DurableFilesystem(draft),
      extensions: embeddedExtensions,
    });
    await database.transaction((tx) => migrateWithin(tx, { folder: migrationsFolder }));
    await database.close();
  });
}

/** Prepares a database once and keeps it until a migration or a package changes. */
async function ensurePrepared(
  name: string,
  make: (draft: string, migrationsFolder: string) => Promise<void>,
): Promise<string> {
  const migrationsFolder = findMigrationsFolder();
  const packageFolder = dirname(dirname(migrationsFolder));
  const cache = join(packageFolder, "node_modules", ".cache", "tenue-test");
  const current = await fingerprint(migrationsFolder, join(packageFolder, "package-lock.json"));
  const prepared = join(cache, current, name);
  if (existsSync(prepared)) return prepared;
  await mkdir(dirname(prepared), { recursive: true });
  const outdated = (await readdir(cache)).filter((entry) => entry !== current);
  for (const entry of outdated) await rm(join(cache, entry), { recursive: true, force: true });
  // Renamed at the end, because another run may look for it at the same time.
  const draft = `${prepared}.${randomBytes(4).toString("hex")}`;
  await make(draft, migrationsFolder);
  await rename(draft, prepared).catch(async (error: unknown) => {
    if (!existsSync(prepared)) throw error;
    await rm(draft, { recursive: true });
  });
  return prepared;
}

async function createSnapshot(migrationsFolder: string): Promise<Buffer> {
  // Every test file copies the database, so it has small segments of the write-ahead log and no templates.
  const database = await PGlite.create({
    extensions: embeddedExtensions,
    initDbStartParams: ["--wal-segsize=1"],
  });
  await database.transaction((tx) => migrateWithin(tx, { folder: migrationsFolder }));
  await database.exec("update pg_database set datistemplate = false");
  await database.exec("drop database template0");
  await database.exec("drop database template1");
  await database.exec("vacuum");
  await database.exec("checkpoint");
  const dump = await database.dumpDataDir("none");
  await database.close();
  return Buffer.from(await dump.arrayBuffer());
}

/** A hash of all migrations and package versions. */
async function fingerprint(migrationsFolder: string, lockFile: string): Promise<string> {
  const hash = createHash("sha256").update(await readFile(import.meta.filename));
  hash.update(await readFile(lockFile));
  const names = await readdir(migrationsFolder);
  for (const name of names.filter((candidate) => candidate.endsWith(".sql")).sort()) {
    hash.update(name).update(await readFile(join(migrationsFolder, name)));
  }
  return hash.digest("hex").slice(0, 16);
}

/** A migrated PostgreSQL database to copy; `remove` also drops the copies that are still there. */
export async function createTemplate(serverUrl: string): Promise<{ name: string; remove(): Promise<void> }> {
  const run = `${prefix}_${Date.now()}_${randomBytes(4).toString("hex")}`;
  const name = `${run}_template`;
  await withServer(serverUrl, async (client) => {
    await dropDatabases(client, isLeftover);
    await client.query(`create database "${name}"`);
  });
  await applyMigrations({ connectionString: databaseAddress(serverUrl, name) }, { log: silentLogger });
  // Refuses connections, also of autovacuum, because `create database … template` requires a template without connections.
  await withServer(serverUrl, (client) => client.query(`alter database "${name}" allow_connections false`));
  const remove = () =>
    withServer(serverUrl, (client) => dropDatabases(client, (candidate) => candidate.startsWith(run)));
  return { name, remove };
}

export async function withServer<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function databaseAddress(serverUrl: string, name: string): string {
  const address = new URL(serverUrl);
  address.pathname = `/${name}`;
  return address.href;
}

/** True for a database that a killed run left. A young database may belong to a run that still works. */
function isLeftover(name: string): boolean {
  const startedAt = Number(name.split("_")[2]);
  return Number.isFinite(startedAt) && startedAt < Date.now() - leftoverAgeMs;
}

async function dropDatabases(client: pg.Client, isDoomed: (name: string) => boolean): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    "select datname from pg_database where starts_with(datname, $1)",
    [`${prefix}_`],
  );
  for (const { datname } of rows.filter((row) => isDoomed(row.datname))) {
    await client.query(`drop database if exists "${datname}" with (force)`);
  }
}
