import { isIPv6 } from "node:net";
import { nibbles } from "./spf-macros.rules.ts";

/** Where the DNS keeps the name of an address. */
export function reverseName(ip: string): string {
  return isIPv6(ip)
    ? `${[...nibbles(ip)].reverse().join(".")}.ip6.arpa`
    : `${ip.split(".").reverse().join(".")}.in-addr.arpa`;
}
