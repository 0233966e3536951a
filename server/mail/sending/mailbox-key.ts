import { createHmac, hkdfSync } from "node:crypto";

const keyBytes = 32;
/** The first of the hash's 43 characters; 132 bits do not collide by chance. */
const hashLength = 22;

/**
 * A keyed hash of a mailbox, by which messages to it are counted: a copy of the database alone does not allow trying addresses
 * against it, and two spellings of one mailbox have the same.
 */
export function createMailboxKey(authSecret: string): (email: string) => string {
  const key = Buffer.from(hkdfSync("sha256", authSecret, "", "tenue mailboxes", keyBytes));
  return (email) =>
    createHmac("sha256", key).update(mailboxOf(email)).digest("base64url").slice(0, hashLength);
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
