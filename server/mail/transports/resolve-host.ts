import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { leadsInside } from "./private-addresses.rules.ts";

export type Address = { address: string; family: number };

/** A host that may not be reached, or is not known; the message is French and fit for the log. */
export class HostError extends Error {
  override name = "HostError";
}

/**
 * The addresses of a mail server or script. Whoever connects takes one of these and does not ask the name again: between
 * two questions the answer may change.
 * @param privateHosts names or addresses that the operator allows although they lead inside
 * @throws HostError for an unknown name, and for one that leads inside and is not allowed
 */
export async function resolveHost(host: string, privateHosts: readonly string[]): Promise<Address[]> {
  const name = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  const addresses = await addressesOf(name);
  if (privateHosts.some((allowed) => allowed.toLowerCase() === name)) return addresses;
  const own = ownAddresses();
  const refused = addresses.find(
    ({ address }) => leadsInside(address, own) && !privateHosts.includes(address),
  );
  if (refused) {
    throw new HostError(
      `« ${name} » désigne une adresse interne, qui n’est pas autorisée (variable MAIL_PRIVATE_HOSTS).`,
    );
  }
  return addresses;
}

/** Asked at each connection: a machine may get another address while it runs. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((network) =>
    (network ?? []).map(({ address }) => address.split("%")[0] ?? ""),
  );
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
