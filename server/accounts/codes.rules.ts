import { randomInt } from "node:crypto";

const letters = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const count = 10;
const halfLength = 5;

/** Ten codes of 59 bits each, like `aB3dE-fG7hI`. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => `${randomText()}-${randomText()}`);
}

function randomText(): string {
  return Array.from({ length: halfLength }, () => letters[randomInt(letters.length)]).join("");
}

/** The codes that are left after this one, or null when it is none of them. */
export function withoutCode(codes: readonly string[], code: string): string[] | null {
  return codes.includes(code) ? codes.filter((each) => each !== code) : null;
}

/** Six digits are the app's; everything else may be a recovery code. */
export function kindOfCode(code: string): "totp" | "recovery_code" {
  return /^\d{6}$/.test(code) ? "totp" : "recovery_code";
}

/** Apps show their digits in groups. */
export function typedCode(text: string): string {
  return text.replace(/\s/g, "");
}
