import { lookup } from "node:dns/promises";
import { BlockList, connect, isIP, isIPv4, isIPv6, type LookupFunction, type Socket } from "node:net";
import { networkInterfaces } from "node:os";

/**
 * Opens a connection to the first of the addresses that answers.
 * @throws the last address's error, or a time-out when all of them together take longer than `timeoutMs`
 */
export async function connectToAny(
  addresses: readonly Address[],
  { port, timeoutMs }: { port: number; timeoutMs: number },
): Promise<Socket> {
  const timeout = AbortSignal.timeout(timeoutMs);
  let failure: unknown = new Error("no address");
  for (const { address } of addresses) {
    try {
      return await open({ address, port }, timeout);
    } catch (error) {
      failure = error;
      if (timeout.aborted) break;
    }
  }
  throw failure;
}

function open({ address, port }: { address: string; port: number }, timeout: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host: address, port });
  const giveUp = () => socket.destroy(Object.assign(new Error("Connection timeout"), { code: "ETIMEDOUT" }));
  timeout.addEventListener("abort", giveUp);
  if (timeout.aborted) giveUp();
  socket.once("error", reject);
  socket.once("connect", () => {
    socket.off("error", reject);
    resolve(socket);
  });
  return promise.finally(() => timeout.removeEventListener("abort", giveUp));
}

export type Address = { address: string; family: number };

/** A host that is not allowed or not known. The message is French and may be logged. */
export class HostError extends Error {
  override name = "HostError";
}

/**
 * Resolves the addresses of a mail server or script. The caller connects to one of these addresses and does not resolve the name again,
 * because the answer may change between two DNS queries.
 * @param privateHosts internal names or addresses that the operator allows
 * @throws HostError for an unknown name, for an internal host that is not allowed, and while this machine's addresses are unreadable
 */
export async function resolveHost(host: string, privateHosts: readonly string[]): Promise<Address[]> {
  const name = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  const addresses = await addressesOf(name);
  if (privateHosts.some((allowed) => allowed.toLowerCase() === name)) return addresses;
  const own = ownAddresses();
  const refused = addresses.find(
    ({ address }) => reachesInternalNetwork(address, own) && !privateHosts.includes(address),
  );
  if (refused) {
    throw new HostError(
      `« ${name} » désigne une adresse interne, qui n’est pas autorisée (variable MAIL_PRIVATE_HOSTS).`,
    );
  }
  return addresses;
}

/** The option of a request that connects only to these addresses. */
export function lookupAmong(addresses: readonly Address[]): LookupFunction {
  return (_host, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, [...addresses]);
    else done(null, first?.address ?? "", first?.family ?? 4);
  };
}

/** Read at each connection, because a machine may get another address while it runs. */
function ownAddresses(): string[] {
  return Object.values(readInterfaces()).flatMap((network) =>
    (network ?? []).map(({ address }) => address.split("%")[0] ?? ""),
  );
}

function readInterfaces(): ReturnType<typeof networkInterfaces> {
  try {
    return networkInterfaces();
  } catch (cause) {
    throw new HostError(
      "Les adresses de ce serveur sont illisibles : son unité systemd doit autoriser AF_NETLINK (deploy/tenue.service).",
      { cause },
    );
  }
}

async function addressesOf(name: string): Promise<Address[]> {
  const family = isIP(name);
  if (family) return [{ address: name, family }];
  try {
    return await lookup(name, { all: true });
  } catch (cause) {
    const { code = "" } = cause as NodeJS.ErrnoException;
    throw new HostError(
      code === "EAI_AGAIN"
        ? `Le serveur « ${name} » n’a pas pu être cherché : le service de noms (DNS) ne répond pas (${code}).`
        : `Le serveur « ${name} » est introuvable : vérifiez son nom (${code}).`,
      { cause },
    );
  }
}

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
  ["64:ff9b::", 96], // NAT64, which wraps an IPv4 address
  ["64:ff9b:1::", 48],
  ["2002::", 16], // 6to4, which wraps an IPv4 address
  ["fc00::", 7],
  ["fe80::", 9], // link-local and the former site-local
  ["ff00::", 8],
] as const) {
  internal.addSubnet(network, prefix, "ipv6");
}

/** Whether an address is internal: this host, its network or a metadata service. Mapped IPv4 counts as IPv4. */
export function isInternalAddress(address: string): boolean {
  if (isIPv4(address)) return internal.check(address, "ipv4");
  return !isIPv6(address) || internal.check(address, "ipv6");
}

/** Ranges that public servers do not use: documentation, and SIIT and Teredo, which wrap IPv4 addresses. */
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
 * @param own all addresses of the machine, also public ones
 */
export function reachesInternalNetwork(address: string, own: readonly string[]): boolean {
  if (isInternalAddress(address)) return true;
  const ownAddresses = new BlockList();
  for (const one of own) ownAddresses.addAddress(one, isIPv4(one) ? "ipv4" : "ipv6");
  const family = isIPv4(address) ? "ipv4" : "ipv6";
  return unassigned.check(address, family) || ownAddresses.check(address, family);
}
