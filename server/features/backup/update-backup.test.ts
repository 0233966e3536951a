import { createReadStream, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readStamp } from "#server/lib/database/applied-migrations.ts";
import { readMigrations } from "#server/lib/database/migration-files.ts";
import { applyMigrations, findMigrationsFolder, migrateWithin } from "#server/lib/database/migrations.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";
import { unpackBackup } from "./format/package-backup.ts";
import { openBackup } from "./format/read-backup.ts";
import { dropOurs } from "./restore/target.repository.ts";
import { createUpdateBackup } from "./update-backup.service.ts";

let database: TestDatabase;
let client: pg.Client;
let folder: string;
const [before] = readMigrations(findMigrationsFolder())
  .map(({ stamp }) => stamp)
  .sort((a, b) => b - a)
  .slice(1);

/** A database of the release before this one. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "tenue-update-"));
  database = await createTestDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
  await client.query("begin");
  await dropOurs(client);
  await migrateWithin(client, { upTo: before ?? 0 });
  await client.query(
    "insert into beta_signups (name, firstname, email) values ('Nom', 'Zoé', 'zoe@exemple.fr')",
  );
  await client.query("commit");
});
afterEach(async () => {
  await client.end();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

function update(backupDir: string | undefined): Promise<void> {
  const parts = { backupDir, backupKey: undefined, authSecret: null, log };
  return applyMigrations(database.connection, { log, beforeMigrations: createUpdateBackup(parts) });
}

test("before a release changes the database a backup of how it was is made, once", async () => {
  const backups = join(folder, "backups");
  await update(backups);
  await update(backups);
  const [name = "", ...others] = readdirSync(backups);
  expect([name, others]).toEqual([expect.stringMatching(/^tenue-\d{8}-\d{6}-update\.tenue$/), []]);
  const { header, parts } = await openBackup(unpackBackup(createReadStream(join(backups, name)), undefined));
  expect(header).toMatchObject({ kind: "update", stamp: before });
  const ends = (await Array.fromAsync(parts)).filter((part) => part.type === "end");
  expect(ends).toContainEqual(expect.objectContaining({ name: "beta_signups", rows: 1 }));
});

test("without a backup the database stays as it was, and one line says why", async () => {
  const file = join(folder, "no-folder");
  writeFileSync(file, "");
  await expect(update(file)).rejects.toThrow(/No backup could be made in .* so it is left as it was/);
  expect(await readStamp(client)).toBe(before);
});

test("where no place was named, the update goes on with a warning", async () => {
  await update(undefined);
  expect(log.warn).toHaveBeenCalledWith(expect.stringContaining("set BACKUP_DIR"));
  expect(await readStamp(client)).toBeGreaterThan(before ?? 0);
});
