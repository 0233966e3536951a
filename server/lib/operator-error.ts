import { statfsSync } from "node:fs";

/** An error that the operator can correct: its message is one clear line, without a stack. */
export class OperatorError extends Error {
  override name = "OperatorError";
}

/** All lines of the message, because the last lines of a command's output describe the fault. */
export const fullMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * The first line of the innermost cause, for the log and for a shell. Drizzle's own message is only the statement; the message of
 * `fetch` is only "fetch failed".
 */
export function systemMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return systemMessage(error.errors[0]);
  if (error.cause instanceof Error) return systemMessage(error.cause);
  return error.message.split("\n", 1)[0] || ("code" in error ? String(error.code) : error.name);
}

/** Phrases by the codes or words of Node, PostgreSQL and the shell's tools. The first match is used. */
const phrases: [pattern: RegExp, phrase: string][] = [
  [/\bENOSPC\b|no space left/i, "il n’y a plus de place sur le disque"],
  [/\bEDQUOT\b|quota/i, "la place accordée sur le disque est épuisée"],
  [/\bEROFS\b|read-only/i, "le disque est en lecture seule"],
  [/\bE(ACCES|PERM)\b|permission denied|not permitted/i, "l’accès est refusé"],
  [/\bE(MFILE|NFILE)\b|too many open files/i, "trop de fichiers sont ouverts"],
  [/\bEIO\b|input\/output error/i, "le disque ne peut être ni lu ni écrit"],
  [/command not found|spawn .{0,200}ENOENT/i, "la commande est introuvable"],
  [/\bENOENT\b|no such file/i, "le fichier ou le dossier est introuvable"],
  [/\bECONNREFUSED\b|connection refused/i, "la connexion est refusée"],
  [/\bENOTFOUND\b/, "ce nom est introuvable dans le DNS"],
  [/\bEAI_AGAIN\b/, "le service de noms (DNS) ne répond pas"],
  [/\bE(HOST|NET)UNREACH\b/, "le réseau n’y mène pas"],
  [/\bETIMEDOUT\b|time(d )?out|TimeoutError|no answer/i, "le délai est dépassé"],
  [
    /\bE(CONNRESET|PIPE)\b|socket hang up|UND_ERR_SOCKET|other side closed|terminated/i,
    "la connexion a été coupée",
  ],
  [/CERT|SELF.SIGNED|ALTNAME|UNABLE_TO_|ERR_(TLS|SSL)|self-signed/, "le certificat n’est pas valable"],
  [/password authentication failed|no password supplied/i, "l’identifiant ou le mot de passe est refusé"],
  [/database "[^"]*" does not exist/i, "cette base de données n’existe pas"],
  [/too many (clients|connections)|remaining connection slots/i, "la base n’accepte plus de connexions"],
  [/starting up|shutting down|in recovery mode/i, "la base démarre ou s’arrête"],
  [/out of memory|\bENOMEM\b/i, "la mémoire manque"],
];

/**
 * A technical message for a French screen: its meaning, then the message itself in parentheses, because the operator
 * needs it. The result follows a colon, so it has no capital and no full stop.
 * @param words result of `systemMessage`, or a code ("ECONNREFUSED")
 */
export function frenchReason(words: string): string {
  const phrase = phrases.find(([pattern]) => pattern.test(words))?.[1] ?? "erreur imprévue";
  return `${phrase} (${words})`;
}

/** The result of `frenchReason` as a whole sentence. */
export function frenchSentence(words: string): string {
  const reason = frenchReason(words);
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

const fullDiskWords = /\b(?:ENOSPC|EDQUOT)\b|no space left|\bquota\b/i;

/**
 * Returns the error itself, or for a full disk one line with the folder and the free and needed space.
 * @param work the work that failed, without a comma: "a backup beside the running server"
 * @param needed bytes; undefined when unknown
 */
export function explainFullDisk(
  error: unknown,
  { work, folder, needed }: { work: string; folder: string; needed?: number | undefined },
): unknown {
  if (!fullDiskWords.test(systemMessage(error))) return error;
  const { bavail, bsize } = statfsSync(folder);
  const needs = needed === undefined ? "" : `, about ${megabytes(needed)} MB needed`;
  return new OperatorError(
    `No space left on the disk (${megabytes(bavail * bsize)} MB free${needs}): ${folder}, for ${work}`,
  );
}

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);

/** PostgreSQL's error codes for a wrong DATABASE_URL: unknown user, wrong password, unknown database, access denied. */
const refusedByPostgresql = /^(?:28...|3D000|42501)$/;
/** PostgreSQL's error codes for a state of the server: read-only, out of disk, memory or connections, shutting down. */
const unavailablePostgresql = /^(?:25006|53...|57P..)$/;

/**
 * Explains why the server does not start. An error that the operator can correct gets one line (a bad value, a port in use,
 * a folder that is not writable, a database that does not answer). Any other error gets its stack and its cause.
 */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Drizzle's error only quotes the statement.
  const reason = error.cause instanceof Error ? error.cause : error;
  if (error instanceof OperatorError) return firstLine(error);
  if (!isOperational(reason))
    return reason === error ? stackOf(error) : `${stackOf(error)}\nCause: ${stackOf(reason)}`;
  return isRefusedConnection(reason)
    ? `DATABASE_URL: ${firstLine(reason)}. Does PostgreSQL run there, and are host, port, user, password and database right?`
    : firstLine(reason);
}

const stackOf = (error: Error) => error.stack ?? error.message;

/** The start connects only to the database; the embedded database listens on a socket in a folder (ENOENT). */
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
  const code = "code" in error ? String(error.code) : "";
  return refusedByPostgresql.test(code) || unavailablePostgresql.test(code);
}

/** When several addresses refuse the connection, the error is an aggregate without a message. */
function firstLine(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  const message = error.message || (first instanceof Error ? first.message : String(first));
  return message.split("\n", 1)[0] ?? "";
}
