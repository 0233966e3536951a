import pg from "pg";
import type { Logger } from "#server/lib/logger.ts";
import { createLimitingClient, type LimitedBy, startUpLimits } from "./session-limits.ts";
import { ownApplication } from "./wire-messages.ts";

/** In milliseconds. The statement's own limit is the server's; the query's only notices a server that no longer answers at all. */
export type Patience = { connect: number; statement: number; query: number };

/** Detects a connection whose other end is gone within 15 seconds, even when it is idle. */
const keepAliveMs = 5_000;
const idleInTransaction = 30_000;

export const patience: Patience = { connect: 10_000, statement: 30_000, query: 40_000 };
/** The query's limit is the shorter one here: the visitor gets an answer before PostgreSQL cancels the statement. */
export const publicPatience: Patience = { connect: 3_000, statement: 10_000, query: 6_000 };
export const sessionLimits = { statement: patience.statement, idleInTransaction };

type PoolOptions = { max: number; log: Logger; limitedBy: LimitedBy; patience: Patience };

export function createPool(
  connection: pg.PoolConfig,
  { max, log, limitedBy, patience: { connect, statement, query } }: PoolOptions,
): pg.Pool {
  const limits = { statement, idleInTransaction };
  const pool = new pg.Pool({
    ...connection,
    ...(limitedBy === "session"
      ? startUpLimits(limits)
      : { Client: createLimitingClient((connection.Client as typeof pg.Client) ?? pg.Client, limits) }),
    application_name: ownApplication,
    max,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    connectionTimeoutMillis: connect,
    query_timeout: query,
  });
  // A connection that breaks between two statements of a transaction has no other listener: without one the process would
  // end. The next statement on it fails, which is where it is reported.
  pool.on("connect", (client) => client.on("error", () => undefined));
  // The pool drops an idle connection that breaks and makes another when it needs one.
  pool.on("error", (error) => log.warn("an idle database connection broke", { error }));
  return pool;
}
