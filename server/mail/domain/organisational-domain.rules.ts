import { getDomain } from "tldts";

/** The part of a domain that somebody registered (`news.tenue.co.uk` → `tenue.co.uk`), by the public suffix list. */
export function organisationalDomain(domain: string): string {
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain;
}

/** As DMARC compares (RFC 7489 § 3.1): the same organisation, or to the letter where the domain asks for it. */
export function isAligned(one: string, other: string, isStrict: boolean): boolean {
  return isStrict ? one === other : organisationalDomain(one) === organisationalDomain(other);
}
