import { limits } from "./limits.ts";
import { parseUrl } from "./parse-url.ts";
import { isStorableText, normalForm, rawShare } from "./text.ts";

/**
 * Invisible characters: soft hyphens, zero-width characters, joiners, fillers, variation selectors, marks of direction. They
 * are taken away rather than refused, because the person who pasted one cannot find it.
 */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
/** Format characters that do show (signs over numbers, annotations) are left over, and have no place here. */
const localPart = /^[^\s@,;:<>()[\]"\\\p{Cf}]{1,64}$/u;
/** What `URL` would read as something else than a host, or decode. */
const notHost = /[\s@,;:<>()[\]"\\/?#%]/u;
const hostname =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The one way to write an e-mail address, the same in browser and server: nothing invisible, full-width and mathematical
 * letters as plain ones, the domain in ASCII (IDNA) and lower case. The case of the local part is kept; comparing ignores it.
 * @param text as typed, of any length
 * @returns null for what is no address of the usual form `local@domain.tld`, at most 254 characters
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

/** A search with the domain after its last `@` as stored addresses have it; other texts are unchanged. */
export function withCanonicalDomain(search: string): string {
  const start = search.lastIndexOf("@") + 1;
  const domain = start === 0 ? null : asciiDomain(search.slice(start));
  return domain === null ? search : search.slice(0, start) + domain;
}

/** True for what `canonicalEmail` accepts. */
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
 * A domain name as the DNS has it. `URL` follows UTS 46 in every browser and in Node, so there is one rule and no table
 * of our own. Null for no name, and for an IP address in any spelling: top-level domains are never numbers.
 */
function asciiDomain(domain: string): string | null {
  if (notHost.test(domain)) return null;
  const name = parseUrl(`http://${domain}`)?.hostname ?? "";
  return hostname.test(name) && !/\.\d+$/.test(name) ? name : null;
}
