import { ApiFailure } from "#web/lib/api.ts";

/** The server's messages by field, for a form to show beside its inputs. */
export function fieldErrors(error: unknown): Record<string, string> {
  return error instanceof ApiFailure ? error.fields : {};
}
