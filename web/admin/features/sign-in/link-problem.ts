import { ShownError } from "#web/lib/api.ts";
import { fieldErrors } from "./field-errors.ts";

/** A link that no longer works is nobody's input: its message stands above the form. */
export function linkProblem(error: Error | null): Error | null {
  return isLinkDead(error) ? new ShownError(fieldErrors(error).token) : error;
}

/** Nothing that is tried again makes such a link work. */
export function isLinkDead(error: Error | null): boolean {
  return fieldErrors(error).token !== undefined;
}
