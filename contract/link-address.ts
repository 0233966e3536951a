import { canonicalEmail } from "./email-address.ts";

const telephone = /^tel:\+?[\d\s().-]{3,30}$/i;
/** A host with a dot, and what may follow it. No scheme matches: the part before its colon has no dot. */
const named = /^(?:\/\/)?[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+(?::\d{1,5})?(?:[/?#]|$)/u;

/**
 * Where a link of a mail leads: an e-mail address gets its `mailto:`, an address without protocol `https:`.
 * @returns null for what may not be linked
 */
export function linkAddress(typed: string): string | null {
  const address = typed.trim();
  if (address === "{{link}}") return address; // of an invitation: the whole address
  if (/^https?:\/\/[^\s/]/i.test(address)) return address;
  const email = canonicalEmail(address.replace(/^mailto:/i, ""));
  if (email !== null) return `mailto:${email}`;
  if (/^mailto:[^\s]+$/i.test(address)) return address;
  if (telephone.test(address)) return address.replace(/\s/g, "");
  return named.test(address) ? `https://${address.replace(/^\/\//, "")}` : null;
}
