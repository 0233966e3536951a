import { isDatabaseUnavailable } from "#server/lib/database/database-errors.ts";

/** Writes one JSON line per event to standard output, or a readable line on a terminal. Callers must not log personal data. */
export type Logger = {
  info(message: string, details?: LogDetails): void;
  warn(message: string, details?: LogDetails): void;
  error(message: string, details?: LogDetails): void;
};

export type LogDetails = Record<string, unknown>;

type Level = "info" | "warn" | "error";

/** @param format "json" for machines, "text" for a terminal */
export function createLogger(
  format: "json" | "text",
  write = (line: string) => process.stdout.write(`${line}\n`),
): Logger {
  const log =
    (level: Level) =>
    (message: string, details: LogDetails = {}) => {
      const entry = Object.fromEntries(Object.entries(details).map(([key, value]) => [key, describe(value)]));
      write(
        format === "json"
          ? JSON.stringify({ time: new Date().toISOString(), level, message, ...entry })
          : [
              level === "info" ? "" : `${level}: `,
              message,
              ...Object.entries(entry).map(([k, v]) => ` ${k}=${JSON.stringify(v)}`),
            ].join(""),
      );
    };
  return { info: log("info"), warn: log("warn"), error: log("error") };
}

/** Discards everything, for tests and tools. */
export const silentLogger: Logger = { info() {}, warn() {}, error() {} };

function describe(value: unknown): unknown {
  return value instanceof Error ? describeError(value) : value;
}

function describeError(error: Error): string {
  const message = withoutParameters(error.message);
  const text = error.stack?.replace(error.message, () => message) ?? message;
  return error.cause instanceof Error ? `${text} (${withoutParameters(error.cause.message)})` : text;
}

/** Removes the parameters that Drizzle appends to the message of a failed statement: they may be personal data. */
function withoutParameters(message: string): string {
  return message.split("\nparams: ", 1)[0] ?? "";
}

type Outage = { since: number; counts: Map<string, number>; timer: NodeJS.Timeout };

/**
 * A logger that reports the start and the end of a database outage, and the number of failures in between. It does not log a
 * statement and a stack for each request. The logged cause may be a full disk, for example.
 * @param isOver resolves when the database works again; called every `intervalMs` during an outage
 */
export function createOutageLog(
  log: Logger,
  isOver: () => Promise<unknown>,
  intervalMs = 1_000,
): Logger & { stop(): void } {
  let outage: Outage | null = null;

  function begin(error: Error): Outage {
    log.error("the database is away", { reason: rootReason(error) });
    return { since: performance.now(), counts: new Map(), timer: watch() };
  }

  function watch(): NodeJS.Timeout {
    return setTimeout(async () => {
      try {
        await isOver();
        end();
      } catch {
        if (outage) outage.timer = watch(); // the outage is logged already
      }
    }, intervalMs).unref();
  }

  function end(): void {
    if (!outage) return;
    const seconds = Math.round((performance.now() - outage.since) / 1_000);
    const failed = Object.fromEntries(outage.counts);
    outage = null;
    log.info("the database is back", { seconds, failed });
  }

  const unlessOutage = (level: "warn" | "error") => (message: string, details?: LogDetails) => {
    const { error } = details ?? {};
    if (!(error instanceof Error) || !isDatabaseUnavailable(error)) return log[level](message, details);
    outage ??= begin(error);
    outage.counts.set(message, (outage.counts.get(message) ?? 0) + 1);
  };

  return {
    info: log.info,
    warn: unlessOutage("warn"),
    error: unlessOutage("error"),
    stop() {
      clearTimeout(outage?.timer);
      outage = null;
    },
  };
}

/** The reason without the statement and its parameters, which Drizzle's own message contains. */
function rootReason(error: Error): string {
  const cause = error instanceof AggregateError ? error.errors[0] : error.cause;
  return cause instanceof Error ? rootReason(cause) : error.message || error.name;
}
