import { statfsSync } from "node:fs";

/** An error that the operator can correct: its message is one clear line, without a stack. */
export class OperatorError extends Error {
  override name = "OperatorError";
}

/**
 * The first line of the innermost cause, for the log and for a shell. Drizzle's own message is only the statement, that of
 * `fetch` only "fetch failed".
 */
export function systemMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return systemMessage(error.errors[0]);
  if (error.cause instanceof Error) return systemMessage(error.cause);
  return error.message.split("\n", 1)[0] || ("code" in error ? String(error.code) : error.name);
}

/** By the code or the words that Node, PostgreSQL and the shell's tools use; the first that fits counts. */
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
 * The system's words for a French screen: the meaning, then the words themselves in parentheses, which the operator
 * needs. A phrase without capital or full stop, to follow a colon.
 * @param words of `systemMessage`, or a code ("ECONNREFUSED")
 */
export function frenchReason(words: string): string {
  const phrase = phrases.find(([pattern]) => pattern.test(words))?.[1] ?? "erreur imprévue";
  return `${phrase} (${words})`;
}

/** The same as a whole sentence. */
export function frenchSentence(words: string): string {
  const reason = frenchReason(words);
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

const fullDiskWords = /\b(?:ENOSPC|EDQUOT)\b|no space left|\bquota\b/i;

/**
 * The same error, or for a full disk one line with folder, free and needed room.
 * @param work what failed, without a comma: "a backup beside the running server"
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
