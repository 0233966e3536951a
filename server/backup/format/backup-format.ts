import { createHash, hash } from "node:crypto";
import { z } from "zod";
import { backupKinds } from "#contract/backup.ts";
import { OperatorError } from "#server/lib/operator-error.ts";

/*
 * A backup is NDJSON under zstd, and under age when there is a key: a header; per table `["table", …]`, one object per row as
 * PostgreSQL's row_to_json writes it, `["end", …]`; at last `["complete", …]`. Rows begin with `{` and the lines around
 * them with `[`, so that rows pass without being parsed (docs/decisions/0027-backup.md).
 */
export const formatVersion = 1;

export const headerSchema = z.object({
  tenue: z.literal("backup"),
  format: z.number().int(),
  /** The version of Tenue that made the backup. */
  version: z.string(),
  /** The newest migration of the database, in milliseconds: the schema that the rows belong to. */
  stamp: z.number().int(),
  /** ISO 8601 in UTC. */
  madeAt: z.iso.datetime(),
  kind: z.enum(backupKinds),
  /** The fingerprint of AUTH_SECRET, see `secretFingerprint`; null when the secret was unknown. */
  secret: z.string().nullable(),
  /** Identifies the database; null when it had no id yet. */
  installation: z.uuid().nullable(),
});
export type BackupHeader = z.infer<typeof headerSchema>;

/** Restricts table and column names, because they become part of SQL statements (quoted). */
const nameSchema = z.string().regex(/^[a-z_][a-z0-9_]{0,62}(?:\.[a-z_][a-z0-9_]{0,62})?$/);

const columnsSchema = z.array(nameSchema).refine((names) => new Set(names).size === names.length);

export const partSchema = z.union([
  z.tuple([z.literal("table"), z.object({ name: nameSchema, columns: columnsSchema })]),
  z.tuple([z.literal("end"), z.object({ rows: z.number().int(), sha256: z.string() })]),
  z.tuple([
    z.literal("complete"),
    z.object({ tables: z.number().int(), rows: z.number().int(), sha256: z.string() }),
  ]),
]);

/** A table and its columns, without those that the database computes. */
export type BackupTable = { name: string; columns: string[] };

/** Compares a restored table with its rows in the backup. `sum` comes from `RowSum`. */
export type TableSum = { name: string; rows: number; sum: string };

/** The file is cut, altered, or no backup of Tenue. */
export class UnusableBackupError extends OperatorError {
  override name = "UnusableBackupError";
}

export function damaged(what: string): UnusableBackupError {
  return new UnusableBackupError(`The backup is damaged (${what}): use another one.`);
}

const modulus = 2n ** 256n;

/**
 * A sum over the rows of a table: their SHA-256 hashes, added modulo 2^256. It does not depend on the order of rows, because a
 * database may return them in another order than they were inserted.
 */
export class RowSum {
  count = 0;
  #total = 0n;

  /** @param row the row as a line of JSON */
  add(row: string | Buffer): void {
    this.count += 1;
    this.#total = (this.#total + BigInt(`0x${hash("sha256", row)}`)) % modulus;
  }

  /** @returns hexadecimal */
  digest(): string {
    return this.#total.toString(16);
  }
}

/** A table with its rows in batches, each row as one line of JSON. */
export type DumpedTable = BackupTable & { rows: AsyncIterable<string[]> };

/** The totals of a backup, known at its end. */
export type BackupSize = { tables: number; rows: number };

/**
 * Writes the lines of a backup, in pieces of about the size of one fetch.
 * @param onEnd receives the totals after the last piece
 */
export async function* writeBackup(
  header: BackupHeader,
  tables: AsyncIterable<DumpedTable>,
  onEnd: (size: BackupSize) => void = () => undefined,
): AsyncGenerator<Buffer, void> {
  const whole = createHash("sha256");
  const size: BackupSize = { tables: 0, rows: 0 };
  const piece = (text: string) => {
    const bytes = Buffer.from(text);
    whole.update(bytes);
    return bytes;
  };
  yield piece(line(header));
  for await (const { name, columns, rows } of tables) {
    yield piece(line(["table", { name, columns }]));
    const sum = createHash("sha256");
    let count = 0;
    for await (const some of rows) {
      const bytes = piece(`${some.join("\n")}\n`);
      sum.update(bytes);
      count += some.length;
      yield bytes;
    }
    yield piece(line(["end", { rows: count, sha256: sum.digest("hex") }]));
    size.tables += 1;
    size.rows += count;
  }
  yield Buffer.from(line(["complete", { ...size, sha256: whole.digest("hex") }]));
  onEnd(size);
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`;
