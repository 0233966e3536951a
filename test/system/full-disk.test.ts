import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { authSecret, startServerProcess } from "#test/support/server-process.ts";
import { mountSmallDisk } from "#test/support/small-disk.ts";
import { fillDisk, leaveRoom } from "./lib/ballast.ts";
import { startAndFail } from "./lib/failing-start.ts";
import { runTenue } from "./lib/run-tenue.ts";

/** Messages to the operator on a full disk. */
const timeout = 120_000;
const isRoot = process.getuid?.() === 0;
const probe = isRoot ? mountSmallDisk(1) : null;
probe?.remove(); // only checks whether a disk can be mounted

/** Cleanups of a test, run in reverse order. */
let taken: (() => unknown)[] = [];
afterEach(async () => {
  for (const giveBack of taken.reverse()) await giveBack();
  taken = [];
}, timeout);

function takeDisk(megabytes: number): string {
  const disk = mountSmallDisk(megabytes);
  if (!disk) throw new Error("no disk was mounted");
  taken.push(() => disk.remove());
  return disk.folder;
}

async function takeServer(folder: string) {
  const server = await startServerProcess({
    entry: "build",
    environment: { DATA_DIR: folder },
    postgresUrl: "",
  });
  taken.push(() => server.remove());
  return server;
}

test.runIf(probe)(
  "a start on a full disk names the reason and the folder of the existing database",
  { timeout },
  async () => {
    const folder = takeDisk(300);
    const server = await takeServer(folder);
    await server.kill("SIGTERM");
    // Without the lock file the start certainly needs room, because PostgreSQL would overwrite an existing one in place.
    rmSync(join(folder, "database", "postmaster.pid"), { force: true });
    fillDisk(folder);
    const { code, output } = startAndFail({ DATA_DIR: folder, AUTH_SECRET: authSecret });
    expect([code, output.trimEnd().split("\n").length], output).toEqual([1, 1]);
    expect(output).toMatch(/no space left/i);
    expect(output).toContain(join(folder, "database"));
  },
);

test.runIf(probe)(
  "a backup beside the server reports how much room its copy needs, and how much is free",
  { timeout },
  async () => {
    const folder = takeDisk(300);
    await takeServer(folder);
    leaveRoom(folder, 10);
    const { code, stderr } = await runTenue(["backup", "-"], { DATA_DIR: folder, AUTH_SECRET: authSecret });
    expect([code, stderr.trimEnd().split("\n").length], stderr).toEqual([1, 1]);
    expect(stderr).toMatch(/\(\d+ MB free, about \d+ MB needed\)/);
    expect(stderr).toContain(folder);
  },
);

test.runIf(probe)(
  "a verification on a full disk names the folder and how much room is free there",
  { timeout },
  async () => {
    const folder = takeDisk(300);
    const server = await takeServer(folder);
    const environment = { DATA_DIR: folder, AUTH_SECRET: authSecret };
    const file = join(folder, "made.tenue");
    expect((await runTenue(["backup", file], environment)).code).toBe(0);
    await server.kill("SIGTERM");
    leaveRoom(folder, 30);
    const { code, stderr } = await runTenue(["backup", "--verify", file], environment);
    expect([code, stderr.trimEnd().split("\n").length], stderr).toEqual([1, 1]);
    expect(stderr).toMatch(/no space left.*\(\d+ MB free\)/i);
    expect(stderr).toContain(folder);
  },
);
