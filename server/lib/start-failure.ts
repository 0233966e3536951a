import { OperatorError } from "./operator-error.ts";

/** PostgreSQL's errors for a wrong DATABASE_URL: unknown user, wrong password, no such database, not allowed. */
const refusedByPostgresql = /^(?:28...|3D000|42501)$/;

/**
 * Explains why the server does not start: one line for an error that the operator can correct (a bad value, a port in use,
 * a folder that is not writable, a database that does not answer), and the whole stack for everything else.
 */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof OperatorError) return firstLine(error);
  if (!isOperational(error)) return error.stack ?? error.message;
  return isRefusedConnection(error)
    ? `DATABASE_URL: ${firstLine(error)}. Does PostgreSQL run there, and are host, port, user, password and database right?`
    : firstLine(error);
}

/** Only the database is connected to during a start; the embedded one listens on a socket in a folder (ENOENT). */
function isRefusedConnection(error: Error): boolean {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  const { code, syscall } = first as NodeJS.ErrnoException;
  if (syscall !== undefined) return /^(?:connect|getaddrinfo)$/.test(syscall) && code !== "ENOENT";
  return refusedByPostgresql.test(String(code));
}

function isOperational(error: Error): boolean {
  if (error instanceof AggregateError)
    return error.errors.every((part) => part instanceof Error && isOperational(part));
  if ("syscall" in error) return true;
  return "code" in error && refusedByPostgresql.test(String(error.code));
}

/** A connection that was refused at several addresses is an aggregate without a message. */
function firstLine(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  const message = error.message || (first instanceof Error ? first.message : String(first));
  return message.split("\n", 1)[0] ?? "";
}
