import { createKeyedHash } from "#server/lib/keyed-hash.ts";

/** Makes keyed hashes of mailboxes, for counting messages per mailbox. Different spellings of one mailbox have the same hash. */
export function createMailboxKey(authSecret: string): (email: string) => string {
  const hash = createKeyedHash(authSecret, "mailboxes");
  return (email) => hash(mailboxOf(email));
}

type Provider = { domain: string; others: readonly string[]; ignored: RegExp };

/** Providers that ignore some characters in the local part, and give one person the same address at several domains. */
const providers: readonly Provider[] = [
  { domain: "gmail.com", others: ["googlemail.com"], ignored: /\./g },
  { domain: "proton.me", others: ["protonmail.com", "protonmail.ch", "pm.me"], ignored: /[._-]/g },
];
const providerOf = new Map(
  providers.flatMap((provider) => [provider.domain, ...provider.others].map((domain) => [domain, provider])),
);

/**
 * Returns the mailbox of an address, for limits per mailbox: in lower case, without a plus-tag; for `providers` also without
 * ignored characters and with their main domain. Never send mail to it.
 */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase();
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  const local = withoutTag(address.slice(0, at));
  const provider = providerOf.get(domain);
  return provider ? `${local.replace(provider.ignored, "")}@${provider.domain}` : `${local}@${domain}`;
}

/** Removes a plus-tag. A plus sign at the beginning does not start a tag. */
function withoutTag(local: string): string {
  const plus = local.indexOf("+");
  return plus > 0 ? local.slice(0, plus) : local;
}
