import { BlockList, isIP } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Logger } from "#server/lib/logger.ts";
import { type IpNetwork, networksOf, plainAddress } from "./ip-network.ts";

/**
 * All networks around a request's client address, smallest first: the socket's address, or X-Forwarded-For's as far as every
 * hop towards us is a trusted proxy.
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

/** How a request came in: who connected, whether that one is trusted, and the last address that it named. */
export type Arrival = { socket: string; isForwarded: boolean; isTrusted: boolean; lastHop: string | null };

/** @param trusted as for `createClientNetworks` */
export function createArrivals(trusted: readonly string[]): (c: Context) => Arrival {
  const proxies = blockListOf(trusted);
  return (c) => {
    const socket = plainAddress(socketAddress(c));
    const hops = c.req.header("x-forwarded-for")?.split(",") ?? [];
    return {
      ...{ socket, isForwarded: comesForwarded(c), isTrusted: isTrusted(proxies, socket) },
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
 * Says once, at the first header of a proxy from a connection that TRUST_PROXY does not name, that all clients behind it
 * count as one.
 */
export function warnOfUntrustedProxy(trusted: readonly string[], log: Pick<Logger, "warn">) {
  const proxies = blockListOf(trusted);
  let hasWarned = false;
  return createMiddleware(async (c, next) => {
    if (!hasWarned && comesForwarded(c) && !isTrusted(proxies, plainAddress(socketAddress(c)))) {
      hasWarned = true;
      log.warn(
        "A request came with X-Forwarded-For or Forwarded from an address that TRUST_PROXY does not name. If that is your proxy, set TRUST_PROXY to its address: until then ALL clients behind it count as one, and the wrong passwords of one hold up everybody.",
      );
    }
    await next();
  });
}

const comesForwarded = (c: Context) =>
  c.req.header("x-forwarded-for") !== undefined || c.req.header("forwarded") !== undefined;

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
