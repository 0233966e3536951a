import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createWakeSignal } from "#server/lib/concurrency.ts";
import { readConfig } from "#server/lib/config.ts";
import type { LogDetails } from "#server/lib/logger.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { headOf, openErasureFile } from "./erasure-file.ts";
import { areErasuresNoted, createErasureKeeper, type ErasureKeeper } from "./erasure-keeper.service.ts";
import { deleteSupersededErasures, erasureLineSchema } from "./erasure-log.service.ts";

let database: TestDatabase;
let folder: string;
let logged: [string, LogDetails | undefined][];
const keepers: ErasureKeeper[] = [];
const soon = { timeout: 10_000, interval: 30 };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query("truncate erasure_log restart identity");
  folder = mkdtempSync(join(tmpdir(), "tenue-erasures-"));
  logged = [];
});
afterEach(async () => {
  for (const keeper of keepers.splice(0)) await keeper.stop();
  rmSync(folder, { recursive: true, force: true });
});

const path = () => join(folder, "erasures.ndjson");
const say = (message: string, details?: LogDetails) => void logged.push([message, details]);

const wakeSignal = createWakeSignal();

function createKeeper(
  config: { backupDir?: string; backupCommand?: string } = { backupDir: folder },
  mayDeleteByTime = async () => true,
) {
  const keeper = createErasureKeeper({
    db: database.db,
    wakeSignal,
    log: { info: say, warn: say, error: say },
    now: () => new Date(),
    mayDeleteByTime,
    config: { ...readConfig({}), authSecret: "unused", backupDir: undefined, ...config },
  });
  keepers.push(keeper);
  return keeper;
}

const erase = (...hashes: string[]) =>
  database.pool.query(
    "insert into erasure_log (kind, email_hash) select 'erased', hash from unnest($1::text[]) with ordinality as t (hash, n) order by n",
    [hashes],
  );

function readLines() {
  const [head = "", ...lines] = readFileSync(path(), "utf8").trimEnd().split("\n");
  return { head: JSON.parse(head), lines: lines.map((line) => erasureLineSchema.parse(JSON.parse(line))) };
}
const hashes = () => readLines().lines.map(({ emailHash }) => emailHash);

async function installation(): Promise<string> {
  return (await database.pool.query("select key from installation")).rows[0].key;
}

test("the file names its installation and has each line once, in order", async () => {
  await erase("a", "b");
  const keeper = createKeeper();
  await keeper.keep();
  await erase("c");
  await keeper.keep();
  await keeper.keep();
  await createKeeper().keep();
  expect(readLines().head).toEqual({ installation: await installation() });
  expect(readLines().lines).toMatchObject([
    { id: 1, kind: "erased", emailHash: "a", scope: null, reason: null, until: null },
    { id: 2, emailHash: "b" },
    { id: 3, emailHash: "c" },
  ]);
});

test("the file has only a head when no person was erased", async () => {
  const keeper = createKeeper();
  await keeper.keep();
  await keeper.keep();
  expect(readLines()).toEqual({ head: { installation: await installation() }, lines: [] });
});

test("an entry whose transaction commits after a younger one is not missed", async () => {
  const keeper = createKeeper();
  await erase("first");
  await keeper.keep();
  // Simulates a transaction that took its number first and committed last.
  await database.pool.query(
    `insert into erasure_log (id, kind, email_hash, at) overriding system value
     values (3, 'erased', 'younger', now())`,
  );
  await keeper.keep();
  await database.pool.query(
    `insert into erasure_log (id, kind, email_hash, at) overriding system value
     values (2, 'erased', 'older', now() - interval '40 seconds')`,
  );
  await keeper.keep();
  expect(hashes()).toEqual(["first", "younger", "older"]);
});

test("a line that a killed process left incomplete is written again", async () => {
  await erase("a", "b");
  await createKeeper().keep();
  const whole = readFileSync(path(), "utf8");
  for (const cut of [whole.length - 1, whole.length - 20, 10, 0]) {
    truncateSync(path(), cut);
    await createKeeper().keep();
    expect(readFileSync(path(), "utf8"), `cut at ${cut}`).toBe(whole);
  }
});

