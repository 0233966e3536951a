import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Logger, silentLogger } from "#server/lib/logger.ts";
import { OperatorError } from "#server/lib/operator-error.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { readStamp } from "./applied-migrations.ts";
import { applyMigrations, findMigrationsFolder, migrateWithin, newestKnownMigration } from "./migrations.ts";

const newest = newestKnownMigration();
let database: TestDatabase;
let folder: string;
let clients: pg.Client[];

beforeEach(async () => {
  clients = [];
  folder = mkdtempSync(join(tmpdir(), "tenue-test-"));
  cpSync(findMigrationsFolder(), folder, { recursive: true });
  database = await createTestDatabase();
  await database.pool.query("create table notes (body text)");
});

afterEach(async () => {
  for (const client of clients) await client.end();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Adds a migration of a simulated later version; returns its stamp. */
function addMigration(tag: string, sql: string): number {
  const path = join(folder, "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(path, "utf8"));
  const when = newest + journal.entries.length;
  journal.entries.push({ idx: journal.entries.length, version: "7", when, tag, breakpoints: true });
  writeFileSync(path, JSON.stringify(journal));
  writeFileSync(join(folder, `${tag}.sql`), sql);
  return when;
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(database.connection);
  clients.push(client);
  await client.connect();
  return client;
}

function notingLogger(): { log: Logger; lines: string[] } {
  const lines: string[] = [];
  return { log: { ...silentLogger, info: (line) => lines.push(line) }, lines };
}

async function one<Value>(sql: string): Promise<Value> {
  const { rows } = await database.pool.query<{ value: Value }>(sql);
  if (rows[0] === undefined) throw new Error("no row");
  return rows[0].value;
}

const index = `-- no transaction\ncreate index concurrently if not exists "notes_body" on "notes" ("body");`;
const isIndexValid = () =>
  one<boolean>(
    "select bool_and(indisvalid) as value from pg_index where indexrelid = 'notes_body'::regclass",
  );
const timesNoted = (stamp: number) =>
  one<number>(`select count(*)::int as value from drizzle.__drizzle_migrations where created_at = ${stamp}`);

test("a database that a newer build has changed is not changed, and one clear line gives the reason", async () => {
  await applyMigrations(database.connection, { log: silentLogger }); // up to date: nothing to do
  await database.pool.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)",
  );
  const failure = await applyMigrations(database.connection, { log: silentLogger }).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(OperatorError);
  expect(String(failure)).toMatch(
    /newer version of Tenue \(of 2100-01-01 or later\): start that version[^\n]+$/,
  );
});

test("the callback gets the stamp of an existing database before a change, and is not called without a change", async () => {
  const announced: number[] = [];
  const options = {
    folder,
    log: silentLogger,
    async beforeMigrations({ from }: { from: number }) {
      announced.push(from);
      expect(await one("select to_regclass('later') is null as value")).toBe(true);
    },
  };
  await applyMigrations(database.connection, options);
  expect(announced).toEqual([]);
  addMigration("later", "create table later (id int)");
  await applyMigrations(database.connection, options);
  await applyMigrations(database.connection, options);
  expect(announced).toEqual([newest]);
  expect(await one("select to_regclass('later') is not null as value")).toBe(true);
});

test("a new index alone needs no backup beforehand", async () => {
  addMigration("index", index);
  const beforeMigrations = vi.fn();
  await applyMigrations(database.connection, { folder, log: silentLogger, beforeMigrations });
  expect([await isIndexValid(), beforeMigrations.mock.calls]).toEqual([true, []]);
});

test("a migration that fails leaves the database as it was", async () => {
  addMigration("good", "create table good (id int)");
  addMigration("bad", "create table bad (id int);--> statement-breakpoint\ninsert into nowhere values (1)");
  await expect(applyMigrations(database.connection, { folder, log: silentLogger })).rejects.toMatchObject({
    code: "42P01",
  });
  expect(await one("select to_regclass('good') is null and to_regclass('bad') is null as value")).toBe(true);
  expect(await readStamp(await connect())).toBe(newest);
});

test("within a caller's transaction the database is migrated up to a stamp, indexes included, and later to the end", async () => {
  const first = addMigration("first", index);
  const second = addMigration("second", "create table second (id int)");
  const client = await connect();
  await client.query("begin");
  await migrateWithin(client, { folder, upTo: first });
  expect(await readStamp(client)).toBe(first);
  const { rows } = await client.query("select to_regclass('notes_body') is not null as there");
  expect(rows).toEqual([{ there: true }]);
  await migrateWithin(client, { folder });
  expect(await readStamp(client)).toBe(second);
  await client.query("rollback");
  expect(await readStamp(client)).toBe(newest);
});

test("a file without a transaction may hold one repeatable index and nothing else", async () => {
  addMigration("wrong", `-- no transaction\ncreate index concurrently "notes_body" on "notes" ("body");`);
  await expect(applyMigrations(database.connection, { folder, log: silentLogger })).rejects.toThrow(
    'one "create index concurrently if not exists"',
  );
});

test.each([
  ["beside other instances", false],
  ["in the transaction of a database without other users", true],
])("a statement in batches is repeated until it returns no row, %s", async (_, alone) => {
  await database.pool.query("insert into notes select 'old' from generate_series(1, 5)");
  const stamp = addMigration(
    "batches",
    `-- in batches\nupdate notes set body = 'new' where ctid in (select ctid from notes where body = 'old' limit 2) returning 1`,
  );
  await applyMigrations(database.connection, { folder, log: silentLogger, alone });
  expect(await one("select count(*)::int as value from notes where body = 'new'")).toBe(5);
  expect(await timesNoted(stamp)).toBe(1);
});

test("a database without other users gets its indexes in the same transaction", async () => {
  const stamp = addMigration("index", index);
  await applyMigrations(database.connection, { folder, log: silentLogger, alone: true });
  expect([await isIndexValid(), await timesNoted(stamp)]).toEqual([true, 1]);
});

describe.runIf(process.env.TEST_DATABASE_URL)("while others use the database", () => {
  test("instances that start together build an index once, after the other migrations", async () => {
    const first = addMigration("index", index);
    const second = addMigration("table", "create table later (id int)");
    const { log, lines } = notingLogger();
    const announced: number[] = [];
    const beforeMigrations = async ({ from }: { from: number }) => void announced.push(from);
    const options = { folder, log, beforeMigrations };
    await Promise.all(Array.from({ length: 4 }, () => applyMigrations(database.connection, options)));
    expect(announced).toEqual([newest]);
    expect([await isIndexValid(), await timesNoted(first), await timesNoted(second)]).toEqual([true, 1, 1]);
    const order = await one<string[]>(
      `select array_agg(created_at::text order by id) as value from drizzle.__drizzle_migrations where created_at > ${newest}`,
    );
    expect(order).toEqual([`${second}`, `${first}`]);
    expect(lines.filter((line) => line.startsWith("building an index"))).toHaveLength(1);
    expect(await one("select until is null as value from migration_lease")).toBe(true);
  });

  test("an index that an earlier attempt left invalid is rebuilt", async () => {
    const stamp = addMigration("index", index.replace("create index", "create unique index"));
    await database.pool.query("insert into notes values ('twice'), ('twice')");
    const options = { folder, log: silentLogger };
    await expect(applyMigrations(database.connection, options)).rejects.toMatchObject({ code: "23505" });
    expect([await isIndexValid(), await timesNoted(stamp)]).toEqual([false, 0]);
    await database.pool.query("delete from notes");
    await applyMigrations(database.connection, options);
    expect([await isIndexValid(), await timesNoted(stamp)]).toEqual([true, 1]);
  });

  test("a batch waits for a transaction that holds one of its rows", async () => {
    await database.pool.query("insert into notes values ('old'), ('held')");
    addMigration("batches", "-- in batches\nupdate notes set body = 'new' where body <> 'new' returning 1");
    const { log, lines } = notingLogger();
    const holder = await connect();
    await holder.query("begin; update notes set body = 'kept' where body = 'held'");
    const applied = applyMigrations(database.connection, { folder, log });
    await vi.waitFor(
      () => expect(lines).toContainEqual(expect.stringContaining("waiting for a lock")),
      20_000,
    );
    await holder.query("update notes set body = 'mine' where body = 'old'; commit");
    await applied;
    expect(await one("select count(*)::int as value from notes where body = 'new'")).toBe(2);
  });

  test("an instance takes over the lease of a dead one, waits for a held lease, and logs that it waits", async () => {
    addMigration("later", "create table later (id int)");
    const { log, lines } = notingLogger();
    await database.pool.query(
      "update migration_lease set holder = 'other', until = now() + interval '1 hour'",
    );
    const applied = applyMigrations(database.connection, { folder, log });
    await vi.waitFor(() => expect(lines).toEqual([expect.stringContaining("another instance")]), 20_000);
    expect(await one("select to_regclass('later') is null as value")).toBe(true);
    await database.pool.query("update migration_lease set until = now() - interval '1 second'");
    await applied;
    expect(await one("select to_regclass('later') is not null as value")).toBe(true);
  });

  test("a migration waiting for a long transaction does not block later transactions", async () => {
    addMigration("later", "alter table notes add column later int");
    const { log, lines } = notingLogger();
    const long = await connect();
    await long.query("begin; insert into notes values ('long')");
    const applied = applyMigrations(database.connection, { folder, log });
    await vi.waitFor(() => expect(lines).toEqual([expect.stringContaining("waiting for a lock")]), 20_000);
    await database.pool.query("insert into notes values ('after')");
    await long.query("commit");
    await applied;
    expect(await one("select count(later)::int + count(*)::int as value from notes")).toBe(2);
  });
});
