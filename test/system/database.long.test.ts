import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mountSmallDisk } from "#test/support/small-disk.ts";
import { startTcpProxy } from "#test/support/tcp-proxy.ts";
import { fillDisk } from "./lib/ballast.ts";
import { take, takeCluster, takeServer } from "./lib/cleanup.ts";
import { canMakeClusters, type PostgresCluster, query } from "./lib/postgres-cluster.ts";
import { WatchedServer } from "./lib/watched-server.ts";

/**
 * A real server on a real PostgreSQL that is reachable but cannot store. Readiness and sign-ups must report that in time and
 * recover automatically.
 */
const timeout = 300_000;
const possible = canMakeClusters();
const disk = possible ? mountSmallDisk(300) : null;
disk?.remove(); // only checks whether a disk can be mounted
const storedSignups = "select id, email from beta_signups";

test.runIf(disk)("sign-ups get 503 while the disk has no room for tables", { timeout }, async () => {
  const folder = takeDisk();
  const logFolder = mkdtempSync(join(tmpdir(), "tenue-wal-"));
  take(() => rmSync(logFolder, { recursive: true, force: true }));
  const cluster = await takeCluster({
    dataFolder: join(folder, "data"),
    walFolder: join(logFolder, "wal"),
  });
  const { server, watched } = await takeWatchedServer(cluster);
  await watched.expectBack();
  for (const round of [1, 2]) {
    const ballast = fillDisk(folder);
    // Until the existing pages are full: a last small row may find room after another one did not.
    const some = () => Promise.all(Array.from({ length: 30 }, () => watched.signUp()));
    await expect
      .poll(async () => new Set(await some()), { timeout: 60_000, interval: 1 })
      .toEqual(new Set([503]));
    await watched.expectAway();
    ballast.giveBack();
    await watched.expectBack();
    await watched.expectOutages(round);
  }
  watched.expectNothingLost(await server.sql(storedSignups));
});

test.runIf(disk)(
  "sign-ups get 503 while the disk has no room for the write-ahead log",
  { timeout },
  async () => {
    const folder = takeDisk();
    const cluster = await takeCluster({ dataFolder: join(folder, "data") });
    const { server, watched } = await takeWatchedServer(cluster);
    await watched.expectBack();
    const ballast = fillDisk(folder);
    await fillLog(cluster);
    await watched.expectAway();
    ballast.giveBack();
    cluster.ensureRunning();
    await watched.expectBack();
    watched.expectNothingLost(await server.sql(storedSignups));
    await watched.expectOutages(1);
  },
);

test.runIf(possible)("sign-ups get 503 while a standby is not promoted yet", { timeout }, async () => {
  const primary = await takeCluster();
  const line = await startTcpProxy(primary);
  take(() => line.close());
  const { server, watched } = await takeWatchedServer(primary, line.port);
  await watched.expectBack();
  const standby = await takeCluster({ follows: primary });
  line.lead(standby);
  await watched.expectAway();
  standby.promote();
  await watched.expectBack();
  const url = server.databaseUrl?.replace(`:${primary.port}/`, `:${standby.port}/`) ?? "";
  watched.expectNothingLost(await query(url, storedSignups));
  await watched.expectOutages(1);
});

const broken: [string, (database: string) => string, (database: string) => string][] = [
  [
    "a database whose sessions may only read",
    (database) => `alter database ${database} set default_transaction_read_only = on`,
    (database) => `alter database ${database} reset default_transaction_read_only`,
  ],
  [
    "a database that refuses connections",
    (database) => `alter database ${database} allow_connections false`,
    (database) => `alter database ${database} allow_connections true`,
  ],
];

test.runIf(possible).each(broken)("sign-ups get 503 with %s", { timeout }, async (_name, begin, end) => {
  const cluster = await takeCluster();
  const { server, watched } = await takeWatchedServer(cluster);
  const database = new URL(server.databaseUrl ?? "").pathname.slice(1);
  await watched.expectBack();
  await query(cluster.url, begin(database));
  await terminateSessions(cluster, database);
  await watched.expectAway();
  await query(cluster.url, end(database)); // the server itself must replace the sessions that have the fault
  await watched.expectBack();
  watched.expectNothingLost(await server.sql(storedSignups));
  await watched.expectOutages(1);
});

test.runIf(possible)(
  "sign-ups survive sessions that are ended repeatedly for 20 seconds",
  { timeout },
  async () => {
    const cluster = await takeCluster();
    const { server, watched } = await takeWatchedServer(cluster);
    const database = new URL(server.databaseUrl ?? "").pathname.slice(1);
    const until = performance.now() + 20_000;
    const statuses = { ready: new Set<number>(), signUp: new Set<number>() };
    const visit = async () => {
      while (performance.now() < until) {
        statuses.signUp.add(await watched.signUp());
        statuses.ready.add(await watched.ready());
      }
    };
    const visitors = Promise.all(Array.from({ length: 12 }, visit));
    while (performance.now() < until) await terminateSessions(cluster, database);
    await visitors;
    for (const seen of Object.values(statuses))
      expect([...seen].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
    await watched.expectBack();
    watched.expectNothingLost(await server.sql(storedSignups));
  },
);

function takeDisk(): string {
  const mounted = mountSmallDisk(300);
  if (!mounted) throw new Error("a disk could be mounted before");
  take(() => mounted.remove());
  return mounted.folder;
}

async function takeWatchedServer(cluster: PostgresCluster, databasePort?: number) {
  const server = await takeServer(cluster, databasePort);
  return { server, watched: new WatchedServer(server) };
}

/** Fills the write-ahead log: each round needs a new log file, until the disk has no room for another. */
async function fillLog({ url }: PostgresCluster): Promise<void> {
  const write = "select pg_logical_emit_message(true, 'tenue', 'filler'); select pg_switch_wal()";
  const failure = await (async () => {
    for (;;) await query(url, write);
  })().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
}

async function terminateSessions({ url }: PostgresCluster, database: string): Promise<void> {
  await query(url, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
}
