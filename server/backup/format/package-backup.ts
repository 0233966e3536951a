import { pipeline, Readable } from "node:stream";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { damaged, UnusableBackupError } from "./backup-format.ts";
import { isSealed, seal, sealStart, unseal } from "./seal-backup.ts";

const zstdStart = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Compressed, and encrypted when there is a key: the bytes of the file. */
export async function packBackup(
  pieces: AsyncIterable<Buffer>,
  backupKey: string | undefined,
): Promise<Readable> {
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  // An error of the source destroys the last stream, where it is met by whoever reads that one.
  const compressed = pipeline(Readable.from(pieces, { objectMode: false }), compress, () => undefined);
  return backupKey === undefined ? compressed : seal(compressed, backupKey);
}

/**
 * What `packBackup` was given.
 * @throws UnusableBackupError when the bytes are no backup, were altered or need another key
 */
export async function* unpackBackup(
  bytes: AsyncIterable<Buffer>,
  backupKey: string | undefined,
): AsyncGenerator<Buffer, void> {
  const { start, all } = await peek(bytes, sealStart.length);
  const compressed = isSealed(start) ? unseal(all, backupKey) : all;
  const { start: inner, all: rest } = await peek(compressed, zstdStart.length);
  if (!inner.subarray(0, zstdStart.length).equals(zstdStart))
    throw new UnusableBackupError("This is no backup of Tenue.");
  const source = Readable.from(rest, { objectMode: false });
  try {
    yield* pipeline(source, createZstdDecompress(), () => undefined) as AsyncIterable<Buffer>;
  } catch (error) {
    throw isZstdError(error) ? damaged("it cannot be unpacked") : error;
  }
}

const isZstdError = (error: unknown) =>
  error instanceof Error && "code" in error && /^(?:ZSTD_|Z_)/.test(String(error.code));

/** Looks at the first bytes without taking them away. */
async function peek(
  bytes: AsyncIterable<Buffer>,
  count: number,
): Promise<{ start: Buffer; all: AsyncGenerator<Buffer, void> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (start.length < count) {
    const { value, done } = await iterator.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  async function* all(): AsyncGenerator<Buffer, void> {
    try {
      if (start.length > 0) yield start;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { start, all: all() };
}