test("a line that is removed, or cut under a running process, is written again", async () => {
  await erase("a");
  const keeper = createKeeper();
  await keeper.keep();
  rmSync(path());
  await keeper.keep();
  expect(hashes()).toEqual(["a"]);
});

test("two instances that share the folder write no line twice", async () => {
  const instances = [createKeeper(), createKeeper(), createKeeper()];
  for (let round = 0; round < 5; round += 1) {
    await erase(`${round} a`, `${round} b`);
    await Promise.all(instances.map((keeper) => keeper.keep()));
  }
  for (const keeper of instances) await keeper.keep();
  expect(hashes()).toHaveLength(10);
  expect(new Set(hashes()).size).toBe(10);
});

test("lines with the same number after a restore are distinguished by their content", async () => {
  await erase("before", "lost by the restore");
  const keeper = createKeeper();
  await keeper.keep();
  await database.pool.query("delete from erasure_log where id = 2");
  await database.pool.query("alter sequence erasure_log_id_seq restart with 2");
  await erase("after");
  await keeper.keep();
  expect(hashes()).toEqual(["before", "lost by the restore", "after"]);
});

describe("entries that a later change made void", () => {
  /** Blocks and lifts an address in turns, long ago. */
  const change = (emailHash: string, times: number) =>
    database.pool.query(
      `insert into erasure_log (kind, email_hash, scope, reason, at)
      select case when n % 2 = 1 then 'suppressed' else 'lifted' end, $1, 'news', 'unsubscribed',
        now() - interval '10 days' + n * interval '1 second' from generate_series(1, $2::int) n`,
      [emailHash, times],
    );
  const forget = () => deleteSupersededErasures({ db: database.db, now: () => new Date() });
  /** Simulates a restore of an older backup that did not read the file. */
  const loseInDatabase = (emailHash: string) =>
    database.pool.query("delete from erasure_log where email_hash = $1", [emailHash]);

  test("compaction removes voided entries once they are half of the file, and keeps unknown and new ones", async () => {
    await erase("erased", "erased and lost");
    await change("lost", 1);
    await change("a", 9);
    const keeper = createKeeper();
    await keeper.keep();
    await loseInDatabase("lost");
    await loseInDatabase("erased and lost");
    await keeper.compact();
    expect(hashes()).toHaveLength(12);
    await forget();
    await keeper.compact();
    expect(readLines().head).toEqual({ installation: await installation() });
    expect(readLines().lines).toMatchObject([
      { kind: "erased", emailHash: "erased" },
      { kind: "erased", emailHash: "erased and lost" },
      { kind: "suppressed", emailHash: "lost" },
      { id: 12, kind: "suppressed", emailHash: "a" },
    ]);
    expect(readdirSync(folder)).toEqual(["erasures.ndjson"]);
    await erase("since");
    for (const one of [keeper, createKeeper()]) await one.keep();
    expect(hashes()).toEqual(["erased", "erased and lost", "lost", "a", "since"]);
  });

  test("a voided entry stays in the file while the clock is implausible", async () => {
    await change("a", 9);
    await createKeeper().keep();
    await forget();
    await createKeeper({ backupDir: folder }, async () => false).compact();
    expect(hashes()).toHaveLength(9);
    await createKeeper().compact();
    expect(hashes()).toEqual(["a"]);
  });

  test("a voided entry is removed from the file by the running server", async () => {
    await change("a", 50);
    await createKeeper().keep();
    await forget();
    createKeeper().start();
    await vi.waitFor(() => expect(hashes()).toEqual(["a"]), soon);
  });

  test("compaction that a new line interrupts keeps that line and the voided entry", async () => {
    await change("a", 5);
    await createKeeper().keep();
    const file = openErasureFile(folder, await installation());
    const line = readFileSync(path(), "utf8").split("\n").at(-2)?.replace('"a"', '"meanwhile"');
    const all = { superseded: new Date(), since: new Date(0) };
    await file.compact(all, async (replace) => {
      appendFileSync(path(), `${line}\n`);
      await replace();
    });
    expect(hashes()).toEqual(["a", "a", "a", "a", "a", "meanwhile"]);
    await file.compact(all, (replace) => replace());
    expect(hashes()).toEqual(["a", "meanwhile"]);
  });

  test("compaction loses no entry of instances that share the folder", async () => {
    const instances = [createKeeper(), createKeeper(), createKeeper()];
    for (let round = 0; round < 8; round += 1) {
      await change("a", 20);
      await erase(`${round} a`, `${round} b`);
      await Promise.all(instances.map((keeper) => keeper.keep()));
      await forget();
      await erase(`${round} c`);
      await Promise.all(instances.flatMap((keeper) => [keeper.compact(), keeper.keep()]));
    }
    for (const keeper of instances) await keeper.keep();
    await forget();
    await createKeeper().compact();
    const { rows } = await database.pool.query<{ id: number }>("select id::int from erasure_log");
    const noted = readLines().lines.map(({ id }) => id);
    expect(rows).toHaveLength(25);
    expect(rows.filter(({ id }) => !noted.includes(id))).toEqual([]);
    expect(noted.length).toBeLessThanOrEqual(2 * rows.length);
  });
});

