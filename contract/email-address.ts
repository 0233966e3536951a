import { limits } from "./limits.ts";
import { parseUrl } from "./parse-url.ts";
import { isStorableText, normalForm, rawShare } from "./text.ts";

/**
 * Invisible characters: soft hyphens, zero-width characters, joiners, fillers, variation selectors, marks of direction. They are
 * removed and not refused, because the person who pasted such a character cannot find it.
 */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
/** Also refuses the visible format characters (signs over numbers, annotations), which `invisible` does not remove. */
const localPart = /^[^\s@,;:<>()[\]"\\\p{Cf}]{1,64}$/u;
/** Characters that `URL` would decode, or read as a part of the address other than the host. */
const notHost = /[\s@,;:<>()[\]"\\/?#%]/u;
const hostname =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The canonical form of an e-mail address, the same in browser and server. It has no invisible characters. Full-width and
 * mathematical letters become plain ones, and the domain becomes ASCII (IDNA) in lower case. The local part keeps its case, which
 * comparisons ignore.
 * @param text as typed, of any length
 * @returns null unless the text is an address of the usual form `local@domain.tld` with at most 254 characters
 */
export function canonicalEmail(text: string): string | null {
  if (text.length > limits.emailMax * rawShare) return null;
  const visible = text.replace(invisible, "");
  if (!isStorableText(visible)) return null;
  const folded = normalForm(visible, "NFKC").trim();
  const at = folded.lastIndexOf("@");
  const local = folded.slice(0, Math.max(at, 0));
  const domain = asciiDomain(folded.slice(at + 1));
  if (!isLocalPart(local) || domain === null) return null;
  const address = `${local}@${domain}`;
  return address.length <= limits.emailMax ? address : null;
}

/** Rewrites the domain after the last `@` of a search as stored addresses have it; a text without a domain stays unchanged. */
export function withCanonicalDomain(search: string): string {
  const start = search.lastIndexOf("@") + 1;
  const domain = start === 0 ? null : asciiDomain(search.slice(start));
  return domain === null ? search : search.slice(0, start) + domain;
}

/** True when `canonicalEmail` accepts the text. */
export function isEmailAddress(text: string): boolean {
  return canonicalEmail(text) !== null;
}

/** The domain of a canonical address. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}

function isLocalPart(local: string): boolean {
  return localPart.test(local) && !local.startsWith(".") && !local.endsWith(".") && !local.includes("..");
}

/**
 * The ASCII form of a domain name, as in the DNS. `URL` follows UTS 46 in every browser and in Node, so we need no table.
 * Null for an invalid name, and for an IP address in any spelling: top-level domains are never numbers.
 */
function asciiDomain(domain: string): string | null {
  if (notHost.test(domain)) return null;
  const name = parseUrl(`http://${domain}`)?.hostname ?? "";
  return hostname.test(name) && !/\.\d+$/.test(name) ? name : null;
}
