import { createHmac, timingSafeEqual } from "node:crypto";

/** Crockford's base 32: no I, L, O or U, so that nothing is mistaken when it is typed off a console. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 20;
const groupLength = 5;

/**
 * The code of the first start: 100 bits that follow from the secret and the database, so that every instance prints
 * the same one and none has to store it.
 */
export function deriveSetUpCode(authSecret: string, installationKey: string): string {
  const digest = createHmac("sha256", authSecret).update(`set-up:${installationKey}`).digest();
  const letters = [...digest.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join("");
  return letters.replace(new RegExp(`(.{${groupLength}})(?=.)`, "g"), "$1-");
}

/** Whether somebody typed that code; case, spaces, dashes and look-alike letters do not matter. */
export function isSetUpCode(typed: string, code: string): boolean {
  const [given, expected] = [typed, code].map((text) => Buffer.from(plain(text)));
  if (!given || !expected || given.length !== expected.length) return false;
  return timingSafeEqual(given, expected);
}

function plain(code: string): string {
  return code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
}
