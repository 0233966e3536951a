import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { createEmbeddedUpkeep } from "./embedded-upkeep.ts";

// PostgreSQL has background processes for this work.
describe.runIf(!process.env.TEST_DATABASE_URL)("upkeep of the embedded database", () => {
  let database: TestDatabase;
  let time: Date;

  beforeEach(async () => {
    database = await createTestDatabase();
    time = new Date();
    await database.pool.query("create table notes (id int, body text)");
  });

  afterEach(() => database.close());

  const upkeep = () => createEmbeddedUpkeep(database.db, () => time);

  async function one(sql: string): Promise<number> {
    const { rows } = await database.pool.query<{ value: number }>(`select (${sql})::float8 as value`);
    return rows[0]?.value ?? Number.NaN;
  }

  const write = (megabytes: number) =>
    database.pool.query(
      `insert into notes select n, repeat(md5(n::text), 32) from generate_series(1, ${megabytes * 1_000}) n`,
    );
  const logBytes = () =>
    one("select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) from pg_control_checkpoint()");
  const knownRows = () => one("select reltuples from pg_class where relname = 'notes'");

  test("the upkeep gives the planner statistics, frees the space of deleted rows and keeps the log short", async () => {
    await write(40);
    await database.pool.query("delete from notes");
    expect(await knownRows()).toBe(-1);
    const size = await one("pg_relation_size('notes')");
    await upkeep()();
    expect(await knownRows()).toBe(0);
    expect(await logBytes()).toBeLessThan(1_000_000);
    expect(await one("pg_relation_size('notes')")).toBeLessThan(size / 10);
  });

  test("the log is cut only after it has grown", async () => {
    const run = upkeep();
    await run();
    await database.pool.query("checkpoint");
    await write(5);
    await run();
    expect(await logBytes()).toBeGreaterThan(5_000_000);
    await write(40);
    await run();
    expect(await logBytes()).toBeLessThan(1_000_000);
  });

  test("tables are vacuumed only once a day", async () => {
    const run = upkeep();
    await run();
    await write(1);
    await run();
    expect(await knownRows()).toBe(0);
    time = new Date(time.getTime() + 25 * 60 * 60 * 1_000);
    await run();
    expect(await knownRows()).toBe(1_000);
  });
});
