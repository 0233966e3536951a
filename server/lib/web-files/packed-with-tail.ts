import { promisify } from "node:util";
import { brotliCompress, constants, crc32, deflateRaw } from "node:zlib";
import type { Encoding } from "./load-web-files.ts";

/** The compressed start of an answer, to which an ending can be appended. */
export type PackedHead = {
  /** Null: as it is. */
  encoding: Encoding | null;
  content: Buffer<ArrayBuffer>;
  /** Of the text before it was packed; gzip's checksum and length go on from them. */
  crc: number;
  size: number;
};

/** `best` for what is packed once and delivered often, `quick` for a single answer. */
export type Effort = "best" | "quick";
const efforts = {
  best: { brotli: constants.BROTLI_MAX_QUALITY, deflate: constants.Z_BEST_COMPRESSION },
  quick: { brotli: 4, deflate: 4 },
} as const;

/** A block of gzip that is stored as it is holds no more. */
const tailMax = 0xff_ff;
/** RFC 1952: deflate, no name, no time, packed with care, on Unix. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3]);
const lastEmptyBrotliBlock = Buffer.from([0x03]);

/** Packs a text, off the main thread, so that `withTail` can add to it without packing again. */
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
 * A compressed head with an uncompressed ending for one answer. Nothing secret is ever compressed together with text that
 * an attacker may choose.
 */
export function withTail(head: PackedHead, tail: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(tail);
  if (bytes.length > tailMax) throw new Error("an ending is longer than one block holds");
  return Buffer.concat([head.content, ...endings[head.encoding ?? "none"](head, bytes)]);
}

const endings: Record<Encoding | "none", (head: PackedHead, bytes: Buffer) => Buffer[]> = {
  none: (_head, bytes) => [bytes],
  /** RFC 7932, section 9.2: not the last block, its length in four nibbles, not compressed. The flush left off at a whole byte. */
  br(_head, bytes) {
    if (bytes.length === 0) return [lastEmptyBrotliBlock];
    const header = Buffer.alloc(3);
    header.writeUIntLE(((bytes.length - 1) << 3) | (1 << 19), 0, 3);
    return [header, bytes, lastEmptyBrotliBlock];
  },
  /** RFC 1951, section 3.2.4: the last block, stored; then checksum and length of everything. */
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
