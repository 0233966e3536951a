import { createHash, randomBytes } from "node:crypto";
import type { Config } from "#server/lib/config.ts";
import { createSecretBox, type SecretBox } from "#server/lib/secret-box.ts";

/** Crockford's base 32: without I, L, O and U. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 12;

/** 60 bits: a byte's lowest five are as random as all of it. */
export function createCode(): string {
  const letters = [...randomBytes(length)].map((byte) => alphabet[byte & 31]).join("");
  return grouped(letters);
}

/** A code as it was typed or copied: any case, any separators, I and L for 1, O for 0. @returns null for what is no code */
export function normaliseCode(typed: string): string | null {
  if (typed.length > 50) return null;
  const letters = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replace(/[IL]/g, "1")
    .replaceAll("O", "0");
  return letters.length === length && [...letters].every((letter) => alphabet.includes(letter))
    ? grouped(letters)
    : null;
}

const grouped = (letters: string) => letters.replace(/(.{4})(?=.)/g, "$1-");

/** By which a code is found: the table does not reveal it. */
export function hashCode(code: string): string {
  return createHash("sha256").update(`invitation ${code}`).digest("base64url");
}

export function codeBox({
  authSecret,
  authSecretPrevious,
}: Pick<Config, "authSecretPrevious"> & { authSecret: string }): SecretBox {
  return createSecretBox(authSecret, "invitation codes", authSecretPrevious);
}
