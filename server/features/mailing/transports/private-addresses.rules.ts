import { BlockList, isIPv4, isIPv6 } from "node:net";

/** Loopback, private, link-local (with the clouds' metadata services), shared, reserved and multicast ranges. */
const internal = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  internal.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 96], // unspecified, loopback and the old IPv4-compatible form
  ["64:ff9b::", 96], // NAT64: an IPv4 address in another form
  ["64:ff9b:1::", 48],
  ["2002::", 16], // 6to4, the same
  ["fc00::", 7],
  ["fe80::", 9], // link-local and the old site-local
  ["ff00::", 8],
] as const) {
  internal.addSubnet(network, prefix, "ipv6");
}

/** Whether an address leads inside: to this host, its network or a metadata service. Mapped IPv4 counts as IPv4. */
export function isInternalAddress(address: string): boolean {
  if (isIPv4(address)) return internal.check(address, "ipv4");
  return !isIPv6(address) || internal.check(address, "ipv6");
}
