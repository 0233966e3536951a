import { createHash } from "node:crypto";
import type { BackupHeader, BackupTable } from "./backup-format.ts";

/** A table with its rows, some at a time, each as one line of JSON. */
export type DumpedTable = BackupTable & { rows: AsyncIterable<string[]> };

/** What a backup came to, known at its end. */
export type BackupSize = { tables: number; rows: number };

/**
 * The lines of a backup, in pieces of about the size of what the database hands over.
 * @param onEnd is told how much it was, when the last piece was taken
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
