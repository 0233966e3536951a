import { readFileSync } from "node:fs";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { z } from "zod";
import { OperatorError } from "#server/lib/operator-error.ts";
import { packageFolder } from "#server/lib/package-folder.ts";

/** Any number that nothing else in the database uses as an advisory lock. */
const migrationLock = 7_368_511;

/**
 * Brings the database up to date. Instances that start together wait for the first one, on a connection of their own:
 * the statement timeout of the web pool is too short for an index over a large table.
 * @throws OperatorError when the database was made by a newer build: what that one relies on, this one might break
 */
export async function applyMigrations(
  connection: pg.ClientConfig,
  folder = findMigrationsFolder(),
): Promise<void> {
  const client = new pg.Client(connection);
  // A connection that breaks also fails the statement that runs on it, which is where it is reported.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await refuseNewerDatabase(client, folder);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end(); // gives the lock back as well
  }
}

async function refuseNewerDatabase(client: pg.Client, folder: string): Promise<void> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as there",
  );
  if (!tables[0]?.there) return;
  const { rows } = await client.query<{ newest: string | null }>(
    "select max(created_at) as newest from drizzle.__drizzle_migrations",
  );
  const newest = Number(rows[0]?.newest ?? 0);
  if (newest <= newestKnownMigration(folder)) return;
  throw new OperatorError(
    `The database was brought up to date by a newer version of Tenue (of ${new Date(newest).toISOString().slice(0, 10)} or later): start that version, or restore a backup from before the update.`,
  );
}

const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })) });

/** When the newest migration that this code brings was made, in milliseconds: what Drizzle notes of each one it applies. */
export function newestKnownMigration(folder = findMigrationsFolder()): number {
  const text = readFileSync(join(folder, "meta", "_journal.json"), "utf8");
  return Math.max(0, ...journalSchema.parse(JSON.parse(text)).entries.map(({ when }) => when));
}

export function findMigrationsFolder(): string {
  return join(packageFolder(), "db", "migrations");
}
