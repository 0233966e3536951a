import { disposableEmailBlocklist } from "disposable-email-domains-js";

let domains: ReadonlySet<string> | null = null;

/**
 * True for a provider of throw-away mailboxes, and for every name under one of its domains. The list is read with the
 * first question, so that the start does not wait for it.
 */
export function isDisposableDomain(domain: string): boolean {
  domains ??= new Set(disposableEmailBlocklist());
  for (let name = domain; name.includes("."); name = name.slice(name.indexOf(".") + 1)) {
    if (domains.has(name)) return true;
  }
  return false;
}
