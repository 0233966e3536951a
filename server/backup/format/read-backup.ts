import { createHash, type Hash } from "node:crypto";
import {
  type BackupHeader,
  type BackupTable,
  damaged,
  formatVersion,
  headerSchema,
  partSchema,
  RowSum,
  type TableSum,
  UnusableBackupError,
} from "./backup-format.ts";

/** Rows are passed on in batches of about this size. */
const batchBytes = 1_000_000;
const rowStart = "{".charCodeAt(0);

/** A part of the file. Parts come in this order: a table, its rows as JSON arrays in text form, its sum. */
type BackupPart =
  | ({ type: "table" } & BackupTable)
  | { type: "rows"; json: string }
  | ({ type: "end" } & TableSum);

export type OpenBackup = { header: BackupHeader; parts: AsyncGenerator<BackupPart, void> };

/**
 * Reads the header, and the rest on demand. A caller that writes rows commits after the last part only, which proves that
 * the backup is complete.
 * @throws UnusableBackupError, also from `parts`, when the file is no backup of Tenue, from a newer version, cut or altered
 */
export async function openBackup(pieces: AsyncIterable<Buffer>): Promise<OpenBackup> {
  const whole = createHash("sha256");
  const lines = boundedLines(pieces);
  const { value: first } = await lines.next();
  if (!first) throw damaged("it is empty");
  const header = parseHeader(first);
  update(whole, first);
  return { header, parts: readParts(lines, whole) };
}

/** A longer line is refused before it fills the memory; no row of Tenue comes near this length. */
const lineBytesMax = 16 * 1024 * 1024;

async function* boundedLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  try {
    yield* linesOf(pieces, { maxBytes: lineBytesMax });
  } catch (error) {
    throw error instanceof LineTooLongError ? damaged(`at line ${error.line}`) : error;
  }
}

function parseHeader(line: Buffer): BackupHeader {
  const parsed = headerSchema.safeParse(parseJson(line));
  if (!parsed.success) throw new UnusableBackupError("This is no backup of Tenue.");
  if (parsed.data.format > formatVersion) {
    throw new UnusableBackupError(
      `The backup was made by Tenue ${parsed.data.version}, in a format that this version does not know: use that version or a newer one.`,
    );
  }
  return parsed.data;
}

async function* readParts(
  lines: AsyncGenerator<Buffer, void>,
  whole: Hash,
): AsyncGenerator<BackupPart, void> {
  const total = { tables: 0, rows: 0 };
  for await (const line of lines) {
    const [kind, content] = parsePart(line);
    if (kind === "complete") {
      const found = { ...total, sha256: whole.digest("hex") };
      if (JSON.stringify(found) !== JSON.stringify(content)) throw damaged("its sum differs");
      // Only a reader that reaches the end knows that nothing was cut off.
      if (!(await lines.next()).done) throw damaged("something follows its end");
      return;
    }
    if (kind !== "table") throw damaged("a table has no beginning");
    update(whole, line);
    yield { type: "table", ...content };
    const sum = yield* readRows(lines, { whole, name: content.name });
    total.tables += 1;
    total.rows += sum.rows;
    yield { type: "end", ...sum };
  }
  throw damaged("its end is missing");
}

async function* readRows(
  lines: AsyncGenerator<Buffer, void>,
  { whole, name }: { whole: Hash; name: string },
): AsyncGenerator<BackupPart, TableSum> {
  const tableHash = createHash("sha256");
  const sum = new RowSum();
  let batch: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const { value: line, done } = await lines.next();
    if (done) throw damaged("its end is missing");
    update(whole, line);
    if (line[0] !== rowStart) {
      if (batch.length > 0) yield { type: "rows", json: arrayOf(batch) };
      ensureWhole(line, { name, rows: sum.count, sha256: tableHash.digest("hex") });
      return { name, rows: sum.count, sum: sum.digest() };
    }
    update(tableHash, line);
    sum.add(line);
    bytes += line.length;
    batch.push(line);
    if (bytes < batchBytes) continue;
    yield { type: "rows", json: arrayOf(batch) };
    batch = [];
    bytes = 0;
  }
}

function ensureWhole(line: Buffer, found: { name: string; rows: number; sha256: string }): void {
  const [kind, content] = parsePart(line);
  if (kind !== "end" || content.rows !== found.rows || content.sha256 !== found.sha256)
    throw damaged(`the table ${found.name} is not whole`);
}

const arrayOf = (rows: Buffer[]) => `[${rows.map((row) => row.toString("utf8")).join(",")}]`;

function update(hash: Hash, line: Buffer): void {
  hash.update(line).update("\n");
}

function parsePart(line: Buffer) {
  const parsed = partSchema.safeParse(parseJson(line));
  if (!parsed.success) throw damaged("a line of it cannot be read");
  return parsed.data;
}

function parseJson(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString("utf8"));
  } catch {
    return undefined; // the schema refuses it
  }
}

const newline = 0x0a;

/** A line exceeds the maximum. `line` counts from 1. */
class LineTooLongError extends Error {
  override name = "LineTooLongError";
  readonly line: number;

  constructor(line: number) {
    super(`line ${line} is too long`);
    this.line = line;
  }
}

/**
 * Splits a stream of bytes at line ends. The text after the last line end is a line as well.
 * @param maxBytes of one line
 * @throws LineTooLongError
 */
async function* linesOf(
  pieces: AsyncIterable<Buffer>,
  { maxBytes }: { maxBytes: number },
): AsyncGenerator<Buffer, void> {
  let begun: Buffer[] = [];
  let bytes = 0;
  let line = 1;
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, start)) {
      const rest = piece.subarray(start, end);
      if (bytes + rest.length > maxBytes) throw new LineTooLongError(line);
      yield begun.length === 0 ? rest : Buffer.concat([...begun, rest]);
      begun = [];
      bytes = 0;
      line += 1;
      start = end + 1;
    }
    if (start < piece.length) {
      begun.push(piece.subarray(start));
      bytes += piece.length - start;
      if (bytes > maxBytes) throw new LineTooLongError(line);
    }
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}
