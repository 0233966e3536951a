import pg from "pg";

/** Errors of a connection that does not keep named statements, such as PgBouncer in transaction mode. Nothing was executed then. */
const unkept = new Set(["26000", "42P05", "0A000"]);

type Query = (...args: unknown[]) => unknown;
type Callback = (error: (Error & { code?: string }) | null, result?: unknown) => void;

/**
 * `pg.Client` for one pool with optional statement names: once a connection does not know a name that it was given, the client
 * retries the statement without the name, and the pool uses no names any more.
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
