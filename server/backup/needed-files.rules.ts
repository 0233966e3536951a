import type { NeededLog } from "./running-copy.queries.ts";

/** What PostgreSQL itself leaves out of a base backup and makes anew. */
const madeAnew = [/^postmaster\.(pid|opts)$/, /^pg_stat_tmp\//, /(^|\/)pg_internal\.init/, /(^|\/)pgsql_tmp/];

/**
 * Whether a copy of a database's folder, made after a checkpoint, needs a file. Segments of the write-ahead log before the checkpoint
 * are behind it, and those after the last one hold nothing yet: they are old ones that wait for their turn.
 * @param path within the folder
 */
export function isNeededFile(path: string, { first, last }: NeededLog): boolean {
  const plain = path.replaceAll("\\", "/");
  const [, segment] = plain.match(/^pg_wal\/([\dA-F]{24})$/) ?? [];
  if (segment !== undefined) return segment >= first && segment <= last;
  return !madeAnew.some((pattern) => pattern.test(plain));
}
