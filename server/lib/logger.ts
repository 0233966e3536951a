/** One JSON line per event on standard output, or a readable line on a terminal. Holds no personal data. */
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

/** A logger that says nothing, for tests and tools. */
export const silentLogger: Logger = { info() {}, warn() {}, error() {} };

function describe(value: unknown): unknown {
  return value instanceof Error ? describeError(value) : value;
}

function describeError(error: Error): string {
  const message = withoutParameters(error.message);
  const text = error.stack?.replace(error.message, () => message) ?? message;
  return error.cause instanceof Error ? `${text} (${withoutParameters(error.cause.message)})` : text;
}

/** Drizzle ends a failed statement's message with its parameters, of as many lines as they have: personal data, maybe. */
function withoutParameters(message: string): string {
  return message.split("\nparams: ", 1)[0] ?? "";
}
