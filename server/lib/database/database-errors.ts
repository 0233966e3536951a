/** Finds the cause of a failure in the errors of pg, pg-pool, Drizzle and the operating system. */

const connectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/*
 * 08: connection. 53: out of resources (53100 disk full, 53300 too many connections). 55000: refuses connections for now (during
 * maintenance). 57P01 to 57P03: shutting down or starting up. 58030: input/output error. 25006: read-only standby after a
 * failover. 25P03: idle in transaction.
 */
const unavailableState = /^(?:08...|53...|55000|57P0[1235]|58030|25006|25P03)$/;

/** The messages of failures to which pg and pg-pool give no code. */
const connectionMessages = [
  "Connection terminated",
  "timeout exceeded when trying to connect",
  "timeout expired",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
  "Query read timeout",
  "Cannot use a pool after calling end on the pool",
];

interface ErrorFields {
  code?: unknown;
  syscall?: unknown;
  constraint?: unknown;
}

/** True when the database cannot be reached or cannot work for now. It is no fault of the request, which may be retried (503). */
export function isDatabaseUnavailable(error: unknown): boolean {
  return chain(error).some(({ fields, message }) => {
    const code = typeof fields.code === "string" ? fields.code : "";
    if (connectionCodes.has(code) || unavailableState.test(code)) return true;
    // The socket of the embedded database does not exist while its thread is replaced.
    if (code === "ENOENT" && fields.syscall === "connect") return true;
    return connectionMessages.some((start) => message.startsWith(start));
  });
}

/** The violated unique constraint, or null for any other error. */
export function uniqueViolation(error: unknown): string | null {
  const violation = chain(error).find(({ fields }) => fields.code === "23505");
  if (!violation) return null;
  return typeof violation.fields.constraint === "string" ? violation.fields.constraint : "";
}

/** The error with its causes and the errors of aggregates. */
function chain(error: unknown): { fields: ErrorFields; message: string }[] {
  const found: Error[] = [];
  const open: unknown[] = [error];
  while (open.length > 0) {
    const next = open.pop();
    if (!(next instanceof Error) || found.includes(next)) continue;
    found.push(next);
    open.push(next.cause, ...(next instanceof AggregateError ? next.errors : []));
  }
  return found.map((item) => ({ fields: item as ErrorFields, message: item.message }));
}
