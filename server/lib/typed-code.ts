/** Codes that people type: letters of Crockford's base 32 (without I, L, O and U) in groups. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Uses five bits of each byte, which are as random as the whole byte. */
export function encodeTypedCode(bytes: Uint8Array, groupLength: number): string {
  return groupTypedCode([...bytes].map((byte) => alphabet[byte & 31]).join(""), groupLength);
}

/** @param letters without dashes */
export function groupTypedCode(letters: string, groupLength: number): string {
  return letters.replace(new RegExp(`(.{${groupLength}})(?=.)`, "g"), "$1-");
}

/**
 * Reads a typed or copied code. Ignores case, spaces and dashes, and reads I and L as 1 and O as 0.
 * @returns the code's letters, or null for a text that is no code
 */
export function readTypedCode(typed: string, length: number): string | null {
  if (typed.length > 4 * length) return null;
  const letters = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replace(/[IL]/g, "1")
    .replaceAll("O", "0");
  return letters.length === length && [...letters].every((letter) => alphabet.includes(letter))
    ? letters
    : null;
}
