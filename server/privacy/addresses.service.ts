import { createHmac, timingSafeEqual } from "node:crypto";
import type { Db } from "#server/lib/database/database.ts";
import { findAddressKey } from "./privacy.queries.ts";

const hashBytes = 16;
const signatureBytes = 12;
const tokenPattern = /^([\w-]{22})([\w-]{16})$/;

/** Hashes addresses with a key, so that erased addresses are still recognised, and signs unsubscribe links. */
export type Addresses = {
  /** Gives the same hash as `address_hash()` in the database: 22 characters of base64url. @param email in its canonical form */
  hash(email: string): Promise<string>;
  /** The token of an unsubscribe link: it never expires and does not reveal the address. 38 characters. */
  unsubscribeToken(emailHash: string): Promise<string>;
  /** @returns the hash of the address, or null for a token that this instance did not sign */
  readUnsubscribeToken(token: string): Promise<string | null>;
};

/** Reads the key once, because it never changes. */
export function createAddresses(db: Db): Addresses {
  let reading: Promise<Buffer> | null = null;
  const key = () => {
    reading ??= findAddressKey(db).catch((error: unknown) => {
      reading = null; // the next call tries again
      throw error;
    });
    return reading;
  };
  return {
    hash: async (email) => hashOf(await key(), email),
    unsubscribeToken: async (emailHash) => emailHash + signatureOf(await key(), emailHash),
    async readUnsubscribeToken(token) {
      const [, emailHash = "", signature = ""] = tokenPattern.exec(token) ?? [];
      if (emailHash === "") return null;
      const expected = signatureOf(await key(), emailHash);
      return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? emailHash : null;
    },
  };
}

/** Lowercases ASCII letters only, because the database lowercases other letters by its locale. */
function hashOf(key: Buffer, email: string): string {
  const folded = email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return createHmac("sha256", key).update(folded).digest().subarray(0, hashBytes).toString("base64url");
}

function signatureOf(key: Buffer, emailHash: string): string {
  return createHmac("sha256", key)
    .update(`leave ${emailHash}`)
    .digest()
    .subarray(0, signatureBytes)
    .toString("base64url");
}
