import { createKeyedHash } from "#server/lib/keyed-hash.ts";

/** A keyed hash of a mailbox, by which messages to it are counted. Two spellings of one mailbox have the same. */
export function createMailboxKey(authSecret: string): (email: string) => string {
  const hash = createKeyedHash(authSecret, "mailboxes");
  return (email) => hash(mailboxOf(email));
}

/** Domains of one provider, under which dots in the local part mean nothing. */
const gmailDomains: ReadonlySet<string> = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox that an address reaches, for limits per mailbox: lower case, without a plus-tag; at Gmail also without dots,
 * its two domains the same. Never an address to write to.
 */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase();
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  const local = withoutTag(address.slice(0, at));
  return gmailDomains.has(domain) ? `${local.replaceAll(".", "")}@gmail.com` : `${local}@${domain}`;
}

/** A leading plus sign starts no tag. */
function withoutTag(local: string): string {
  const plus = local.indexOf("+");
  return plus > 0 ? local.slice(0, plus) : local;
}
