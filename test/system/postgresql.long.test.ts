import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import type { ServerProcess } from "#test/support/server-process.ts";
import { take, takeCluster, takeServer } from "./lib/cleanup.ts";
import { ConfirmedSignups } from "./lib/confirmed-signups.ts";
import { hasHaproxy, startHaproxy } from "./lib/haproxy.ts";
import { canMakeClusters, type PostgresCluster, query } from "./lib/postgres-cluster.ts";
import { WatchedServer } from "./lib/watched-server.ts";

/**
 * People sign up while the server's PostgreSQL is restarted, stopped, out of connections or replaced. They must get only 201 or
 * 503, the server must recover automatically, and every confirmed sign-up must be stored.
 */
const timeout = 300_000;
const possible = canMakeClusters();
const canFailOver = possible && hasHaproxy();
const storedSignups = "select id, email from beta_signups";

test.runIf(possible)(
  "confirmed sign-ups survive five restarts of PostgreSQL, after a clean stop and after a crash",
  { timeout },
  async () => {
    const cluster = await takeCluster();
    const server = await takeServer(cluster);
    const { signups, finish } = signUpMeanwhile(server);
    for (const mode of ["fast", "immediate", "immediate", "fast", "immediate"] as const) {
      await expectMoreOf(signups);
      cluster.stop(mode);
      cluster.ensureRunning();
    }
    await expectMoreOf(signups);
    await finish(() => storedWith(server));
  },
);

test.runIf(possible)("sign-ups recover after PostgreSQL was stopped for a minute", { timeout }, async () => {
  const cluster = await takeCluster();
  const server = await takeServer(cluster);
  const watched = new WatchedServer(server);
  await watched.expectBack();
  const { signups, finish } = signUpMeanwhile(server);
  await expectMoreOf(signups);
  cluster.stop("immediate");
  const until = performance.now() + 60_000;
  await watched.expectAway();
  await pause(until - performance.now());
  cluster.ensureRunning();
  await expectMoreOf(signups);
  await watched.expectBack();
  await watched.expectOutages(1);
  await finish(() => server.sql(`${storedSignups} where email like 'inscrit-%'`));
});

test.runIf(possible)("sign-ups recover after others used all of max_connections", { timeout }, async () => {
  const cluster = await takeCluster({ settings: { max_connections: "20" } });
  const server = await takeServer(cluster);
  const watched = new WatchedServer(server);
  await watched.expectBack();
  const others = await takeAllConnections(cluster);
  await watched.expectAway();
  for (const client of others) await client.end();
  await watched.expectBack();
  watched.expectNothingLost(await storedWith(server));
});

test.runIf(canFailOver)(
  "a fail-over to a synchronous standby through HAProxy loses no confirmed sign-up",
  { timeout },
  async () => {
    const primary = await takeCluster();
    await query(primary.url, "create role haproxy login");
    const standby = await takeCluster({ follows: primary });
    await query(primary.url, "alter system set synchronous_standby_names = '*'");
    await query(primary.url, "select pg_reload_conf()");
    await expect
      .poll(() => query(primary.url, "select sync_state from pg_stat_replication"), { timeout: 60_000 })
      .toEqual([{ sync_state: "sync" }]);
    const proxy = await startHaproxy(primary, standby);
    take(() => proxy.close());
    const server = await takeServer(primary, proxy.port);
    const { signups, finish } = signUpMeanwhile(server);
    await expectMoreOf(signups, 200);
    primary.stop("immediate");
    standby.promote();
    await expectMoreOf(signups, 200);
    expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
    const url = server.databaseUrl?.replace(`:${primary.port}/`, `:${standby.port}/`) ?? "";
    await finish(() => query(url, storedSignups));
  },
);

const storedWith = (server: ServerProcess) => server.sql<{ id: string; email: string }>(storedSignups);

/** Signs people up until the test calls `finish`, which compares the answers with the stored rows. */
function signUpMeanwhile(server: ServerProcess) {
  const signups = new ConfirmedSignups();
  const over = new AbortController();
  const load = signups.load(server, over.signal);
  take(() => over.abort());
  return {
    signups,
    async finish(stored: () => Promise<{ id: string; email: string }[]>) {
      over.abort();
      await load;
      const { statuses } = signups;
      process.stderr.write(`${expect.getState().currentTestName}: ${JSON.stringify([...statuses])}\n`);
      expect([...statuses.keys()].filter((status) => status !== 201 && status !== 503)).toEqual([]);
      signups.expectNothingLost(await stored());
    },
  };
}

async function expectMoreOf(signups: ConfirmedSignups, more = 50): Promise<void> {
  const goal = signups.count + more;
  await expect.poll(() => signups.count, { timeout: 120_000, interval: 100 }).toBeGreaterThan(goal);
}

/** Opens all free connections, and takes those of the server too. */
async function takeAllConnections(cluster: PostgresCluster): Promise<pg.Client[]> {
  const clients: pg.Client[] = [];
  await query(
    cluster.url,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tenue'",
  );
  for (;;) {
    const client = await connected(cluster);
    if (client === null) return clients;
    clients.push(client);
  }
}

async function connected({ url }: PostgresCluster): Promise<pg.Client | null> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if ((error as { code?: string }).code === "53300") return null;
    throw error;
  }
}
