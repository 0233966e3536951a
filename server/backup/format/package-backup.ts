import { pipeline, Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { damaged, UnusableBackupError } from "./backup-format.ts";

const zstdStart = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Compresses the content, and encrypts it when there is a key. Returns the bytes of the file. */
export async function packBackup(
  pieces: AsyncIterable<Buffer>,
  backupKey: string | undefined,
): Promise<Readable> {
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  // An error of the source destroys the last stream, so that its reader gets the error.
  const compressed = pipeline(Readable.from(pieces, { objectMode: false }), compress, () => undefined);
  return backupKey === undefined ? compressed : seal(compressed, backupKey);
}

/**
 * Reverses `packBackup`.
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

/** Reads the first bytes; the returned `all` still begins with them. */
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

/** The header of an age file (https://age-encryption.org/v1). Other age programs open our sealed backups. */
const sealStart = Buffer.from("age-encryption.org/v1\n");

const isSealed = (start: Buffer) => start.subarray(0, sealStart.length).equals(sealStart);

const isIdentity = (backupKey: string) => backupKey.startsWith("AGE-SECRET-KEY-");

/** Whether backups of an installation with this key can be read there: an age recipient only encrypts. */
export const canUnpack = (backupKey: string | undefined) => backupKey === undefined || isIdentity(backupKey);

/** Imports the library on demand, because an idle server does not need its memory. */
const loadAge = () => import("age-encryption");

/** @param backupKey an identity or a recipient of age */
async function seal(content: Readable, backupKey: string): Promise<Readable> {
  const { Encrypter, identityToRecipient } = await loadAge();
  const encrypter = new Encrypter();
  encrypter.addRecipient(isIdentity(backupKey) ? await identityToRecipient(backupKey) : backupKey);
  const sealed = await encrypter.encrypt(Readable.toWeb(content) as globalThis.ReadableStream<Uint8Array>);
  return Readable.fromWeb(sealed as ReadableStream<Uint8Array>);
}

/** @throws UnusableBackupError when there is no identity, when it belongs to another backup, or when the file was altered */
async function* unseal(
  sealed: AsyncIterable<Buffer>,
  backupKey: string | undefined,
): AsyncGenerator<Buffer, void> {
  if (backupKey === undefined || !isIdentity(backupKey)) {
    throw new UnusableBackupError(
      "The backup is encrypted: set BACKUP_KEY to the identity that it was made for (AGE-SECRET-KEY-1…).",
    );
  }
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  decrypter.addIdentity(backupKey);
  const source = Readable.toWeb(Readable.from(sealed, { objectMode: false }));
  const opened = await decrypter
    .decrypt(source as globalThis.ReadableStream<Uint8Array>)
    .catch((error: unknown) => {
      throw /no identity matched/.test(String(error))
        ? new UnusableBackupError(
            "The backup is encrypted for another key: set BACKUP_KEY to the identity that it was made for.",
          )
        : damaged("its encryption cannot be read");
    });
  try {
    for await (const piece of Readable.fromWeb(opened as ReadableStream<Uint8Array>))
      yield Buffer.from(piece);
  } catch (error) {
    if (error instanceof Error && "syscall" in error) throw error;
    throw damaged("its encryption does not hold: it was cut or altered");
  }
}
