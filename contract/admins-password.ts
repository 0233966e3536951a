import { limits } from "./limits.ts";

/** Length in characters as people count them: an emoji is one, not two. */
function lengthOf(password: string): number {
  return [...password.normalize("NFC")].length;
}

/** Which rule a new password breaks, as far as a browser can tell; the server also refuses common ones. */
export function passwordProblem(password: string): "too_short" | "too_long" | null {
  if (lengthOf(password) < limits.passwordMin) return "too_short";
  return password.length > limits.passwordMax ? "too_long" : null;
}
