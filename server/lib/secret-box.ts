import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts what is stored and must be read again. */
export type SecretBox = {
  seal(text: string): string;
  /** @throws SecretBoxError when it was sealed with another key, for another purpose, or was changed */
  open(sealed: string): string;
};

export class SecretBoxError extends Error {
  override name = "SecretBoxError";
}

const algorithm = "aes-256-gcm";
const version = "v1";
const ivBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM with a key of its own for each purpose, derived from AUTH_SECRET (HKDF-SHA-256).
 * @param purpose what is sealed for one purpose cannot be opened for another
 */
export function createSecretBox(authSecret: string, purpose: string): SecretBox {
  const key = Buffer.from(hkdfSync("sha256", authSecret, "", `tenue ${purpose}`, 32));
  return {
    seal(text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes });
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
    },
    open(sealed) {
      const [form, encoded = ""] = sealed.split(".");
      const bytes = Buffer.from(encoded, "base64url");
      if (form !== version || bytes.length < ivBytes + tagBytes)
        throw new SecretBoxError("not a sealed text");
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      try {
        return (
          decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + decipher.final("utf8")
        );
      } catch (cause) {
        throw new SecretBoxError("sealed with another key, or changed", { cause });
      }
    },
  };
}
