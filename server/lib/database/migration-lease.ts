import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "#server/lib/logger.ts";

/** In milliseconds. `lease`: how long the lease of a dead instance lasts. */
const times = { lease: 15_000, renewal: 4_000, retry: 500, betweenLines: 30_000 };

/**
 * Runs work that only one instance may do at a time and that does not fit in a transaction. The lease is a row that is renewed during
 * the work. In a database without that row, the work runs without a lease.
 * @param work receives whether the lease is held
 */
export async function withLease<Result>(
  connection: pg.ClientConfig,
  log: Logger,
  work: (isHeld: boolean) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection);
  // A broken connection also fails its running statement, which reports the error.
  client.on("error", () => undefined);
  await client.connect();
  try {
    if (!(await hasLease(client))) return await work(false);
    const holder = `${hostname()} ${process.pid} ${randomUUID()}`;
    await waitForTurn(client, { holder, log });
    const renewal = setInterval(() => {
      take(client, holder).catch((error: unknown) =>
        log.warn("failed to renew the lease for the migration", { error }),
      );
    }, times.renewal);
    try {
      return await work(true);
    } finally {
      clearInterval(renewal);
      await client.query("update migration_lease set until = null where holder = $1", [holder]);
    }
  } finally {
    await client.end();
  }
}

async function hasLease(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('migration_lease') is not null as there",
  );
  return rows[0]?.there === true;
}

async function waitForTurn(
  client: pg.Client,
  { holder, log }: { holder: string; log: Logger },
): Promise<void> {
  let loggedAt = Number.NEGATIVE_INFINITY;
  while (!(await take(client, holder))) {
    if (performance.now() - loggedAt > times.betweenLines) {
      log.info("another instance is migrating the database, waiting for it");
      loggedAt = performance.now();
    }
    await pause(times.retry);
  }
}

/** Takes the lease or renews it. A lease that ends in more than a day comes from a wrong clock. */
async function take(client: pg.Client, holder: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `update migration_lease set holder = $1, until = now() + make_interval(secs => $2)
     where holder = $1 or until is null or until < now() or until > now() + interval '1 day'`,
    [holder, times.lease / 1_000],
  );
  return rowCount === 1;
}

/**
 * In milliseconds. `lock` is shorter than PostgreSQL's `deadlock_timeout` (1 s), so that a deadlock aborts this transaction and never a
 * visitor's.
 */
const lockTimes = { lock: 800, retry: 500, betweenLines: 30_000 };
const lockErrors = new Set(["55P03", "40P01"]); // lock not available, deadlock

/**
 * Changes tables that others use. Waits for each lock only briefly, because later transactions queue behind it. Retries
 * until it gets all locks.
 */
export async function inPatientTransaction(
  client: pg.Client,
  log: Logger,
  work: () => Promise<void>,
): Promise<void> {
  let loggedAt = Number.NEGATIVE_INFINITY;
  while (!(await attempt(client, work))) {
    if (performance.now() - loggedAt > lockTimes.betweenLines) {
      log.info("the database is in use, waiting for a lock to migrate it");
      loggedAt = performance.now();
    }
    await pause(lockTimes.retry);
  }
}

/** @returns false when another transaction held a lock for too long */
async function attempt(client: pg.Client, work: () => Promise<void>): Promise<boolean> {
  await client.query("begin");
  try {
    await client.query(`set local lock_timeout = ${lockTimes.lock}`);
    await client.query("set local statement_timeout = 0");
    await work();
    await client.query("commit");
    return true;
  } catch (error) {
    // A broken connection has no transaction any more, and the thrown error has the reason.
    await client.query("rollback").catch(() => undefined);
    if (lockErrors.has((error as { code?: string }).code ?? "")) return false;
    throw error;
  }
}
