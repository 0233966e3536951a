import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authSecret, type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { mountSmallDisk, type SmallDisk } from "#test/support/small-disk.ts";
import { fillDisk } from "./lib/ballast.ts";
import { ConfirmedSignups } from "./lib/confirmed-signups.ts";
import { canMakeClusters, createCluster, type PostgresCluster } from "./lib/postgres-cluster.ts";

/**
 * Backups and restores that are killed at random moments or run out of disk space. Afterwards the folder of backups holds only
 * whole backups, and the database holds its former rows or the whole backup.
 */
const timeout = 20 * 60_000;
const kills = 10;
const people = { backedUp: 400, before: 150 };
const command = resolve(import.meta.dirname, "../../server/tenue.ts");
const makesClusters = canMakeClusters();
const countPeople = "select count(*)::int as count from beta_signups";

for (const mode of ["embedded", "postgresql"] as const) {
  describe.runIf(mode === "embedded" || makesClusters)(mode, () => {
    let cluster: PostgresCluster | null = null;
    let server: ServerProcess;
    let folder: string;
    let file: string;

    const tenue = (args: string[], backupDir = folder) =>
      startTenue(args, { ...environmentOf(server), BACKUP_DIR: backupDir });

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "tenue-backups-"));
      cluster = mode === "postgresql" ? await createCluster() : null;
      server = await startServerProcess({ entry: "source", postgresUrl: cluster?.url ?? "" });
      await server.sql(peopleNamed("gardee", people.backedUp));
      file = join(folder, "kept.tenue");
      expect(await tenue(["backup", file]).ended).toMatchObject({ code: 0 });
    }, timeout);

    afterAll(async () => {
      await server?.remove();
      await cluster?.remove();
      rmSync(folder, { recursive: true, force: true });
    }, timeout);

    test(`a backup that is killed ${kills} times leaves no partial file, and the server continues`, {
      timeout,
    }, async () => {
      const signups = new ConfirmedSignups();
      const over = new AbortController();
      const load = signups.load(server, over.signal);
      for (let kill = 0; kill < kills; kill += 1) await killWithin(tenue(["backup"]), 2_500);
      over.abort();
      await load;
      expect([...signups.statuses.keys()]).toEqual([201]);
      signups.expectNothingLost(
        await server.sql("select id, email from beta_signups where email like 'inscrit-%'"),
      );
      expect(await tenue(["backup"]).ended).toMatchObject({ code: 0 });
      const backups = readdirSync(folder).filter((name) => name.endsWith(".tenue"));
      for (const name of backups) {
        expect(await tenue(["backup", "--verify", join(folder, name)]).ended).toMatchObject({ code: 0 });
      }
    });

    test(`the next backup removes all left-overs of a trial that is killed ${kills} times`, {
      timeout,
    }, async () => {
      for (let kill = 0; kill < kills; kill += 1)
        await killWithin(tenue(["backup", "--verify", file]), 5_000);
      expect(await tenue(["backup"]).ended).toMatchObject({ code: 0 });
      const scratch = readdirSync(folder).filter((name) => /^backup-(?!.*\.lock$)/.test(name));
      expect(scratch).toEqual([]);
    });

    test("a backup without disk space reports that, leaves no file, and succeeds once there is space", {
      timeout,
    }, async ({ skip }) => {
      const disk: SmallDisk | null = mountSmallDisk(100);
      if (!disk) return skip();
      try {
        const ballast = fillDisk(disk.folder);
        const { code, output } = await tenue(["backup"], disk.folder).ended;
        expect([code, output.trimEnd().split("\n").length], output).toEqual([1, 1]);
        expect(readdirSync(disk.folder)).toEqual(["ballast"]);
        ballast.giveBack();
        expect(await tenue(["backup"], disk.folder).ended).toMatchObject({ code: 0 });
      } finally {
        disk.remove();
      }
    });

    test(`a restore that is killed ${kills} times leaves the former rows or the whole backup`, {
      timeout,
    }, async () => {
      const seen = new Set<unknown>();
      for (let kill = 0; kill < kills; kill += 1) {
        await server.sql("truncate beta_signups cascade");
        await server.sql(peopleNamed("autre", people.before));
        await server.kill("SIGTERM");
        await killWithin(tenue(["restore", file, "--replace", "--without-erasures"]), 6_000);
        await server.start();
        expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
        const [found] = await server.sql<{ count: number }>(countPeople);
        expect([people.before, people.backedUp]).toContain(found?.count);
        seen.add(found?.count);
      }
      process.stderr.write(`${mode}: after a killed restore there were ${[...seen].join(" or ")} people\n`);
      await server.kill("SIGTERM");
      expect(await tenue(["restore", file, "--replace", "--without-erasures"]).ended).toMatchObject({
        code: 0,
      });
      await server.start();
      expect(await server.sql(countPeople)).toEqual([{ count: people.backedUp }]);
    });
  });
}

const environmentOf = ({ dataDir, databaseUrl }: ServerProcess) => ({
  PATH: process.env.PATH,
  DATA_DIR: dataDir,
  AUTH_SECRET: authSecret,
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
});

const peopleNamed = (name: string, count: number) => `
  insert into beta_signups (firstname, name, email)
  select 'Lou', 'Petit', '${name}-' || n || '@exemple.fr' from generate_series(1, ${count}) n`;

type Started = { ended: Promise<{ code: number | null; output: string }>; kill(): void };

function startTenue(args: string[], env: Record<string, string | undefined>): Started {
  const child = spawn(process.execPath, [command, ...args], { env, stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, output }));
  return { ended, kill: () => child.kill("SIGKILL") };
}

async function killWithin({ ended, kill }: Started, ms: number): Promise<void> {
  await Promise.race([ended, pause(Math.random() * ms)]);
  kill();
  const { code, output } = await ended;
  if (code !== null) expect([code, output]).toEqual([0, ""]); // it ended before the kill
}
