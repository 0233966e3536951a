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

/** Ranges that no mail server or web page has: documentation, SIIT and Teredo, which wrap IPv4 addresses. */
const unassigned = new BlockList();
for (const [network, prefix] of [
  ["192.0.2.0", 24],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
] as const) {
  unassigned.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::ffff:0:0:0", 96],
  ["2001::", 32],
  ["2001:db8::", 32],
  ["3fff::", 20],
] as const) {
  unassigned.addSubnet(network, prefix, "ipv6");
}

/**
 * Whether a connection to an address may reach this machine or its network.
 * @param own the machine's addresses, its public ones too
 */
export function leadsInside(address: string, own: readonly string[]): boolean {
  if (isInternalAddress(address)) return true;
  const ownAddresses = new BlockList();
  for (const one of own) ownAddresses.addAddress(one, isIPv4(one) ? "ipv4" : "ipv6");
  const family = isIPv4(address) ? "ipv4" : "ipv6";
  return unassigned.check(address, family) || ownAddresses.check(address, family);
}
