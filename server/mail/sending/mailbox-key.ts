import { createKeyedHash } from "#server/lib/keyed-hash.ts";

/** A keyed hash of a mailbox, by which messages to it are counted. Two spellings of one mailbox have the same. */
export function createMailboxKey(authSecret: string): (email: string) => string {
  const hash = createKeyedHash(authSecret, "mailboxes");
  return (email) => hash(mailboxOf(email));
}

type Provider = { domain: string; others: readonly string[]; ignored: RegExp };

/** Providers at which one person has all domains, and signs in the local part mean nothing. */
const providers: readonly Provider[] = [
  { domain: "gmail.com", others: ["googlemail.com"], ignored: /\./g },
  { domain: "proton.me", others: ["protonmail.com", "protonmail.ch", "pm.me"], ignored: /[._-]/g },
];
const providerOf = new Map(
  providers.flatMap((provider) => [provider.domain, ...provider.others].map((domain) => [domain, provider])),
);

/**
 * The mailbox that an address reaches, for limits per mailbox: lower case, without a plus-tag; at `providers` also without
 * ignored signs, their domains the same. Never an address to write to.
 */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase();
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  const local = withoutTag(address.slice(0, at));
  const provider = providerOf.get(domain);
  return provider ? `${local.replace(provider.ignored, "")}@${provider.domain}` : `${local}@${domain}`;
}

/** A leading plus sign starts no tag. */
function withoutTag(local: string): string {
  const plus = local.indexOf("+");
  return plus > 0 ? local.slice(0, plus) : local;
}
