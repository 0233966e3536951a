import { createHash, randomBytes } from "node:crypto";
import type { Config } from "#server/lib/config.ts";
import { createSecretBox, type SecretBox } from "#server/lib/secret-box.ts";
import { encodeTypedCode, groupTypedCode, readTypedCode } from "#server/lib/typed-code.ts";

const length = 12;
const groupLength = 4;

/** 60 bits. */
export const createCode = () => encodeTypedCode(randomBytes(length), groupLength);

/** A code as it was typed or copied. @returns null for what is no code */
export function normaliseCode(typed: string): string | null {
  const letters = readTypedCode(typed, length);
  return letters === null ? null : groupTypedCode(letters, groupLength);
}

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
