import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "#server/lib/database/database.ts";
import { isDatabaseUnavailable } from "#server/lib/database/database-errors.ts";
import { DurableFilesystem, durableStartParams } from "#server/lib/database/durable-filesystem.ts";
import { DataFolderInUseError, embeddedMajor } from "#server/lib/database/embedded-folder.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { OperatorError } from "#server/lib/operator-error.ts";
import { placeDatabase } from "./lib/run-tenue.ts";

const childScript = join(import.meta.dirname, "../support/embedded-child.ts");

// Skipped on PostgreSQL, because these tests concern only the embedded database.
describe.runIf(!process.env.TEST_DATABASE_URL)("embedded database", () => {
  let root: string;
  let copies = 0;

  /** A copy of a migrated data folder for one test, because creating a new database takes seconds. */
  function copyDataDir(): string {
    copies += 1;
    const copy = join(root, `copy-${copies}`);
    cpSync(join(root, "original"), copy, { recursive: true });
    return copy;
  }

  function open(dataDir: string): Promise<Database> {
    return openDatabase({ dataDir, log: silentLogger });
  }

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "tenue-test-"));
    await placeDatabase(join(root, "original"));
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test("the embedded database keeps committed rows over a clean stop and start", async () => {
    const dataDir = copyDataDir();
    const first = await open(dataDir);
    await first.pool.query("create table kept as select 42 as answer");
    await first.close();
    const second = await open(dataDir);
    expect((await second.pool.query("select answer from kept")).rows).toEqual([{ answer: 42 }]);
    await second.close();
  });

  test("a data folder of another PostgreSQL version is refused in one line with both versions and the remedy", async () => {
    const dataDir = copyDataDir();
    const version = join(dataDir, "database", "PG_VERSION");
    expect(readFileSync(version, "utf8").trim()).toBe(embeddedMajor);
    writeFileSync(version, "17\n");
    const failure = await open(dataDir).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OperatorError);
    expect(String(failure)).toMatch(
      /made by PostgreSQL 17, .* brings PostgreSQL 18: .*tenue backup FILE.*tenue restore FILE[^\n]*$/,
    );
    writeFileSync(version, `${embeddedMajor}\n`); // the refused start changed no file and kept no lock
    await (await open(dataDir)).close();
  });

  test("a second server on the same data folder is refused with one clear sentence", async () => {
    const dataDir = copyDataDir();
    const first = await open(dataDir);
    await expect(open(dataDir)).rejects.toThrow(DataFolderInUseError);
    await expect(open(dataDir)).rejects.toThrow(
      `The data folder ${dataDir} is in use by another running server: stop that one, or set another DATA_DIR.`,
    );
    expect((await first.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await first.close();
  });

  test("only the server's user can reach the socket of the embedded database", async () => {
    const dataDir = copyDataDir();
    const database = await open(dataDir);
    expect(statSync(join(dataDir, "socket")).mode & 0o777).toBe(0o700);
    await database.close();
  });

  test("the embedded database syncs each commit to the disk once before it acknowledges it", async () => {
    let syncs = 0;
    const folder = new DurableFilesystem(join(copyDataDir(), "database"), {
      onSync: () => {
        syncs += 1;
      },
    });
    const database = await PGlite.create({ fs: folder, startParams: durableStartParams });
    await database.exec("create table counted (id int)");
    const perStatement: number[] = [];
    for (const statement of [
      "insert into counted values (1)",
      "insert into counted values (2)",
      "select 1",
    ]) {
      const before = syncs;
      await database.exec(statement);
      perStatement.push(syncs - before);
    }
    expect(perStatement).toEqual([1, 1, 0]);
    await database.close();
  });

  test("the embedded database recovers automatically with its data after a crash, for example on a full disk", async () => {
    const dataDir = copyDataDir();
    const database = await open(dataDir);
    await database.pool.query("create table kept as select 42 as answer");
    const log = join(dataDir, "database", "pg_wal");
    renameSync(log, `${log}.away`);
    expect(isDatabaseUnavailable(await writeUntilFailure(database))).toBe(true);
    renameSync(`${log}.away`, log);
    const answer = await vi.waitFor(() => database.pool.query("select answer from kept"), {
      timeout: 100_000,
      interval: 50,
    });
    expect(answer.rows).toEqual([{ answer: 42 }]);
    await database.close();
  });

  test("a killed process leaves every acknowledged row exactly once, and no lock", async () => {
    const dataDir = copyDataDir();
    const child = spawn(process.execPath, [childScript, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
    const acknowledged = await killAfter(child, 100);
    const database = await open(dataDir);
    const { rows } = await database.pool.query<{ id: number }>("select id from acknowledged order by id");
    const stored = rows.map((row) => row.id);
    expect(stored.slice(0, acknowledged.length)).toEqual(acknowledged);
    // The insert that was under way may have been committed without an acknowledgement.
    expect(stored.length - acknowledged.length).toBeLessThanOrEqual(1);
    await database.close();
  });
});

/** Writes until the database fails: each round needs a new file of the write-ahead log, which cannot be created. */
async function writeUntilFailure(database: Database): Promise<unknown> {
  for (let round = 0; round < 10; round += 1) {
    try {
      await database.pool.query("update kept set answer = answer");
      await database.pool.query("select pg_switch_wal()");
    } catch (error) {
      return error;
    }
  }
  return null;
}

/** Kills the child once it has acknowledged `count` rows. Returns all acknowledged rows. */
async function killAfter(child: ChildProcess, count: number): Promise<number[]> {
  if (!child.stdout) throw new Error("the child has no standard output");
  const exited = once(child, "exit");
  const acknowledged: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(Number(line));
    if (acknowledged.length === count) child.kill("SIGKILL");
  }
  await exited;
  expect(acknowledged.length).toBeGreaterThanOrEqual(count);
  return acknowledged;
}
