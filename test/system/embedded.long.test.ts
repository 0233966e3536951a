import { chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { backupName } from "#server/backup/backup-files.ts";
import { embeddedConnection } from "#server/lib/database/database.ts";
import { authSecret, type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { mountSmallDisk } from "#test/support/small-disk.ts";
import { fillDisk, leaveRoom } from "./lib/ballast.ts";
import { startAndFail } from "./lib/failing-start.ts";
import { WatchedServer } from "./lib/watched-server.ts";

/** Tests a real server with faults of the embedded database's folder and of the clock. */
const timeout = 300_000;
const isRoot = process.getuid?.() === 0;
const disk = isRoot ? mountSmallDisk(300) : null;
disk?.remove(); // only checks whether a disk can be mounted

/** Cleanups of the test, run in reverse order. */
let taken: (() => unknown)[] = [];
const take = (giveBack: () => unknown) => taken.push(giveBack);

afterEach(async () => {
  for (const giveBack of taken.reverse()) await giveBack();
  taken = [];
}, timeout);

test.runIf(disk)("confirmed sign-ups survive a disk that is full and freed twice", { timeout }, async () => {
  const folder = takeDisk(300);
  const server = await takeServer(folder);
  const watched = new WatchedServer(server);
  await watched.expectBack();
  for (let round = 0; round < 2; round += 1) {
    const ballast = fillDisk(folder);
    await expect.poll(() => watched.signUp(), { timeout: 60_000, interval: 1 }).toBe(503);
    await watched.expectAway();
    ballast.giveBack();
    await watched.expectBack();
  }
  watched.expectNothingLost(await stored(folder));
});

test.runIf(disk)(
  "the first start on a full disk prints one line and succeeds once there is room",
  { timeout },
  async () => {
    const folder = takeDisk(300);
    const ballast = fillDisk(folder);
    const { code, output } = startAndFail(environmentOf(folder));
    expect([code, output.trimEnd().split("\n").length]).toEqual([1, 1]);
    expect(output).toMatch(/^Tenue cannot start: .*(disk is full|no space left)/);
    ballast.giveBack();
    await expectToWork(folder);
  },
);

test.runIf(disk)("a first start with little room leaves no partial files", { timeout }, async () => {
  const folder = takeDisk(300);
  for (const megabytes of [2, 8, 20]) {
    const ballast = leaveRoom(folder, megabytes);
    const { code, output } = startAndFail(environmentOf(folder));
    expect([code, output.trimEnd().split("\n").length], output).toEqual([1, 1]);
    ballast.giveBack();
  }
  await expectToWork(folder);
});

test.runIf(disk)(
  "a start on a read-only folder prints one line, and succeeds once the folder is writable",
  { timeout },
  async () => {
    const small = mountSmallDisk(300);
    if (!small) throw new Error("a disk could be mounted before");
    take(() => small.remove());
    small.protect();
    const { code, output } = startAndFail(environmentOf(small.folder));
    expect([code, output.trimEnd().split("\n").length], output).toEqual([1, 1]);
    expect(output).toMatch(/read-only|EROFS/);
    small.unprotect();
    await expectToWork(small.folder);
  },
);

test.runIf(isRoot)(
  "a start on a folder of another user prints one line, and succeeds once the owner is right",
  { timeout },
  async () => {
    const folder = takeFolder();
    chownSync(folder, 65_534, 65_534);
    const { code, output } = startAndFail(environmentOf(folder));
    expect([code, output.trimEnd().split("\n").length], output).toEqual([1, 1]);
    expect(output).toContain(folder);
    chownSync(folder, 0, 0);
    await expectToWork(folder);
  },
);

test("a second process on the same folder prints one line and the first continues", { timeout }, async () => {
  const folder = takeFolder();
  const server = await takeServer(folder);
  const watched = new WatchedServer(server);
  for (let round = 0; round < 3; round += 1) {
    const { code, output } = startAndFail(environmentOf(folder));
    expect([code, output.trimEnd().split("\n").length], output).toEqual([1, 1]);
    expect(output).toMatch(/is in use by another running server/);
    await watched.expectBack();
  }
  watched.expectNothingLost(await stored(folder));
});

test("confirmed sign-ups survive a clock that moves by an hour and back", { timeout }, async () => {
  const folder = takeFolder();
  const { move, launch, environment } = takeClock();
  const server = await takeServer(folder, launch, environment);
  const watched = new WatchedServer(server);
  for (const hours of [0, 1, 0, -1, 0]) {
    move(hours);
    await watched.expectBack();
    const [row] = await ask<{ ms: number }>(
      folder,
      "select (extract(epoch from now()) * 1000)::float8 as ms",
    );
    expect(Math.round(((row?.ms ?? 0) - Date.now()) / 3_600_000) === hours).toBe(true);
  }
  watched.expectNothingLost(await stored(folder));
  expect(server.output()).not.toMatch(/"level":"error"/);
});

test("a clock that is 400 days ahead for some time causes no deletion of sign-ups or backups", {
  timeout,
}, async () => {
  const [folder, backupDir] = [takeFolder(), takeFolder()];
  const { move, launch, environment } = takeClock();
  const nights = [1, 2].map((days) => backupName(new Date(Date.now() - days * 86_400_000), "scheduled"));
  const server = await takeServer(folder, launch, { ...environment, BACKUP_DIR: backupDir });
  const watched = new WatchedServer(server);
  await watched.expectBack();
  const upkeep = { timeout: 120_000, interval: 250 };
  await expect.poll(() => ask(folder, "select at from upkeep_clock"), upkeep).toHaveLength(1);
  for (const name of nights) writeFileSync(join(backupDir, name), "");
  move(400 * 24);
  await expect.poll(() => server.output(), upkeep).toContain("nothing is deleted by time");
  await watched.expectBack();
  move(0);
  await expect.poll(() => server.output(), upkeep).toContain("deletions by time go on");
  await watched.expectBack();
  watched.expectNothingLost(await stored(folder));
  expect(readdirSync(backupDir)).toEqual(expect.arrayContaining(nights));
});

/** A clock that the test can move, for a server that runs from its sources. */
function takeClock() {
  const file = join(takeFolder(), "offset");
  const move = (hours: number) => writeFileSync(file, String(hours * 3_600_000));
  move(0);
  const preload = resolve(import.meta.dirname, "lib/movable-clock.mjs");
  const main = resolve(import.meta.dirname, "../../server/main.ts");
  const launch = { command: process.execPath, args: ["--import", preload, main, "--api-only"] };
  return { move, launch, environment: { CLOCK_OFFSET_FILE: file } };
}

const environmentOf = (folder: string) => ({ DATA_DIR: folder, AUTH_SECRET: authSecret });

function takeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tenue-folder-"));
  take(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function takeDisk(megabytes: number): string {
  const mounted = mountSmallDisk(megabytes);
  if (!mounted) throw new Error("a disk could be mounted before");
  take(() => mounted.remove());
  return mounted.folder;
}

async function takeServer(
  folder: string,
  entry: Parameters<typeof startServerProcess>[0]["entry"] = "source",
  environment: Record<string, string> = {},
): Promise<ServerProcess> {
  const server = await startServerProcess({
    entry,
    environment: { DATA_DIR: folder, ...environment },
    postgresUrl: "",
  });
  take(() => server.remove());
  return server;
}

async function expectToWork(folder: string): Promise<void> {
  const watched = new WatchedServer(await takeServer(folder));
  await watched.expectBack();
  watched.expectNothingLost(await stored(folder));
}

const stored = (folder: string) =>
  ask<{ id: string; email: string }>(folder, "select id, email from beta_signups");

async function ask<Row extends pg.QueryResultRow>(folder: string, text: string): Promise<Row[]> {
  const client = new pg.Client(embeddedConnection(join(folder, "socket")));
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
