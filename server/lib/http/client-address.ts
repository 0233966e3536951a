import { BlockList, isIP } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/** Tells a request's client address: the socket's, or X-Forwarded-For's as far as every hop towards us is a trusted proxy. */
export type ClientAddress = (c: Context) => string;

/**
 * @param trusted addresses and CIDR ranges of proxies whose X-Forwarded-For counts; empty: nobody's
 * @returns a function whose result is stable per client: an IPv4 address, or the /64 of an IPv6 one
 */
export function createClientAddress(trusted: readonly string[]): ClientAddress {
  const proxies = blockListOf(trusted);
  return (c) => {
    const hops = (c.req.header("x-forwarded-for") ?? "")
      .split(",")
      .map((hop) => hop.trim())
      .filter(Boolean);
    let address = plain(socketAddress(c));
    while (isTrusted(proxies, address)) {
      const hop = hops.pop();
      if (hop === undefined || isIP(plain(hop)) === 0) break;
      address = plain(hop);
    }
    return isIP(address) === 6 ? network64(address) : address;
  };
}

function socketAddress(c: Context): string {
  // Requests that tests make without a socket have no connection.
  const bindings: { incoming?: unknown } | undefined = c.env;
  return bindings?.incoming ? (getConnInfo(c).remote.address ?? "unknown") : "unknown";
}

function blockListOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", prefix] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

function isTrusted(proxies: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && proxies.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** IPv4 written as IPv6 is IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}

/** One household or server has a /64: its 2^64 addresses count as one client. */
function network64(address: string): string {
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill("0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, "").toLowerCase())
    .join(":")}::/64`;
}
