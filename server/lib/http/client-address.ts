import { BlockList, isIP } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Logger } from "#server/lib/logger.ts";

/**
 * All networks around a request's client address, smallest first. The client address is the socket's address, or the one in
 * X-Forwarded-For if every proxy after it is trusted.
 * @param trusted addresses and CIDR ranges of proxies whose X-Forwarded-For counts; empty: none
 */
export function createClientNetworks(trusted: readonly string[]): (c: Context) => IpNetwork[] {
  const proxies = blockListOf(trusted);
  return (c) => {
    const hops = (c.req.header("x-forwarded-for") ?? "")
      .split(",")
      .map((hop) => hop.trim())
      .filter(Boolean);
    let address = plainAddress(socketAddress(c));
    while (isTrusted(proxies, address)) {
      const hop = hops.pop();
      const next = plainAddress(withoutPort(hop ?? ""));
      if (isIP(next) === 0) break;
      address = next;
    }
    return networksOf(address);
  };
}

/** The connecting address, whether it is a trusted proxy, and the last address in its header. */
export type Arrival = { socket: string; isForwarded: boolean; isTrusted: boolean; lastHop: string | null };

/** @param trusted as for `createClientNetworks` */
export function createArrivals(trusted: readonly string[]): (c: Context) => Arrival {
  const proxies = blockListOf(trusted);
  return (c) => {
    const socket = plainAddress(socketAddress(c));
    const hops = c.req.header("x-forwarded-for")?.split(",") ?? [];
    return {
      socket,
      isForwarded: hasForwardedHeader(c),
      isTrusted: isTrusted(proxies, socket),
      lastHop: hops.at(-1)?.trim() ?? null,
    };
  };
}

/** Some proxies write `203.0.113.7:54321` or `[2001:db8::7]:54321`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(hop);
  if (bracketed?.[1] !== undefined) return bracketed[1];
  return hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, "$1");
}

/**
 * Warns once that all clients behind a proxy count as one. The first proxy header from an address that TRUST_PROXY does not name
 * causes the warning.
 */
export function warnOfUntrustedProxy(trusted: readonly string[], log: Pick<Logger, "warn">) {
  const proxies = blockListOf(trusted);
  let hasWarned = false;
  return createMiddleware(async (c, next) => {
    if (!hasWarned && hasForwardedHeader(c) && !isTrusted(proxies, plainAddress(socketAddress(c)))) {
      hasWarned = true;
      log.warn(
        "A request came with X-Forwarded-For or Forwarded from an address that TRUST_PROXY does not name. If that is your proxy, set TRUST_PROXY to its address: until then ALL clients behind it count as one, and the wrong passwords of one hold up everybody.",
      );
    }
    await next();
  });
}

const hasForwardedHeader = (c: Context) =>
  c.req.header("x-forwarded-for") !== undefined || c.req.header("forwarded") !== undefined;

function socketAddress(c: Context): string {
  // In tests, requests have no socket and so no connection.
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

/** A range of addresses: an IPv4 address (32) or its /24, an IPv6 /64, /56 or /48. */
export type IpNetwork = { prefix: 24 | 32 | 48 | 56 | 64; range: string };

/**
 * The limit of a network, in multiples of one client's limit. It grows slower than the network, so that rotating addresses gains little.
 */
export const networkShares: Record<IpNetwork["prefix"], number> = { 32: 1, 24: 2, 64: 1, 56: 4, 48: 8 };

const v6Prefixes = [64, 56, 48] as const;

/**
 * The networks that contain an address, smallest first. The smallest for IPv6 is a /64, because one household or server owns a whole
 * /64. IPv4 written as IPv6 counts as IPv4. A text that is no address counts as a separate network.
 */
export function networksOf(address: string): IpNetwork[] {
  const plain = plainAddress(address);
  if (isIP(plain) === 6) {
    const groups = groupsOf(plain);
    return v6Prefixes.map((prefix) => ({ prefix, range: v6Range(groups, prefix) }));
  }
  const own: IpNetwork = { prefix: 32, range: plain };
  if (isIP(plain) !== 4) return [own];
  return [own, { prefix: 24, range: `${plain.slice(0, plain.lastIndexOf("."))}.0/24` }];
}

/** The address without a zone, and as IPv4 when it is IPv4 written as IPv6. */
export function plainAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join(".") : (address.split("%")[0] ?? "");
}

function v6Range(groups: number[], prefix: number): string {
  const kept = groups.slice(0, 4).map((group, index) => {
    const bits = Math.min(16, Math.max(0, prefix - index * 16));
    return group & (0xffff << (16 - bits));
  });
  return `${kept.map((group) => group.toString(16)).join(":")}::/${prefix}`;
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const left = groupsOfPart(head);
  if (tail === undefined) return left;
  const right = groupsOfPart(tail);
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function groupsOfPart(part: string): number[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => {
    if (!group.includes(".")) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
