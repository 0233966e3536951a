import { setTimeout as pause } from "node:timers/promises";
import { canonicalEmail } from "#contract/email-address.ts";
import type { Import } from "#contract/imports.schema.ts";
import { importLimits, importMessages } from "#contract/imports.ts";
import { isStorableText, normaliseText } from "#contract/text.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { createSemaphore } from "#server/lib/concurrency.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import { fileRefused, uploadBusy } from "./imports.errors.ts";
import { type ImportLine, insertImport, insertLines, prepareLines, updateImport } from "./imports.queries.ts";
import { emailsIn } from "./imports.rules.ts";
import { getImport, keptUntil } from "./imports.service.ts";
import { deleteFile } from "./lines.service.ts";
import { type CsvRecord, readCsv } from "./read-csv.ts";

type UploadDeps = Pick<AppDependencies, "db" | "now"> & { addresses: Addresses };
type Body = ReadableStream<Uint8Array> | null;

/** A statement stores a batch when it has this many lines, or this many UTF-16 units. */
const batchSize = 250;
const batchWeight = 256 * 1024;

export type UploadImport = ReturnType<typeof createUpload>;

/** Reads one file at a time in each instance: a second one is refused rather than queued. */
export function createUpload(deps: UploadDeps) {
  const inTurn = createSemaphore({ running: 1, waiting: 0, refuse: uploadBusy });
  return (body: Body, actor: string): Promise<Import> => inTurn(() => uploadImport(deps, body, actor));
}

/**
 * Stores a file's lines as they arrive. The file becomes an import with its last line. Nothing is kept of a refused or interrupted file.
 * @throws ApiError 400 with a sentence that names the line
 */
async function uploadImport(deps: UploadDeps, body: Body, actor: string): Promise<Import> {
  const { db, now } = deps;
  if (body === null) throw fileRefused(importMessages.empty);
  const bytes = drained(body);
  const records = readCsv(bytes);
  try {
    const columns = await readTitles(records);
    const id = await insertImport(db, { createdBy: actor, columns, expiresAt: keptUntil(now()) });
    try {
      const total = await storeLines(deps, id, records);
      if (total === 0) throw fileRefused(importMessages.onlyTitles);
      await db.transaction(async (tx) => {
        await updateImport(tx, id, { status: "uploaded", total, lastLine: 1 });
        await recordEntry(tx, { actor, action: "import.uploaded", subject: id, details: { total } });
      });
    } catch (error) {
      await deleteFile(db, id);
      throw error;
    }
    return await getImport(db, id);
  } finally {
    // A browser reads the answer only after it has sent the whole body.
    for await (const _ of bytes);
  }
}

/** Iterates over a body without cancelling it: after an early exit from the loop, the rest can still be read. */
function drained(body: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = body.getReader();
  const next = async () => {
    const { done, value } = await reader.read();
    return done ? { done, value: undefined } : { done, value };
  };
  return { [Symbol.asyncIterator]: () => ({ next }) };
}

async function readTitles(records: AsyncGenerator<CsvRecord, void>): Promise<string[]> {
  const first = await records.next();
  if (first.done) throw fileRefused(importMessages.empty);
  const { cells } = first.value;
  if (cells.length > importLimits.columnsMax) throw fileRefused(importMessages.columns(cells.length));
  if (cells.some((cell) => canonicalEmail(cell) !== null)) throw fileRefused(importMessages.noTitles);
  return cells.map((cell) => {
    const title = cell.slice(0, importLimits.columnNameMax);
    return isStorableText(title) ? normaliseText(title) : "";
  });
}

async function storeLines(
  { db, addresses }: UploadDeps,
  importId: string,
  records: AsyncGenerator<CsvRecord, void>,
): Promise<number> {
  let total = 0;
  let batch: ImportLine[] = [];
  let weight = 0;
  for await (const { line, cells } of records) {
    total += 1;
    if (total > importLimits.rowsMax) throw fileRefused(importMessages.rows);
    batch.push({ line, cells, emailHashes: await Promise.all(emailsIn(cells).map(addresses.hash)) });
    weight += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (batch.length < batchSize && weight < batchWeight) continue;
    const begin = performance.now();
    await insertLines(db, importId, batch);
    // Leaves half of the time to other requests.
    await pause(performance.now() - begin);
    batch = [];
    weight = 0;
  }
  if (batch.length > 0) await insertLines(db, importId, batch);
  await prepareLines(db);
  return total;
}
