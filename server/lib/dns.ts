import { Resolver } from "node:dns/promises";

/** What the server asks the DNS. A refusal is Node's own error with its `code` (ENODATA, ENOTFOUND, ETIMEOUT …). */
export type DomainResolver = {
  resolveMx(domain: string): Promise<{ exchange: string; priority: number }[]>;
  resolve4(domain: string): Promise<string[]>;
  resolve6(domain: string): Promise<string[]>;
  /**
   * True when an answer "it does not exist" can be trusted. It can for servers that the operator configured, and for the machine's servers
   * only if they know the root of the DNS: inside some networks a resolver answers "no such name" to everything.
   */
  isTrustworthy(): Promise<boolean>;
};

/** @param servers addresses, each with an optional port; empty: the servers of the machine */
export function createDomainResolver(servers: readonly string[]): DomainResolver {
  const resolver = new Resolver({ timeout: 1_000, tries: 1 });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    resolveMx: (domain) => resolver.resolveMx(domain),
    resolve4: (domain) => resolver.resolve4(domain),
    resolve6: (domain) => resolver.resolve6(domain),
    isTrustworthy: async () => servers.length > 0 || resolvesRoot(resolver),
  };
}

async function resolvesRoot(resolver: Resolver): Promise<boolean> {
  return resolver.resolveNs(".").then(
    (names) => names.length > 0,
    () => false,
  );
}

/** True for an address that `createDomainResolver` accepts: "192.0.2.1", "192.0.2.1:5353", "2001:db8::1", "[2001:db8::1]:5353". */
export function isDnsServer(text: string): boolean {
  try {
    new Resolver().setServers([text]);
    return true;
  } catch {
    return false; // Node's only sign of an invalid address is an exception
  }
}

export type RecordType = "A" | "AAAA" | "CNAME" | "MX" | "PTR" | "TXT";

/**
 * The answer of the DNS. `none`: there is no such record. `unanswered`: no server answered, or only with an error. This is never
 * treated as an absence.
 */
export type DnsAnswer = { type: "found"; records: string[] } | { type: "none" } | { type: "unanswered" };

/** MX records are the names of the servers, best first. The chunks of a TXT record are joined to one text. */
export type LookUp = (name: string, type: RecordType) => Promise<DnsAnswer>;

const absent = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

/**
 * @param servers addresses, each with an optional port; empty: the servers of the machine
 * @param isTrustworthy see `DomainResolver`: without trust, no record counts as absent
 */
export function createLookUp(
  servers: readonly string[],
  { isTrustworthy }: Pick<DomainResolver, "isTrustworthy">,
): LookUp {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return async (name, type) => {
    try {
      const records = await ask(resolver, name, type);
      return records.length > 0 ? { type: "found", records } : { type: "none" };
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      return { type: absent.has(code) && (await isTrustworthy()) ? "none" : "unanswered" };
    }
  };
}

async function ask(resolver: Resolver, name: string, type: RecordType): Promise<string[]> {
  switch (type) {
    case "A":
      return resolver.resolve4(name);
    case "AAAA":
      return resolver.resolve6(name);
    case "CNAME":
      return resolver.resolveCname(name);
    case "PTR":
      return resolver.resolvePtr(name);
    case "TXT":
      return (await resolver.resolveTxt(name)).map((chunks) => chunks.join(""));
    case "MX": {
      const servers = await resolver.resolveMx(name);
      return servers.sort((one, other) => one.priority - other.priority).map(({ exchange }) => exchange);
    }
  }
}