// registre: 25
test("an entry past its term is removed from the file, unless the table still has an entry of that age", async () => {
  const note = (emailHash: string, days: number) =>
    database.pool.query(
      "insert into erasure_log (kind, email_hash, at) values ('erased', $1, now() - $2 * interval '1 day')",
      [emailHash, days],
    );
  for (const days of [500, 450, 400, 300]) await note(`${days} days`, days);
  const keeper = createKeeper();
  await keeper.keep();
  await database.pool.query("delete from erasure_log where email_hash = '500 days'");
  await keeper.compact();
  expect(hashes()).toEqual(["450 days", "400 days", "300 days"]);
  await database.pool.query("delete from erasure_log where email_hash <> '300 days'");
  await createKeeper({ backupDir: folder }, async () => false).compact();
  expect(hashes()).toHaveLength(3);
  await keeper.compact();
  await keeper.keep();
  expect(hashes()).toEqual(["300 days"]);
});

test("a running server appends committed lines regularly, and when it stops", async () => {
  const keeper = createKeeper();
  keeper.start();
  await erase("a");
  wakeSignal.notify(); // as a request does
  await vi.waitFor(() => expect(hashes()).toEqual(["a"]), soon);
  await erase("b");
  await keeper.stop();
  expect(hashes()).toEqual(["a", "b"]);
  expect(logged).toEqual([]);
});

test("another installation's file stays unchanged, and one warning is logged", async () => {
  const foreign = `{"installation":"00000000-0000-4000-8000-000000000000"}\n`;
  writeFileSync(path(), foreign);
  await erase("a");
  const keeper = createKeeper();
  keeper.start();
  await vi.waitFor(() => expect(logged).toHaveLength(1), soon);
  await keeper.stop();
  expect(logged).toMatchObject([
    ["failed to note erasures beside the backups", { error: expect.any(Error) }],
  ]);
  expect(String(logged[0]?.[1]?.error)).toContain("belongs to another installation");
  expect(readFileSync(path(), "utf8")).toBe(foreign);
});

test("an unwritable folder is logged once, and once more when it is writable again", async () => {
  writeFileSync(join(folder, "file"), "");
  const keeper = createKeeper({ backupDir: join(folder, "file") });
  await erase("a");
  keeper.start();
  await vi.waitFor(() => expect(logged).toHaveLength(1), soon);
  rmSync(join(folder, "file"));
  mkdirSync(join(folder, "file"));
  await vi.waitFor(() => expect(logged).toHaveLength(2), soon);
  expect(logged[1]?.[0]).toBe("over: failed to note erasures beside the backups");
});

