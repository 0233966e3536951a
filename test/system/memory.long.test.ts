import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { createDatabase, embeddedConnection } from "#server/lib/database/database.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { authSecret, startServerProcess } from "#test/support/server-process.ts";
import { seedSignups } from "#tools/seed/seed.ts";
import { makeMemoryGroup } from "./lib/memory-group.ts";

/** The memory for Tenue on a machine with 1 GB: the server, and one command beside it. */
const mebibytes = 900;
const tenue = resolve(import.meta.dirname, "../../build/server/tenue.js");
const folder = mkdtempSync(join(tmpdir(), "tenue-memory-"));
const canLimit = makeMemoryGroup(mebibytes);
await canLimit?.remove(); // only checks whether a group can be made

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Installs a version of Node from the npm registry. */
function installNode(version: string): string {
  const options = ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", `node@${version}`];
  execFileSync("npm", options, { stdio: "ignore" });
  return join(folder, "node_modules/node/bin/node");
}

test.runIf(canLimit).each(["24", "26"])(
  `a first start, a backup, its verification and its restore fit into ${mebibytes} MiB on Node %s`,
  { timeout: 10 * 60_000 },
  async (version) => {
    const group = makeMemoryGroup(mebibytes);
    if (!group) throw new Error("a group could be made before");
    onTestFinished(group.remove);
    const current = process.versions.node.split(".")[0];
    const node = version === current ? process.execPath : installNode(version);
    const peaks: Record<string, number> = {};
    const ensureUnharmed = (step: string) => {
      peaks[step] = group.takePeak();
      expect(group.kills(), step).toBe(0);
    };
    const run = async (dataDir: string, ...args: string[]) => {
      const { command, args: within } = group.within([node, tenue, ...args]);
      const env = { PATH: process.env.PATH, DATA_DIR: dataDir, AUTH_SECRET: authSecret };
      await promisify(execFile)(command, within, { env });
    };
    const server = await startServerProcess({
      entry: group.within([node, tenue, "start"]),
      postgresUrl: "",
    });
    const backup = join(folder, `${version}.tenue`);
    try {
      expect(server.output()).toContain("making the embedded database, which takes up to a minute");
      ensureUnharmed("first start");
      const connection = embeddedConnection(join(server.dataDir, "socket"));
      const database = createDatabase(connection, { log: silentLogger, poolSize: 1 });
      await seedSignups(database.db, { signups: 10_000 });
      await database.close();
      ensureUnharmed("10,000 sign-ups");
      await run(server.dataDir, "backup", backup);
      ensureUnharmed("backup beside the server");
    } finally {
      await server.remove();
    }
    const restored = join(folder, `restored-${version}`);
    await run(restored, "restore", backup, "--without-erasures");
    ensureUnharmed("restore into a new database");
    await run(restored, "backup", "--verify", backup);
    ensureUnharmed("verification while no server runs");
    process.stdout.write(`Node ${version}, MiB at most: ${JSON.stringify(peaks)}\n`);
  },
);
