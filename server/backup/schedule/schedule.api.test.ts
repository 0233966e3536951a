import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Backups } from "#contract/backup.schema.ts";
import { backupMessages } from "#contract/backup.ts";
import type { ToDoRow } from "#contract/to-do.schema.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";
import { runBackupProcess } from "./tenue-process.ts";

const soon = { timeout: 10_000, interval: 20 };
let harness: TestApp;
let admin: SignedIn;
let folder: string;
let now = new Date();
let composed: ReturnType<TestApp["compose"]>[] = [];

beforeAll(async () => {
  harness = await createTestApp({ now: () => new Date(now) });
});
afterAll(() => harness.close());
beforeEach(async () => {
  await emptyTables(harness.database, "backup_runs, upkeep_clock, admin_notices, journal_entries");
  await query(
    "update backup_settings set scheduled = null, hour = 3, keep_days = 7, keep_weeks = 4, max_age_days = 35, version = 1",
  );
  folder = mkdtempSync(join(tmpdir(), "tenue-schedule-"));
  now = new Date("2026-11-23T10:00:00Z");
  admin = await harness.signIn({ superAdmin: true });
  // A substitute for `tenue backup`: makes a file in the folder and prints the last line of the output.
  fakeBackupCommand(`
    const at = args.indexOf("--verify");
    const given = args.at(-1).endsWith(".tenue") ? args.at(-1) : null;
    const file = given ?? "${folder}/tenue-20261123-100000.tenue";
    if (at < 0) require("node:fs").writeFileSync(file, "a backup");
    console.log("some remark");
    console.log(JSON.stringify({ file, bytes: 8, rows: 3, madeAt: "2026-11-23T10:00:00.000Z",
      verifiedAt: at < 0 ? null : "2026-11-23T10:00:05.000Z" }));`);
});
afterEach(async () => {
  for (const { parts } of composed) await parts.backups.stop();
  composed = [];
  rmSync(folder, { recursive: true, force: true });
});

const query = async (sql: string, values: unknown[] = []) =>
  (await harness.database.pool.query(sql, values)).rows;

let script = "";
function fakeBackupCommand(code: string): void {
  script = `const args = process.argv.slice(1); require("node:fs").appendFileSync("${folder}/calls", args.map((arg) => require("node:path").basename(arg)).join(" ") + "\\n");${code}`;
}
const calls = () => readFileSync(join(folder, "calls"), "utf8").trim().split("\n");

/** Starts one more instance, with `now` as its clock. */
function start(
  config: {
    backupDir?: string | undefined;
    backupCommand?: string;
    databaseUrl?: string;
    backupKey?: string;
  } = {},
) {
  const application = harness.compose({
    config: { backupDir: folder, ...config },
    now: () => new Date(now),
    runBackup: (args, signal) => runBackupProcess([process.execPath, "-e", script, "--", ...args], signal),
  });
  composed.push(application);
  return application;
}

async function look({ parts }: ReturnType<typeof start>): Promise<void> {
  await parts.backups.beginIfDue();
  await parts.backups.settled();
}

