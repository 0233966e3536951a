import { limits } from "./limits.ts";
import { normalForm } from "./text.ts";

/** Length in characters as people count them: an emoji is one, not two. */
function lengthOf(password: string): number {
  return [...normalForm(password, "NFC")].length;
}

/** Which rule a new password breaks, as far as a browser can tell; the server also refuses common ones. */
export function passwordProblem(password: string): "too_short" | "too_long" | null {
  if (password.length > limits.passwordMax) return "too_long";
  return lengthOf(password) < limits.passwordMin ? "too_short" : null;
}
