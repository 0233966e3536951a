import { createHmac, hkdfSync } from "node:crypto";

const keyBytes = 32;
/** The first 22 of the hash's 43 characters: 132 bits do not collide by chance. */
const hashLength = 22;

/**
 * Hashes texts with a separate key for each purpose (HKDF-SHA-256 of AUTH_SECRET, then HMAC-SHA-256). With only a copy of the database,
 * an attacker cannot test texts against the hashes. @param purpose the same text has another hash for another purpose
 * @returns 22 characters of base64url
 */
export function createKeyedHash(secret: string, purpose: string): (text: string) => string {
  const key = Buffer.from(hkdfSync("sha256", secret, "", `tenue ${purpose}`, keyBytes));
  return (text) => createHmac("sha256", key).update(text).digest("base64url").slice(0, hashLength);
}