const ask = async (
  { app }: { app: TestApp["app"] },
  method: string,
  path = "",
  body?: unknown,
  { headers } = admin,
) => {
  const answer = await app.request(`/api/admin/backups${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
};
const list = async (application: { app: TestApp["app"] }) => (await ask(application, "GET")).body as Backups;

const madeBefore = (startedAt: string, values: { error?: string; verifiedAt?: string } = {}) =>
  query(
    "insert into backup_runs (kind, started_at, finished_at, error, verified_at) values ('scheduled', $1, $2, $3, $4)",
    [startedAt, values.error ? null : startedAt, values.error ?? null, values.verifiedAt ?? null],
  );

test("several instances make and report the night's backup once", async () => {
  await madeBefore("2026-11-22T02:00:00Z", { verifiedAt: "2026-11-22T02:01:00Z" });
  const instances = [start(), start(), start()];
  await Promise.all(instances.map(look));
  await Promise.all(instances.map(look));
  expect(calls()).toEqual(["--kind scheduled tenue-20261123-100000.tenue"]);
  const { runs, settings, place, encrypted } = await list(instances[0] ?? start());
  expect({ settings, place, encrypted }).toEqual({
    settings: { scheduled: true, hour: 3, keepDays: 7, keepWeeks: 4, maxAgeDays: 35, version: 1 },
    place: "folder",
    encrypted: false,
  });
  expect(runs).toHaveLength(2);
  expect(runs[0]).toMatchObject({
    kind: "scheduled",
    file: "tenue-20261123-100000.tenue",
    bytes: 8,
    rows: 3,
    verifiedAt: null,
    error: null,
    finishedAt: now.toISOString(),
  });
});

test("a backup is verified about once a week, unless the key only encrypts", async () => {
  await madeBefore("2026-11-16T02:00:00Z", { verifiedAt: "2026-11-16T02:01:00Z" });
  await look(start());
  expect(calls()).toEqual([
    "--kind scheduled tenue-20261123-100000.tenue",
    "--verify tenue-20261123-100000.tenue",
  ]);
  now = new Date("2026-12-23T10:00:00Z");
  await look(start({ backupKey: "age1abc" }));
  expect(calls()).toHaveLength(3);
});

test("an external database is backed up only when enabled, and never without a place", async () => {
  await madeBefore("2026-11-22T02:00:00Z");
  const instance = start({ databaseUrl: "postgres://somewhere" });
  await look(instance);
  expect((await list(instance)).settings.scheduled).toBe(false);
  const settings = { scheduled: true, hour: 4, keepDays: 3, keepWeeks: 0, maxAgeDays: 35, version: 1 };
  expect(await ask(instance, "PUT", "/settings", settings)).toMatchObject({
    status: 200,
    body: { ...settings, version: 2 },
  });
  await look(instance);
  expect(calls()).toEqual([
    "--kind scheduled tenue-20261123-100000.tenue",
    "--verify tenue-20261123-100000.tenue",
  ]);
  const homeless = start({ backupDir: undefined });
  expect(await ask(homeless, "PUT", "/settings", { ...settings, version: 2 })).toMatchObject({
    status: 400,
    body: { error: { fields: { scheduled: backupMessages.noPlace } } },
  });
  expect((await ask(homeless, "POST")).status).toBe(409);
  await look(homeless);
  expect(calls()).toHaveLength(2);
});

test("a warning is logged once when no place for backups is configured", async () => {
  const warn = vi.fn();
  const log = { ...silentLogger, warn };
  const homeless = harness.compose({ config: { backupDir: undefined }, log });
  await look(homeless);
  await look(homeless);
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/^no backups are made: .*BACKUP_DIR/)]]);
});

test("BACKUP_COMMAND gets each backup with its name, with and without a folder", async () => {
  const backupCommand = `cat > ${folder}/got-$TENUE_BACKUP_FILE`;
  for (const backupDir of [folder, undefined]) {
    await emptyTables(harness.database, "backup_runs");
    await madeBefore("2026-11-22T02:00:00Z", { verifiedAt: "2026-11-22T02:01:00Z" });
    const instance = start({ backupDir, backupCommand });
    await look(instance);
    expect((await list(instance)).runs[0]).toMatchObject({
      error: null,
      file: "tenue-20261123-100000.tenue",
    });
    expect(readFileSync(join(folder, "got-tenue-20261123-100000.tenue"), "utf8")).toBe("a backup");
    rmSync(join(folder, "got-tenue-20261123-100000.tenue"));
  }
  const [, given = ""] = calls();
  expect(given).toContain("--kind scheduled tenue-20261123-100000.tenue");
});

test("a failed backup is reported with its reason, retried an hour later, and causes one notice", async () => {
  await madeBefore("2026-11-22T02:00:00Z", { verifiedAt: "2026-11-22T02:01:00Z" });
  fakeBackupCommand(`console.error("No space left on device"); process.exit(1);`);
  const instance = start();
  await look(instance);
  await look(instance);
  expect(calls()).toHaveLength(1);
  for (let hour = 0; hour < 5; hour += 1) {
    now = new Date(now.getTime() + 3_600_000);
    await look(instance);
  }
  expect(calls()).toHaveLength(3);
  admin = await harness.signIn({ superAdmin: true });
  await query("update admin_users set created_at = '2026-01-01'");
  expect((await list(instance)).runs[0]).toMatchObject({
    error: "Il n’y a plus de place sur le disque (No space left on device).",
    finishedAt: null,
  });
  const answer = await harness.app.request("/api/admin/to-do", { headers: admin.headers });
  const { rows } = (await answer.json()) as { rows: ToDoRow[] };
  expect(rows.filter(({ level }) => level === "notice")).toMatchObject([
    {
      sentence: "La sauvegarde automatique a échoué",
      details: expect.arrayContaining(["Il n’y a plus de place sur le disque (No space left on device)."]),
    },
  ]);
});

test("a command that reads no input, or prints no readable output, is a failure", async () => {
  const instance = start({ backupCommand: "echo no bucket >&2; exit 1" });
  await ask(instance, "POST");
  await instance.parts.backups.settled();
  expect((await list(instance)).runs[0]?.error).toContain("no bucket");
  fakeBackupCommand("console.log('hello')");
  await ask(instance, "POST");
  await instance.parts.backups.settled();
  expect((await list(instance)).runs[0]?.error).not.toBeNull();
});

const served = ["tenue-20260101-020000.tenue", "tenue-20260103-020000-update.tenue"];
const kept = ["erasures.ndjson", "mine.tenue", "tenue-20261101-020000-manual.tenue"];
const backupFiles = () => readdirSync(folder).filter((name) => name !== "calls");
const put = (...names: string[]) => names.map((name) => writeFileSync(join(folder, name), ""));

/** Runs the clearing as upkeep does: not while the clock is implausible. */
async function clear({ upkeep }: ReturnType<typeof start>): Promise<void> {
  const job = upkeep.jobs.find(({ name }) => name === "delete old backups and the erasures from before them");
  if (!job?.deletesByTime) throw new Error("no such deletion by time");
  if (await upkeep.mayDeleteByTime()) await job.run();
}

test("expired backups are deleted even when no backups are scheduled, and other files stay", async () => {
  const newest = "tenue-20261120-020000.tenue";
  put(newest, ...served, ...kept);
  await clear(start({ databaseUrl: "postgres://somewhere" }));
  expect(backupFiles().sort()).toEqual([newest, ...kept].sort());
});

test("the newest verified backup is kept beside a later one of its week", async () => {
  const [older, verified, later] = ["10", "11", "14"].map((day) => `tenue-202611${day}-020000.tenue`);
  put(older ?? "", verified ?? "", later ?? "", "tenue-20261122-020000.tenue");
  const record = `insert into backup_runs (kind, started_at, finished_at, file, verified_at)
    values ('scheduled', '2026-11-10', '2026-11-10', $1, $2)`;
  await query(record, [verified, "2026-11-11T02:01:00Z"]);
  await query(record, [later, null]);
  await clear(start());
  expect(backupFiles().sort()).toEqual([verified, later, "tenue-20261122-020000.tenue"]);
});

// registre: 25
test("backups older than the maximum age are deleted under longer settings of an earlier version", async () => {
  await query("update backup_settings set keep_weeks = 520, max_age_days = 3660");
  put("tenue-20261120-020000.tenue", "tenue-20251120-020000.tenue", "tenue-20251201-020000-manual.tenue");
  await clear(start());
  expect(backupFiles().sort()).toEqual(["tenue-20251201-020000-manual.tenue", "tenue-20261120-020000.tenue"]);
});

// registre: 25
test("erasures are forgotten at their term, except those since the oldest remaining backup", async () => {
  const note = (emailHash: string, days: number) =>
    query("insert into erasure_log (kind, email_hash, at) values ('erased', $1, $2)", [
      emailHash,
      new Date(now.getTime() - days * 86_400_000),
    ]);
  const noted = async () =>
    (await query("select email_hash from erasure_log order by at")).map(({ email_hash }) => email_hash);
  for (const days of [600, 450, 397, 395]) await note(`${days} days`, days);
  put("tenue-20250801-020000.tenue"); // 479 days old, and there is no newer one
  await clear(start());
  expect(await noted()).toEqual(["450 days", "397 days", "395 days"]);
  put("tenue-20261120-020000.tenue");
  await clear(start());
  expect(backupFiles()).toEqual(["tenue-20261120-020000.tenue"]);
  expect(await noted()).toEqual(["395 days"]);
  await emptyTables(harness.database, "erasure_log");
});

test("a clock that jumps by 400 days still allows backups and deletes none", async () => {
  const present = now;
  const instance = start();
  await madeBefore("2026-11-22T02:00:00Z", { verifiedAt: "2026-11-22T02:01:00Z" });
  await look(instance);
  await clear(instance);
  const nights = [
    "tenue-20261120-020000.tenue",
    "tenue-20261121-020000.tenue",
    "tenue-20261122-020000.tenue",
  ];
  for (const name of nights) writeFileSync(join(folder, name), "");
  now = new Date(now.getTime() + 400 * 86_400_000);
  await look(instance);
  await clear(instance);
  expect(calls()).toHaveLength(3); // made, and verified because the last verification is old
  now = new Date(present.getTime() + 86_400_000);
  await look(instance);
  expect(calls()).toHaveLength(4);
  expect(backupFiles()).toEqual(expect.arrayContaining(nights));
});

test("an unfinished run dated in the future is abandoned, so that it blocks no backup", async () => {
  await query("insert into backup_runs (kind, started_at) values ('scheduled', '2027-12-31T02:00:00Z')");
  await madeBefore("2026-11-22T02:00:00Z", { verifiedAt: "2027-12-31T02:01:00Z" });
  const instance = start({ databaseUrl: "postgres://somewhere" });
  await instance.parts.backups.beginIfDue();
  expect((await ask(instance, "POST")).status).toBe(202);
  await instance.parts.backups.settled();
  expect((await list(instance)).runs).toMatchObject([
    { startedAt: "2027-12-31T02:00:00.000Z", error: backupMessages.cutOff },
    { startedAt: now.toISOString(), error: null },
    { error: null },
  ]);
});

test("nothing is deleted in a folder shared with another installation", async () => {
  const names = ["tenue-20260101-020000.tenue", "tenue-20260102-020000.tenue"];
  put(...names, "tenue-20261120-020000.tenue");
  const keptBy = (installation: string) =>
    writeFileSync(join(folder, "erasures.ndjson"), `${JSON.stringify({ installation })}\n`);
  const left = () => readdirSync(folder).filter((name) => names.includes(name));
  keptBy("5b6ac8ee-8a0e-4b62-8d8e-97b4e4b1a111");
  await clear(start());
  expect(left()).toEqual(names);
  keptBy((await query("select key from installation"))[0].key);
  await clear(start());
  expect(left()).toEqual([]);
});

test("backups on request are made one at a time, and the journal records the admin", async () => {
  fakeBackupCommand("setTimeout(() => {}, 60_000)");
  const [one, other] = [start(), start()];
  expect(await ask(one, "POST")).toMatchObject({ status: 202, body: { kind: "manual", finishedAt: null } });
  await vi.waitFor(() => expect(calls()).toEqual(["--kind manual tenue-20261123-100000-manual.tenue"]), soon);
  expect(await ask(other, "POST")).toMatchObject({
    status: 409,
    body: { error: { message: backupMessages.underWay } },
  });
  await one.parts.backups.stop();
  expect((await list(other)).runs).toMatchObject([{ kind: "manual", error: backupMessages.cutOff }]);
  expect(await query("select actor, action from journal_entries")).toEqual([
    { actor: admin.admin.email, action: "backup.started" },
  ]);
});

test("a backup that ended with its process is reported as interrupted at the next run", async () => {
  await query("insert into backup_runs (kind, started_at) values ('scheduled', '2026-11-23T09:58:00Z')");
  await start({ databaseUrl: "postgres://somewhere" }).parts.backups.beginIfDue();
  expect(await query("select error from backup_runs")).toEqual([{ error: null }]);
  await start().parts.backups.beginIfDue();
  expect(await query("select error from backup_runs")).toEqual([{ error: backupMessages.cutOff }]);
});

test("settings are saved only with their present version and by a recently confirmed super administrator", async () => {
  const instance = start();
  const settings = { scheduled: false, hour: 23, keepDays: 1, keepWeeks: 0, maxAgeDays: 35, version: 1 };
  const save = (body: object, as = admin) => ask(instance, "PUT", "/settings", body, as);
  for (const wrong of [
    { hour: 24 },
    { keepDays: 0 },
    { keepWeeks: 1.5 },
    { version: undefined },
    { more: 1 },
  ])
    expect((await save({ ...settings, ...wrong })).status, JSON.stringify(wrong)).toBe(400);
  expect((await save(settings)).status).toBe(200);
  expect(await save(settings)).toMatchObject({
    status: 409,
    body: { current: { version: 2 } },
  });
  const plain = await harness.signIn();
  expect((await save({ ...settings, version: 2 }, plain)).status).toBe(403);
  expect((await ask(instance, "GET", "", undefined, plain)).status).toBe(403);
  expect((await instance.app.request("/api/admin/backups")).status).toBe(401);
  const later = await harness.signIn({ superAdmin: true });
  await query(
    "update auth_sessions set created_at = created_at - interval '1 hour', confirmed_at = null where user_id = $1",
    [later.admin.id],
  );
  expect(await save({ ...settings, version: 2 }, later)).toMatchObject({
    status: 403,
    body: { error: { code: "reauthentication_required" } },
  });
});
