import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { z } from "zod";

/** Any number that nothing else in the database uses as an advisory lock. */
const migrationLock = 7_368_511;

/**
 * Brings the database up to date. Instances that start together wait for the first one, on a connection of their own:
 * the statement timeout of the web pool is too short for an index over a large table.
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
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end(); // gives the lock back as well
  }
}

const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })) });

/** When the newest migration that this code brings was made, in milliseconds: what Drizzle notes of each one it applies. */
export function newestKnownMigration(folder = findMigrationsFolder()): number {
  const text = readFileSync(join(folder, "meta", "_journal.json"), "utf8");
  return Math.max(0, ...journalSchema.parse(JSON.parse(text)).entries.map(({ when }) => when));
}

/** `db/migrations` of the package that this code belongs to, be it source or bundle. */
export function findMigrationsFolder(start: string = import.meta.dirname): string {
  for (let folder = start; ; folder = dirname(folder)) {
    const candidate = join(folder, "db", "migrations");
    if (existsSync(join(candidate, "meta", "_journal.json"))) return candidate;
    if (folder === dirname(folder)) throw new Error(`no db/migrations above ${start}`);
  }
}
