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
