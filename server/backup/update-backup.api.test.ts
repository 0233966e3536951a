import {
  cpSync,
  createReadStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readMigrations, readStamp } from "#server/lib/database/applied-migrations.ts";
import { applyMigrations, findMigrationsFolder, migrateWithin } from "#server/lib/database/migrations.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { unpackBackup } from "./format/package-backup.ts";
import { openBackup } from "./format/read-backup.ts";
import { dropTenueObjects } from "./restore/restore.queries.ts";
import { createUpdateBackup } from "./update-backup.service.ts";

let database: TestDatabase;
let client: pg.Client;
let folder: string;
/** The schema before the newest migration that needs a backup; migrations that only add indexes need none. */
const [before] = readMigrations(findMigrationsFolder())
  .filter(({ index }) => index === null)
  .map(({ stamp }) => stamp)
  .sort((a, b) => b - a)
  .slice(1);

/** Creates a database of the release before this one. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "tenue-update-"));
  database = await createTestDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
  await client.query("begin");
  await dropTenueObjects(client);
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
  vi.useRealTimers();
  vi.clearAllMocks();
});

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

function update(
  backupDir: string | undefined,
  migrations = findMigrationsFolder(),
  backupCommand?: string,
  backupKey?: string,
): Promise<void> {
  const parts = { backupDir, backupCommand, backupKey, authSecret: null, log };
  const beforeMigrations = createUpdateBackup(parts);
  return applyMigrations(database.connection, { folder: migrations, log, beforeMigrations });
}

/** Makes a folder with the real migrations and one that fails. */
function failingMigrations(): string {
  const migrations = join(folder, "migrations");
  cpSync(findMigrationsFolder(), migrations, { recursive: true });
  const path = join(migrations, "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(path, "utf8"));
  const when = journal.entries.at(-1).when + 1;
  journal.entries.push({ idx: journal.entries.length, version: "7", when, tag: "bad", breakpoints: true });
  writeFileSync(path, JSON.stringify(journal));
  writeFileSync(join(migrations, "bad.sql"), "insert into nowhere values (1)");
  return migrations;
}

test("one backup is made before a release changes the database", async () => {
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

test("a repeatedly failing update is backed up once, until that backup is too old or belongs to another database", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const backups = join(folder, "backups");
  const migrations = failingMigrations();
  const attempt = async (minutesLater: number) => {
    vi.setSystemTime(Date.now() + minutesLater * 60_000);
    await expect(update(backups, migrations)).rejects.toMatchObject({ code: "42P01" });
    return readdirSync(backups).sort();
  };
  const [first = "", ...others] = await attempt(0);
  expect([others, await attempt(1), await attempt(50)]).toEqual([[], [first], [first]]);
  truncateSync(join(backups, first), 1_000);
  expect(await attempt(1)).toHaveLength(2);
  await client.query("update installation set key = gen_random_uuid()");
  expect([await attempt(1), await attempt(1)].map(({ length }) => length)).toEqual([3, 3]);
  expect(await attempt(61)).toHaveLength(4);
});

test("a repeatedly failing update reuses its recorded backup when the key only encrypts", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const recipient = await identityToRecipient(await generateIdentity());
  const backups = join(folder, "backups");
  const migrations = failingMigrations();
  const attempt = async (minutesLater: number) => {
    vi.setSystemTime(Date.now() + minutesLater * 60_000);
    await expect(update(backups, migrations, undefined, recipient)).rejects.toMatchObject({ code: "42P01" });
    return readdirSync(backups).sort();
  };
  const [first = "", ...others] = await attempt(0);
  expect([others, await attempt(1), await attempt(50)]).toEqual([[], [first], [first]]);
  expect(await attempt(10)).toHaveLength(2);
  await client.query("update backup_runs set verified_at = now()");
  expect(await attempt(1)).toHaveLength(3);
  for (const name of readdirSync(backups)) rmSync(join(backups, name));
  expect(await attempt(1)).toHaveLength(1);
});

test("a repeatedly failing update hands its backup to BACKUP_COMMAND once, the next update another one", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const migrations = failingMigrations();
  const backupCommand = `cat > ${folder}/got-$TENUE_BACKUP_FILE`;
  const attempt = async (given: string) => {
    vi.setSystemTime(Date.now() + 60_000);
    const outcome = await update(undefined, given, backupCommand).catch(({ code }) => code);
    return [outcome, readdirSync(folder).filter((name) => name.startsWith("got-")).length];
  };
  expect([await attempt(migrations), await attempt(migrations)]).toEqual([
    ["42P01", 1],
    ["42P01", 1],
  ]);
  expect(await attempt(findMigrationsFolder())).toEqual([undefined, 1]);
  expect(await attempt(migrations)).toEqual(["42P01", 2]);
});

