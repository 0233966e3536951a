import { promisify } from "node:util";
import { brotliCompress, constants, crc32, deflateRaw } from "node:zlib";
import type { Encoding } from "./load-web-files.ts";

/** The compressed start of an answer, to which an ending can be appended. */
export type PackedHead = {
  /** Null: not compressed. */
  encoding: Encoding | null;
  content: Buffer<ArrayBuffer>;
  /** Checksum of the uncompressed text. With the ending, gzip's checksum and length continue from `crc` and `size`. */
  crc: number;
  size: number;
};

/** `best` for a text that is compressed once and sent often, `quick` for a single answer. */
export type Effort = "best" | "quick";
const efforts = {
  best: { brotli: constants.BROTLI_MAX_QUALITY, deflate: constants.Z_BEST_COMPRESSION },
  quick: { brotli: 4, deflate: 4 },
} as const;

/** The most bytes of a stored (uncompressed) block of gzip. */
const tailMax = 0xff_ff;
/** RFC 1952: deflate, no name, no time, best compression, on Unix. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3]);
const lastEmptyBrotliBlock = Buffer.from([0x03]);

/** Compresses a text off the main thread, in a form to which `withTail` can append. */
export async function packHead(text: string, encoding: Encoding | null, effort: Effort): Promise<PackedHead> {
  const plain = Buffer.from(text);
  const content = await packed(plain, encoding, efforts[effort]);
  return { encoding, content, crc: crc32(plain), size: plain.length };
}

async function packed(
  plain: Buffer<ArrayBuffer>,
  encoding: Encoding | null,
  quality: (typeof efforts)[Effort],
) {
  if (encoding === "br") {
    return await promisify(brotliCompress)(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality.brotli },
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
    });
  }
  if (encoding === null) return plain;
  const options = { level: quality.deflate, finishFlush: constants.Z_SYNC_FLUSH };
  return Buffer.concat([gzipHeader, await promisify(deflateRaw)(plain, options)]);
}

/**
 * A compressed head with an uncompressed ending for one answer. No secret is ever compressed together with text that
 * an attacker may choose.
 */
export function withTail(head: PackedHead, tail: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(tail);
  if (bytes.length > tailMax) throw new Error("an ending is longer than one block holds");
  return Buffer.concat([head.content, ...endings[head.encoding ?? "none"](head, bytes)]);
}

const endings: Record<Encoding | "none", (head: PackedHead, bytes: Buffer) => Buffer[]> = {
  none: (_head, bytes) => [bytes],
  /** RFC 7932, section 9.2: not the last block, length in four nibbles, not compressed. The flush of the head ended at a whole byte. */
  br(_head, bytes) {
    if (bytes.length === 0) return [lastEmptyBrotliBlock];
    const header = Buffer.alloc(3);
    header.writeUIntLE(((bytes.length - 1) << 3) | (1 << 19), 0, 3);
    return [header, bytes, lastEmptyBrotliBlock];
  },
  /** RFC 1951, section 3.2.4: the last block, stored; then the checksum and length of the whole text. */
  gzip({ crc, size }, bytes) {
    const header = Buffer.alloc(5);
    header.writeUInt8(1, 0);
    header.writeUInt16LE(bytes.length, 1);
    header.writeUInt16LE(bytes.length ^ tailMax, 3);
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32(bytes, crc), 0);
    trailer.writeUInt32LE(size + bytes.length, 4);
    return [header, bytes, trailer];
  },
};
