import { canonicalEmail } from "./email-address.ts";
import { addressVariables } from "./template-variables.ts";

const telephone = /^tel:\+?[\d\s().-]{3,30}$/i;
/** A host with a dot, with an optional port and path. A scheme does not match, because it has no dot before its colon. */
const named = /^(?:\/\/)?[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+(?::\d{1,5})?(?:[/?#]|$)/u;

/**
 * The target of a link in a mail: an e-mail address gets `mailto:`, a web address without protocol gets `https:`.
 * @returns null when the text may not be linked
 */
export function linkAddress(typed: string): string | null {
  const address = typed.trim();
  if (addressVariables.some((name) => address === `{{${name}}}`)) return address;
  if (/^https?:\/\/[^\s/]/i.test(address)) return address;
  const email = canonicalEmail(address.replace(/^mailto:/i, ""));
  if (email !== null) return `mailto:${email}`;
  if (/^mailto:[^\s]+$/i.test(address)) return address;
  if (telephone.test(address)) return address.replace(/\s/g, "");
  return named.test(address) ? `https://${address.replace(/^\/\//, "")}` : null;
}
