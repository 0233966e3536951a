import { rmSync } from "node:fs";
import { afterEach } from "vitest";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { createCluster, type PostgresCluster } from "./postgres-cluster.ts";

/** Clearing up waits for whole servers to end. Milliseconds. */
const clearingMs = 300_000;

/** Cleanups of the test. */
let taken: (() => unknown)[] = [];

/** After the test, in the opposite order, also when another one could not be given back. */
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

/** @param databasePort of a proxy before the cluster */
export async function takeServer({ url }: PostgresCluster, databasePort?: number): Promise<ServerProcess> {
  const server = await startServerProcess({
    entry: "build",
    postgresUrl: url,
    ...(databasePort !== undefined && { databasePort }),
  });
  take(() => server.kill("SIGTERM")); // its database goes with its cluster
  take(() => rmSync(server.dataDir, { recursive: true, force: true }));
  return server;
}
