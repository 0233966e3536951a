import { withCanonicalDomain } from "#contract/email-address.ts";

/** A pattern for LIKE that finds the text anywhere, an address as it is stored: `%`, `_` and `\\` in it match themselves. */
export function containing(text: string): string {
  return `%${withCanonicalDomain(text).replace(/[\\%_]/g, "\\$&")}%`;
}
