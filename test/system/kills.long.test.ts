import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#server/lib/database/database.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { ConfirmedSignups } from "./lib/confirmed-signups.ts";
import { olderMigrations } from "./lib/older-migrations.ts";
import { canMakeClusters, createCluster, type PostgresCluster } from "./lib/postgres-cluster.ts";

/**
 * A real process is killed at 50 random moments, in both modes: while it creates its database, while it migrates an older one, and
 * while people sign up. Then it is started as an operator would start it. It must become ready without help, and every confirmed
 * sign-up must be stored once.
 */
const kills = { firstStart: 12, migration: 8, load: 30 };
const timeout = 40 * 60_000;
const storedSignups = "select id, email from beta_signups";
const olderBy = 8;
const makesClusters = canMakeClusters();

for (const mode of ["embedded", "postgresql"] as const) {
  describe.runIf(mode === "embedded" || makesClusters)(mode, () => {
    let cluster: PostgresCluster | null = null;
    let server: ServerProcess;
    let folder: string;
    let startMs = 0;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "tenue-kills-"));
      cluster = mode === "postgresql" ? await createCluster() : null;
      const from = performance.now();
      server = await startServerProcess({ entry: "source", postgresUrl: cluster?.url ?? "" });
      startMs = performance.now() - from;
    }, timeout);

    afterAll(async () => {
      await server?.remove();
      await cluster?.remove();
      rmSync(folder, { recursive: true, force: true });
    }, timeout);

    /** Removes all data, as on a machine on which Tenue never ran. */
    async function startOver(): Promise<void> {
      await server.kill("SIGTERM");
      if (mode === "postgresql") {
        await server.sql("drop schema if exists drizzle cascade");
        await server.sql("drop schema public cascade");
        await server.sql("create schema public");
      }
      for (const name of readdirSync(server.dataDir)) rmSync(join(server.dataDir, name), { recursive: true });
    }

    /** Kills a start at a random moment of its usual duration, and expects that the next start succeeds. */
    async function killDuringStart(): Promise<void> {
      const starting = server.start().catch(() => "was killed");
      await pause(Math.random() * startMs * 1.1);
      await server.kill("SIGKILL");
      await starting;
      await server.start();
      expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
    }

    test(`a first start that is killed ${kills.firstStart} times succeeds in the end`, {
      timeout,
    }, async () => {
      for (let kill = 0; kill < kills.firstStart; kill += 1) {
        await startOver();
        await killDuringStart();
        const signups = new ConfirmedSignups();
        expect(await signups.signUp(server.url)).toBe(201);
        signups.expectNothingLost(await server.sql(storedSignups));
      }
    });

    test(`a migration that is killed ${kills.migration} times succeeds in the end`, { timeout }, async () => {
      const migrationsFolder = olderMigrations(join(folder, "older"), olderBy);
      for (let kill = 0; kill < kills.migration; kill += 1) {
        await startOver();
        const older = await openDatabase({
          databaseUrl: server.databaseUrl,
          dataDir: server.dataDir,
          migrationsFolder,
          log: silentLogger,
        });
        await older.pool.query(`insert into beta_signups (firstname, name, email)
          select 'Lou', 'Petit', 'lou-' || n || '@exemple.fr' from generate_series(1, 500) n`);
        await older.close();
        await killDuringStart();
        expect(await server.sql("select count(*)::int as count from beta_signups")).toEqual([{ count: 500 }]);
      }
    });

    test(`a server that is killed ${kills.load} times under load stores every confirmed sign-up once`, {
      timeout,
    }, async () => {
      await startOver();
      await server.start();
      const signups = new ConfirmedSignups();
      for (let kill = 0; kill < kills.load; kill += 1) {
        const ended = new AbortController();
        const load = signups.load(server, ended.signal);
        await pause(200 + Math.random() * 1_500);
        await server.kill("SIGKILL");
        ended.abort();
        await load;
        await server.start();
        signups.expectNothingLost(await server.sql(storedSignups));
      }
      expect(signups.count).toBeGreaterThan(kills.load * 20);
      process.stderr.write(`${mode}: ${signups.count} sign-ups were confirmed, none is lost\n`);
    });
  });
}
