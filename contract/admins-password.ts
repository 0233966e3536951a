import { limits } from "./limits.ts";
import { normalForm } from "./text.ts";

/** Length in Unicode characters: an emoji counts once. */
function lengthOf(password: string): number {
  return [...normalForm(password, "NFC")].length;
}

/** The rule that a new password breaks, or null. The server also refuses common passwords. */
export function passwordProblem(password: string): "too_short" | "too_long" | null {
  if (password.length > limits.passwordMax) return "too_long";
  return lengthOf(password) < limits.passwordMin ? "too_short" : null;
}
