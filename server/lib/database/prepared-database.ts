import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { DurableFilesystem, memoryStartParams, smallBuffers } from "./durable-filesystem.ts";

/** The file beside the built server. The sources have none: there `initdb` runs at the first start. */
export const preparedDatabaseName = "prepared-database.zst";

/** The three databases of a new folder are equal, so a window that is larger than all of them gives a quarter of gzip's size. */
const compression = {
  [constants.ZSTD_c_compressionLevel]: 19,
  [constants.ZSTD_c_windowLog]: 26,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
};

/**
 * Runs `initdb` once, for all installations. The database has no tables: each installation makes its keys and ids in its
 * migrations.
 * @returns one line of JSON, `[folders, [file, bytes][]]`, then the content of the files, compressed with zstd
 */
export async function prepareDatabase(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "tenue-prepared-"));
  try {
    await runInitdb(folder);
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const pathsOf = (kept: typeof entries) => kept.map(({ parentPath, name }) => join(parentPath, name));
    const files = pathsOf(entries.filter((entry) => entry.isFile())).map(
      (path) => [relative(folder, path), readFileSync(path)] as const,
    );
    const folders = pathsOf(entries.filter((entry) => entry.isDirectory())).map((path) =>
      relative(folder, path),
    );
    const index = JSON.stringify([folders, files.map(([name, content]) => [name, content.length])]);
    const archive = Buffer.concat([Buffer.from(`${index}\n`), ...files.map(([, content]) => content)]);
    return zstdCompressSync(archive, { params: compression });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Makes an empty database in a folder. The caller makes the files durable. */
export async function runInitdb(folder: string): Promise<void> {
  const database = await PGlite.create({
    fs: new DurableFilesystem(folder),
    initDbStartParams: smallBuffers,
    startParams: memoryStartParams,
  });
  await database.close();
}

/** @returns the archive of `prepareDatabase`; null when the server runs from the sources */
export function readPreparedDatabase(): Buffer | null {
  const path = join(import.meta.dirname, preparedDatabaseName);
  return existsSync(path) ? readFileSync(path) : null;
}

/** Creates the same folder as `runInitdb`, in a fifth of the time. */
export function unpackDatabase(compressed: Buffer, folder: string): void {
  const archive = zstdDecompressSync(compressed);
  const start = archive.indexOf("\n") + 1;
  const [folders, files]: [string[], [string, number][]] = JSON.parse(archive.toString("utf8", 0, start));
  for (const name of ["", ...folders]) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  let offset = start;
  for (const [name, bytes] of files) {
    writeFileSync(join(folder, name), archive.subarray(offset, offset + bytes), { mode: 0o600 });
    offset += bytes;
  }
}