test("an update is backed up although an earlier attempt is dated in the future", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const present = Date.now();
  const backups = join(folder, "backups");
  const migrations = failingMigrations();
  vi.setSystemTime(present + 400 * 86_400_000);
  await expect(update(backups, migrations)).rejects.toMatchObject({ code: "42P01" });
  vi.setSystemTime(present);
  await expect(update(backups, migrations)).rejects.toMatchObject({ code: "42P01" });
  expect(readdirSync(backups)).toHaveLength(2);
});

test("a schema that cannot record a backup is migrated", async () => {
  await update(undefined);
  await client.query("alter table backup_runs rename column rows to lines");
  log.warn.mockClear();
  // The error is that of the migration, not of the backup.
  await expect(update(join(folder, "backups"), failingMigrations())).rejects.toMatchObject({ code: "42P01" });
  expect(log.warn).toHaveBeenCalledWith(
    expect.stringContaining("failed to record the backup"),
    expect.anything(),
  );
});

test("a failed backup leaves the database unchanged and reports the reason in one line", async () => {
  const file = join(folder, "no-folder");
  writeFileSync(file, "");
  await expect(update(file)).rejects.toThrow(/No backup could be made in .* so it is left as it was/);
  expect(await readStamp(client)).toBe(before);
});

test("BACKUP_COMMAND gets the backup too, and suffices without a folder", async () => {
  const backupCommand = `cat > ${folder}/got-$TENUE_BACKUP_FILE`;
  await update(undefined, findMigrationsFolder(), backupCommand);
  const [name = ""] = readdirSync(folder);
  expect(name).toMatch(/^got-tenue-\d{8}-\d{6}-update\.tenue$/);
  const { header } = await openBackup(unpackBackup(createReadStream(join(folder, name)), undefined));
  expect(header).toMatchObject({ kind: "update", stamp: before });
  expect(await readStamp(client)).toBeGreaterThan(before ?? 0);
  expect(log.info).toHaveBeenCalledWith(
    expect.stringContaining("made a backup"),
    expect.objectContaining({ file: name.replace("got-", "") }),
  );
});

test("a failed BACKUP_COMMAND leaves the database unchanged, unless the folder has the backup", async () => {
  const failing = "echo no bucket >&2; exit 1";
  await expect(update(undefined, findMigrationsFolder(), failing)).rejects.toThrow(
    /no bucket.*left as it was/,
  );
  expect(await readStamp(client)).toBe(before);
  await update(join(folder, "backups"), findMigrationsFolder(), failing);
  expect(log.warn).toHaveBeenCalledWith(
    expect.stringContaining("did not take the backup before the update"),
    expect.objectContaining({ reason: expect.stringContaining("no bucket") }),
  );
  expect(readdirSync(join(folder, "backups"))).toHaveLength(1);
  expect(await readStamp(client)).toBeGreaterThan(before ?? 0);
});

test("an update continues with a warning when no place is configured", async () => {
  await update(undefined);
  expect(log.warn).toHaveBeenCalledWith(expect.stringContaining("set BACKUP_DIR"));
  expect(await readStamp(client)).toBeGreaterThan(before ?? 0);
});