test.each([
  ["with a folder", () => ({ backupDir: folder })],
  ["without one", () => ({})],
])("the command gets the whole log by its name, %s, and again after a new entry", async (_where, place) => {
  await erase("a");
  const backupCommand = `cat > ${folder}/got-$TENUE_BACKUP_FILE; echo >> ${folder}/times`;
  const keeper = createKeeper({ ...place(), backupCommand });
  await keeper.keep();
  await keeper.keep();
  await erase("b");
  await keeper.keep();
  expect(readFileSync(join(folder, "times"), "utf8")).toBe("\n\n");
  const [head, ...lines] = readFileSync(join(folder, "got-erasures.ndjson"), "utf8").trimEnd().split("\n");
  expect(JSON.parse(head ?? "")).toEqual({ installation: await installation() });
  expect(lines.map((line) => JSON.parse(line).emailHash)).toEqual(["a", "b"]);
});

test("the command gets an empty log once an administrator is set up, and the last entries before a stop", async () => {
  const keeper = createKeeper({ backupCommand: `cat > ${folder}/far` });
  const far = () => readFileSync(join(folder, "far"), "utf8").trimEnd().split("\n");
  await keeper.keep();
  expect(readdirSync(folder)).toEqual([]);
  await database.pool.query(
    `with account as (insert into auth_users (id, name, email) values ('1', 'Inès', 'ines@exemple.fr') returning id, email)
     insert into admin_users (id, email, activated_at) select id, email, now() from account`,
  );
  keeper.start();
  await vi.waitFor(async () => expect(far()).toEqual([headOf(await installation())]), soon);
  await erase("a");
  await keeper.stop();
  expect(far()).toMatchObject([expect.any(String), expect.stringContaining('"a"')]);
});

test("the command gets the whole log even while the file cannot be written", async () => {
  writeFileSync(join(folder, "file"), "");
  await erase("a");
  const backupCommand = `cat > ${folder}/far`;
  createKeeper({ backupDir: join(folder, "file"), backupCommand }).start();
  await vi.waitFor(() => expect(readFileSync(join(folder, "far"), "utf8")).toContain('"a"'), soon);
});

test("the file gets new entries while the command hangs", async () => {
  await erase("earlier");
  const keeper = createKeeper({ backupDir: folder, backupCommand: `touch ${folder}/begun; sleep 600` });
  keeper.start();
  await vi.waitFor(() => expect(readdirSync(folder)).toContain("begun"), soon);
  await erase("a");
  wakeSignal.notify();
  await vi.waitFor(() => expect(hashes()).toEqual(["earlier", "a"]), soon);
});

test("without a folder and a command, one log line reports that erasures are not kept", async () => {
  await erase("a");
  const keeper = createKeeper({});
  keeper.start();
  await keeper.stop();
  expect(logged).toEqual([
    ["erasures are not kept for restores: set BACKUP_DIR (or BACKUP_COMMAND)", undefined],
  ]);
});

test("lines that another program wrote into the file are ignored", async () => {
  await erase("a");
  await createKeeper().keep();
  appendFileSync(path(), "no line of ours\n");
  await erase("b");
  await createKeeper().keep();
  expect(
    readFileSync(path(), "utf8")
      .split("\n")
      .filter((line) => line.includes('"b"')),
  ).toHaveLength(1);
});

test("the health check reports an erasure that waits for a minute, until it is written", async () => {
  const inTwoMinutes = () => new Date(Date.now() + 120_000);
  const areNoted = (now = inTwoMinutes, backupDir: string | undefined = folder) =>
    areErasuresNoted({ db: database.db, now, config: { backupDir } });
  expect(await areNoted()).toBe(true);
  await erase(...Array.from({ length: 600 }, (_, index) => `hash-${index}`));
  expect(await areNoted(() => new Date())).toBe(true);
  expect(await areNoted()).toBe(false);
  await createKeeper().keep();
  expect(await areNoted()).toBe(true);
  await erase("one-more");
  expect(await areNoted()).toBe(false);
  truncateSync(path(), 0);
  expect(await areNoted()).toBe(false);
});
