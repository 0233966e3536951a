import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "#server/lib/logger.ts";

/**
 * In milliseconds. `lock` is shorter than PostgreSQL's `deadlock_timeout` (1 s): of two that are in each other's way, this one
 * gives in, never a visitor's.
 */
const times = { lock: 800, retry: 500, betweenLines: 30_000 };
const inTheWay = new Set(["55P03", "40P01"]); // lock not available, deadlock

/**
 * Changes tables that others use: waits for each lock only briefly, because later transactions queue behind it, and retries
 * until it gets them all.
 */
export async function inPatientTransaction(
  client: pg.Client,
  log: Logger,
  work: () => Promise<void>,
): Promise<void> {
  let saidAt = Number.NEGATIVE_INFINITY;
  while (!(await attempt(client, work))) {
    if (performance.now() - saidAt > times.betweenLines) {
      log.info("the database is in use, waiting for a lock to bring it up to date");
      saidAt = performance.now();
    }
    await pause(times.retry);
  }
}

/** @returns false when another transaction held a lock for too long */
async function attempt(client: pg.Client, work: () => Promise<void>): Promise<boolean> {
  await client.query("begin");
  try {
    await client.query(`set local lock_timeout = ${times.lock}`);
    await client.query("set local statement_timeout = 0");
    await work();
    await client.query("commit");
    return true;
  } catch (error) {
    // A connection that broke has no transaction any more, and the error has the reason.
    await client.query("rollback").catch(() => undefined);
    if (inTheWay.has((error as { code?: string }).code ?? "")) return false;
    throw error;
  }
}
