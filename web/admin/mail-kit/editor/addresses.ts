import { canonicalEmail } from "#contract/email-address.ts";
import { parseUrl } from "#contract/parse-url.ts";

/** Replaces a forbidden picture source; the server writes the same value. */
const inertAddress = "//:0";
const dataPicture = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/]+={0,2}$/i;

/** A source from http, https or data; anything else is replaced by an address that loads nothing. */
export function pictureAddress(source: string): string {
  const address = source.trim();
  return isWebAddress(address) || dataPicture.test(address) ? address : inertAddress;
}

export function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(address) && parseUrl(address) !== null;
}

/**
 * Where a link leads: an e-mail address gets its mailto:, an address without protocol https:.
 * @returns null for what may not be linked
 */
export function linkAddress(typed: string): string | null {
  const address = typed.trim();
  const email = canonicalEmail(address.replace(/^mailto:/i, ""));
  if (email !== null) return `mailto:${email}`;
  if (isWebAddress(address)) return address;
  const named = /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]|$)/.test(address) && isWebAddress(`https://${address}`);
  return named ? `https://${address}` : null;
}
