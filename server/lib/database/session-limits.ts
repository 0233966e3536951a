import pg from "pg";

/** In milliseconds: how long the server lets a statement run, and a transaction be silent. */
export type SessionLimits = { statement: number; idleInTransaction: number };

/** Where the limits are set: once for a session, or again in each transaction because sessions are shared. */
export type LimitedBy = "session" | "transaction";

/**
 * The limits, and no compiling of statements: what PostgreSQL takes for expensive before it has statistics was compiled for up
 * to a second and then ran for some milliseconds.
 */
export function startUpLimits({ statement, idleInTransaction }: SessionLimits): pg.ClientConfig {
  return {
    statement_timeout: statement,
    idle_in_transaction_session_timeout: idleInTransaction,
    options: "-c jit=off",
  };
}

const refusedParameter = /unsupported startup parameter/i;

/**
 * Connects as the pools will. A pooler such as PgBouncer refuses the limits of a session, or accepts and forgets them.
 * @throws what a connection in vain throws
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

/** The limit of statements that a session has, in milliseconds. */
async function ask(connection: pg.ClientConfig): Promise<number> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on("error", () => undefined); // the statement fails as well
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

/** `Client` whose transactions bring the limits along, in the statement that begins them. */
export function createLimitingClient(Client: typeof pg.Client, limits: SessionLimits): typeof pg.Client {
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
