import { type SQL, sql } from "drizzle-orm";
import pg from "pg";
import type { Logger } from "#server/lib/logger.ts";
import { ownApplication } from "./wire-messages.ts";

/** In milliseconds: the server's limits for a statement and for an idle transaction. */
export type SessionLimits = { statement: number; idleInTransaction: number };

/** Where the limits are set: once in a session, or in each transaction when transactions share sessions. */
export type LimitedBy = "session" | "transaction";

/**
 * The limits, and no JIT compilation: without statistics PostgreSQL takes some statements for expensive. It then compiles for up
 * to a second what runs for some milliseconds.
 */
function startUpLimits({ statement, idleInTransaction }: SessionLimits): pg.ClientConfig {
  return {
    statement_timeout: statement,
    idle_in_transaction_session_timeout: idleInTransaction,
    options: "-c jit=off",
  };
}

const refusedParameter = /unsupported startup parameter/i;

/**
 * Connects with the pools' limits. A pooler such as PgBouncer refuses session limits, or accepts and forgets them.
 * @throws the error of the failed connection
 */
export async function findLimitedBy(connection: pg.ClientConfig, limits: SessionLimits): Promise<LimitedBy> {
  try {
    const statementTimeout = await ask({ ...connection, ...startUpLimits(limits) });
    return statementTimeout === limits.statement ? "session" : "transaction";
  } catch (error) {
    if (!(error instanceof Error) || !refusedParameter.test(error.message)) throw error;
    await ask(connection);
    return "transaction";
  }
}

/** The statement timeout of a session, in milliseconds. */
async function ask(connection: pg.ClientConfig): Promise<number> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on("error", () => undefined); // the statement reports the error
  try {
    await client.connect();
    const { rows } = await client.query<{ ms: number }>(
      "select setting::int as ms from pg_settings where name = 'statement_timeout'",
    );
    return rows[0]?.ms ?? 0;
  } finally {
    await client.end();
  }
}

type Query = (...args: unknown[]) => unknown;

/** A `Client` that sets the limits in the statement that begins a transaction. */
function createLimitingClient(Client: typeof pg.Client, limits: SessionLimits): typeof pg.Client {
  const own = `set local statement_timeout = ${limits.statement}; set local idle_in_transaction_session_timeout = ${limits.idleInTransaction}; set local jit = off`;
  const limited = (text: string) => (/^\s*begin\b/i.test(text) ? `${text}; ${own}` : text);

  return class LimitingClient extends Client {
    // The base class may define `query` as an instance field, which `super` would bypass.
    readonly #ask = (Reflect.get(this, "query") as Query).bind(this);

    override query = ((...[config, ...others]: unknown[]) => {
      if (typeof config === "string") return this.#ask(limited(config), ...others);
      const { text } = (config ?? {}) as { text?: string };
      if (text !== undefined) Object.assign(config as object, { text: limited(text) });
      return this.#ask(config, ...others);
    }) as pg.Client["query"];
  };
}

/**
 * Errors of a connection that does not keep named statements, such as PgBouncer in transaction mode. The statement was not executed then.
 */
const unkept = new Set(["26000", "42P05", "0A000"]);
type Callback = (error: (Error & { code?: string }) | null, result?: unknown) => void;

/**
 * `pg.Client` for one pool with optional statement names. When a connection does not know a name that it was given, the client
 * retries the statement without the name, and the pool stops using names.
 */
export function createNamingClient(): typeof pg.Client {
  let areKept = true;

  return class NamingClient extends pg.Client {
    override query = ((...args: unknown[]) => {
      const ask = super.query.bind(this) as Query;
      const [config, values, callback] = args as [{ name?: string } | string, unknown[], Callback?];
      if (typeof config !== "object" || !config.name || !callback) return ask(...args);
      const { name: _, ...unnamed } = config;
      if (!areKept) return ask(unnamed, values, callback);
      return ask(config, values, ((error, result) => {
        if (!error || !unkept.has(error.code ?? "")) return callback(error, result);
        areKept = false;
        ask(unnamed, values, callback);
      }) satisfies Callback);
    }) as pg.Client["query"];
  };
}

/**
 * Reads a table by its plain name, as every statement of the product does. Finds out if the session searches tables in another schema,
 * or if the database has no tables of ours.
 * @throws when the table is not found
 */
export async function ensureTablesVisible(db: { execute(query: SQL): PromiseLike<unknown> }): Promise<void> {
  await db.execute(sql`select from migration_lease`);
}

/** In milliseconds. The server enforces `statement`. The client enforces `query`, for a server that no longer answers at all. */
export type Timeouts = { connect: number; statement: number; query: number };

/** Detects within 15 seconds that the other end of a connection is gone, even when it is idle. */
const keepAliveMs = 5_000;
const idleInTransaction = 30_000;

export const timeouts: Timeouts = { connect: 10_000, statement: 30_000, query: 40_000 };
/** Here `query` is the shorter limit: the visitor gets an answer before PostgreSQL cancels the statement. */
export const publicTimeouts: Timeouts = { connect: 3_000, statement: 10_000, query: 6_000 };
export const sessionLimits = { statement: timeouts.statement, idleInTransaction };

type PoolOptions = { max: number; log: Logger; limitedBy: LimitedBy; timeouts: Timeouts };

export function createPool(
  connection: pg.PoolConfig,
  { max, log, limitedBy, timeouts: { connect, statement, query } }: PoolOptions,
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
  // A connection that breaks between two statements of a transaction has no other listener: without this one the process would
  // end. The next statement on the connection fails and reports the error.
  pool.on("connect", (client) => client.on("error", () => undefined));
  // The pool drops a broken idle connection and makes another when necessary.
  pool.on("error", (error) => log.warn("an idle database connection broke", { error }));
  return pool;
}
