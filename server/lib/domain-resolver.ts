import { Resolver } from "node:dns/promises";

/** What the server asks the DNS. A refusal is Node's own error with its `code` (ENODATA, ENOTFOUND, ETIMEOUT …). */
export type DomainResolver = {
  resolveMx(domain: string): Promise<{ exchange: string; priority: number }[]>;
  resolve4(domain: string): Promise<string[]>;
  resolve6(domain: string): Promise<string[]>;
  /**
   * Whether it may be believed that something does not exist. Servers that the operator named are; those of the machine
   * only when they know the root of the DNS: inside some networks a resolver answers "no such name" to everything.
   */
  isTrustworthy(): Promise<boolean>;
};

/** @param servers addresses, each with a port if need be; none: those of the machine */
export function createDomainResolver(servers: readonly string[]): DomainResolver {
  const resolver = new Resolver({ timeout: 1_000, tries: 1 });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    resolveMx: (domain) => resolver.resolveMx(domain),
    resolve4: (domain) => resolver.resolve4(domain),
    resolve6: (domain) => resolver.resolve6(domain),
    isTrustworthy: async () => servers.length > 0 || knowsRoot(resolver),
  };
}

async function knowsRoot(resolver: Resolver): Promise<boolean> {
  return resolver.resolveNs(".").then(
    (names) => names.length > 0,
    () => false,
  );
}

/** True for what `createDomainResolver` takes: "192.0.2.1", "192.0.2.1:5353", "2001:db8::1", "[2001:db8::1]:5353". */
export function isDnsServer(text: string): boolean {
  try {
    new Resolver().setServers([text]);
    return true;
  } catch {
    return false; // Node says so only by throwing
  }
}
