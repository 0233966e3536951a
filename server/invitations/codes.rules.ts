import { createHash, randomBytes } from "node:crypto";
import type { Config } from "#server/lib/config.ts";
import { createSecretBox, type SecretBox } from "#server/lib/secret-box.ts";
import { encodeTypedCode, groupTypedCode, readTypedCode } from "#server/lib/typed-code.ts";

const length = 12;
const groupLength = 4;

/** Codes have 60 random bits. */
export const createCode = () => encodeTypedCode(randomBytes(length), groupLength);

/** Converts a typed or copied code to its canonical form. @returns null for a text that is no code */
export function parseInvitationCode(typed: string): string | null {
  const letters = readTypedCode(typed, length);
  return letters === null ? null : groupTypedCode(letters, groupLength);
}

/** The hash by which a code is found, so that the table does not reveal the code. */
export function hashCode(code: string): string {
  return createHash("sha256").update(`invitation ${code}`).digest("base64url");
}

export function codeBox({
  authSecret,
  authSecretPrevious,
}: Pick<Config, "authSecretPrevious"> & { authSecret: string }): SecretBox {
  return createSecretBox(authSecret, "invitation codes", authSecretPrevious);
}
