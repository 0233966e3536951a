import { createCipheriv, createDecipheriv, createHash } from "node:crypto";

/**
 * Reads what was sealed before the second factor had a box of its own: hexadecimal XChaCha20-Poly1305 (nonce,
 * ciphertext, tag) under the SHA-256 of AUTH_SECRET. Node has the cipher with a nonce of 12 bytes; the other 16 bytes
 * of the long nonce go into the key (HChaCha20, draft-irtf-cfrg-xchacha).
 */
const form = /^(?:[\da-f]{2}){40,}$/;
const hashedNonceBytes = 16;
const nonceBytes = 24;
const tagBytes = 16;

export function isEarlierSeal(sealed: string): boolean {
  return form.test(sealed);
}

/** Null: sealed with another secret, or damaged. */
export function openEarlierSeal(sealed: string, secret: string): string | null {
  const bytes = Buffer.from(sealed, "hex");
  const key = deriveKey(createHash("sha256").update(secret).digest(), bytes.subarray(0, hashedNonceBytes));
  const nonce = Buffer.concat([Buffer.alloc(4), bytes.subarray(hashedNonceBytes, nonceBytes)]);
  const decipher = createDecipheriv("chacha20-poly1305", key, nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null; // the tag says so; there is nothing more to know
  }
}

/** The first and last four words of a ChaCha20 block, without the initial state that the block adds at its end. */
function deriveKey(key: Buffer, nonce: Buffer): Buffer {
  const block = createCipheriv("chacha20", key, nonce).update(Buffer.alloc(64));
  const words = [...wordsOf(block.subarray(0, 16)), ...wordsOf(block.subarray(48))];
  const initial = [...wordsOf(Buffer.from("expand 32-byte k")), ...wordsOf(nonce)];
  return Buffer.from(Uint32Array.from(words, (word, index) => word - (initial[index] ?? 0)).buffer);
}

function wordsOf(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32LE(index * 4));
}
