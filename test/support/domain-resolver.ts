import type { DomainResolver } from "#server/lib/dns.ts";

/** A resolver for tests that do not concern domains: every domain has a mail server. */
export const everyDomainAccepts: DomainResolver = {
  resolveMx: async (domain) => [{ priority: 10, exchange: `mx.${domain}` }],
  resolve4: async () => [],
  resolve6: async () => [],
  isTrustworthy: async () => true,
};
