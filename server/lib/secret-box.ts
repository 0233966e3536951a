import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts values that are stored and must be read later. */
export type SecretBox = {
  seal(text: string): string;
  /** @throws SecretBoxError when the text was sealed with another key or for another purpose, or was changed */
  open(sealed: string): string;
  /** The text, sealed with the current key; null when it already is. @throws SecretBoxError as `open` does */
  reseal(sealed: string): string | null;
};

export class SecretBoxError extends Error {
  override name = "SecretBoxError";
}

/** The result of `open` or `reseal`; null when the text was sealed with an unknown secret. */
export function nullIfForeign<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof SecretBoxError) return null;
    throw error;
  }
}

const algorithm = "aes-256-gcm";
const version = "v1";
const ivBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM with a separate key for each purpose, derived from AUTH_SECRET (HKDF-SHA-256).
 * @param purpose a value sealed for one purpose cannot be opened for another
 * @param previous earlier secrets, which only open values
 */
export function createSecretBox(
  authSecret: string,
  purpose: string,
  previous: readonly string[] = [],
): SecretBox {
  const [key, ...earlier] = [authSecret, ...previous].map((secret) => deriveKey(secret, purpose)) as [
    Buffer,
    ...Buffer[],
  ];
  return {
    seal: (text) => seal(key, text),
    open: (sealed) => openWithAny([key, ...earlier], sealed),
    reseal: (sealed) => (canOpen(key, sealed) ? null : seal(key, openWithAny(earlier, sealed))),
  };
}

function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `tenue ${purpose}`, 32));
}

function seal(key: Buffer, text: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes });
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
}

function canOpen(key: Buffer, sealed: string): boolean {
  return open(key, sealed) !== null;
}

function openWithAny(keys: readonly Buffer[], sealed: string): string {
  for (const key of keys) {
    const text = open(key, sealed);
    if (text !== null) return text;
  }
  throw new SecretBoxError("sealed with another key, or changed");
}

/** Null when the value was sealed with another key, or is no sealed text. */
function open(key: Buffer, sealed: string): string | null {
  const [form, encoded = ""] = sealed.split(".");
  const bytes = Buffer.from(encoded, "base64url");
  if (form !== version || bytes.length < ivBytes + tagBytes) return null;
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null; // the authentication tag does not match; the error has no more details
  }
}

/** Identifies the AUTH_SECRET that the sealed values of a database and its backups need. Reveals nothing about the secret. */
export function secretFingerprint(authSecret: string): string {
  return createHmac("sha256", authSecret).update("tenue backup").digest("base64url").slice(0, 22);
}
