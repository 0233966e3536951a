import { rmSync } from "node:fs";
import { afterEach } from "vitest";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { createCluster, type PostgresCluster } from "./postgres-cluster.ts";

/** In milliseconds. Cleanups wait for whole servers to end. */
const clearingMs = 300_000;

/** Cleanups of the test. */
let taken: (() => unknown)[] = [];

/** Registers a cleanup. After the test cleanups run in reverse order, even when one of them fails. */
export function take(giveBack: () => unknown): void {
  taken.push(giveBack);
}

afterEach(async () => {
  const failures: unknown[] = [];
  for (const giveBack of taken.reverse())
    await Promise.resolve()
      .then(giveBack)
      .catch((error: unknown) => failures.push(error));
  taken = [];
  if (failures.length > 0) throw new AggregateError(failures, "not everything could be cleared up");
}, clearingMs);

export async function takeCluster(
  options: Parameters<typeof createCluster>[0] = {},
): Promise<PostgresCluster> {
  const cluster = await createCluster(options);
  take(() => cluster.remove());
  return cluster;
}

/** @param databasePort the port of a proxy in front of the cluster */
export async function takeServer({ url }: PostgresCluster, databasePort?: number): Promise<ServerProcess> {
  const server = await startServerProcess({
    entry: "build",
    postgresUrl: url,
    ...(databasePort !== undefined && { databasePort }),
  });
  take(() => server.kill("SIGTERM")); // its database is removed with the cluster
  take(() => rmSync(server.dataDir, { recursive: true, force: true }));
  return server;
}
