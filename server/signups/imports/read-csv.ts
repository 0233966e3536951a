import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Info } from "csv-parse";
import { importLimits, importMessages } from "#contract/imports.ts";
import { fileRefused } from "./imports.errors.ts";

/** A record of the file, and the number of the line where it begins. */
export type CsvRecord = { line: number; cells: string[] };

/** More than any valid record. Keeps a record without an end from filling the memory. */
const recordBytesMax = 4 * 1024 * 1024;
/** The separator is searched in the titles, up to this length. */
const titlesMax = 64 * 1024;

/**
 * Reads the records of a CSV file as it arrives: separated by commas, semicolons or tabs, in UTF-8 or Windows-1252. Blank lines are left
 * out. Within a cell `\r\n` becomes `\n`.
 * @throws ApiError 400 with a sentence that names the line
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord, void> {
  const end = { isNewLine: true };
  const parts = decode(bytes, end);
  const { start, delimiter, skippedLines } = await readTitles(parts);
  const { parse } = await import("csv-parse"); // loaded on demand to save memory
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: recordBytesMax,
  });
  const text = async function* () {
    yield start;
    yield* parts;
  };
  const reading = pipeline(Readable.from(text()), parser);
  // The loop over the parser throws the same error.
  reading.catch(() => undefined);
  let width = 0;
  let last: CsvRecord | null = null;
  try {
    for await (const { record: cells, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      if (last) yield last;
      const line = skippedLines + info.lines - cells.reduce((sum, cell) => sum + countLines(cell), 0);
      if (cells.some((cell) => cell.length > importLimits.cellMax))
        throw fileRefused(importMessages.cell(line));
      width ||= cells.length;
      last = { line, cells };
    }
  } catch (error) {
    throw sentenceOf(error, skippedLines);
  }
  if (last && last.cells.length < width && !end.isNewLine) throw fileRefused(importMessages.cut(last.line));
  if (last) yield last;
}

/** Translates the parser's errors into French. */
function sentenceOf(error: unknown, skippedLines: number): unknown {
  const { code = "", lines = 1 } = error as { code?: string; lines?: number };
  const line = skippedLines + lines;
  if (code === "CSV_QUOTE_NOT_CLOSED") return fileRefused(importMessages.cut(line));
  if (code === "CSV_MAX_RECORD_SIZE") return fileRefused(importMessages.cell(line));
  return /CLOSING_QUOTE|OPENING_QUOTE/.test(code) ? fileRefused(importMessages.quotes(line)) : error;
}

/**
 * Decodes the text of the file, and replaces `\r\n` by `\n`, because the parser counts `\r\n` within quotes as two lines. All encodings
 * agree up to the first letter beyond ASCII. That letter decides between UTF-8 and Windows-1252, which French spreadsheets still write.
 */
async function* decode(
  bytes: AsyncIterable<Uint8Array>,
  end: { isNewLine: boolean },
): AsyncGenerator<string, void> {
  let decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  /** Bytes beyond ASCII at the end of the previous part: they may be half a letter. */
  let pending = new Uint8Array();
  let isDecided = false;
  /** A carriage return at the end of the previous part: it may be half a line break. */
  let held = "";
  const read = (part: Uint8Array, stream: boolean): string => {
    try {
      return decoder.decode(part, { stream });
    } catch {
      if (isDecided) {
        const [before = ""] = new TextDecoder().decode(part).split("\ufffd", 1);
        throw fileRefused(importMessages.encoding(line + countLines(held + before)));
      }
      decoder = new TextDecoder("windows-1252");
      return decoder.decode(Buffer.concat([pending, part]), { stream });
    }
  };
  const check = (decoded: string, isLast = false) => {
    const whole = held + decoded;
    held = whole.endsWith("\r") && !isLast ? "\r" : "";
    const text = whole.slice(0, whole.length - held.length).replaceAll("\r\n", "\n");
    const nul = text.indexOf("\u0000");
    if (nul >= 0) throw fileRefused(importMessages.nul(line + countLines(text.slice(0, nul))));
    line += countLines(text);
    if (text !== "") end.isNewLine = /[\r\n]$/.test(text);
    return text;
  };
  for await (const part of bytes) {
    const text = check(read(part, true));
    if (/[\u0080-\uffff]/.test(text)) isDecided = true;
    pending = isDecided ? pending : trailingOf(part);
    yield text;
  }
  yield check(read(new Uint8Array(), false), true);
}

/** Counts line breaks as the parser does. */
const countLines = (text: string) => text.match(/\r\n?|\n/g)?.length ?? 0;

/** The bytes beyond ASCII with which a part ends. */
function trailingOf(part: Uint8Array): Uint8Array<ArrayBuffer> {
  let start = part.length;
  while (start > 0 && (part[start - 1] ?? 0) > 0x7f) start -= 1;
  return new Uint8Array(part.subarray(start));
}

type Titles = { start: string; delimiter: string; skippedLines: number };

/** The text up to the end of the titles, and the separator of the cells. Excel may name the separator in a line before the titles. */
async function readTitles(parts: AsyncGenerator<string, void>): Promise<Titles> {
  const lineBreak = /[\r\n]/;
  const unquoted = (text: string) => text.trimStart().replace(/"[^"]*(?:"|$)/g, "");
  let start = "";
  while (start.length < titlesMax && !lineBreak.test(unquoted(start))) {
    const next = await parts.next();
    if (next.done) break;
    start += next.value;
  }
  const named = /^sep=(.)[\r\n]/i.exec(start);
  if (named?.[1]) return { start: start.slice(named[0].length), delimiter: named[1], skippedLines: 1 };
  const [titles = ""] = unquoted(start.slice(0, titlesMax)).split(lineBreak, 1);
  const count = (delimiter: string) => titles.split(delimiter).length;
  const [delimiter = ","] = [";", ",", "\t"].toSorted((a, b) => count(b) - count(a));
  return { start, delimiter, skippedLines: 0 };
}
