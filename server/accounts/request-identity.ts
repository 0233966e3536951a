import { createHmac, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getSignedCookie, setSignedCookie } from "hono/cookie";
import { cookies } from "#contract/browser-storage.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createClientNetworks } from "#server/lib/http/client-address.ts";
import { networkShares } from "#server/lib/http/ip-network.ts";
import { findCredentialsChange } from "./admins.queries.ts";
import { cookieAttributes, cookieName } from "./cookies.ts";

/**
 * The client whose attempts a request counts to: one browser that signed in before, or the networks around an address,
 * smallest first. `share`: the factor by which its limit exceeds that of a single client.
 */
export type Client = readonly { name: string; share: number }[];

/** The sender of a request, as far as the request shows it. */
export type Visitor = {
  /** The key of its attempts, see `addressAttempts`. */
  client: Client;
  /** Set when this browser has signed in to that account before; failures of other clients do not throttle it. */
  knownDevice: string | null;
};

/** Identifies the client before sign-in, and marks browsers that have signed in. */
export function createRequestIdentity({ db, config, now }: Pick<AppDependencies, "db" | "config" | "now">) {
  const clientNetworks = createClientNetworks(config.trustProxy);
  const deviceCookie = cookieName(config, "device");

  /** The mark is bound to the account: a device that is known for one is unknown for all others. */
  const accountMark = (email: string) =>
    createHmac("sha256", config.authSecret).update(`device:${email.toLowerCase()}`).digest("base64url");

  async function readDevice(c: Context) {
    const value = await getSignedCookie(c, config.authSecret, deviceCookie);
    const [mark, device, rememberedAt] = value ? value.split("~") : [];
    return mark && device ? { mark, device, rememberedAt: new Date(Number(rememberedAt ?? 0)) } : null;
  }

  async function findKnownDevice(c: Context, email: string): Promise<string | null> {
    const known = await readDevice(c);
    if (known?.mark !== accountMark(email)) return null;
    const changedAt = await findCredentialsChange(db, email);
    return changedAt === null || known.rememberedAt >= changedAt ? known.device : null;
  }

  /** A browser that has signed in here counts by itself: what strangers at its address do does not hold it up. */
  async function clientOf(c: Context): Promise<Client> {
    const known = await readDevice(c);
    if (known) return [{ name: `device ${known.device}`, share: 1 }];
    return clientNetworks(c).map(({ prefix, range }) => ({ name: range, share: networkShares[prefix] }));
  }

  return {
    client: clientOf,
    async visitor(c: Context, email: string): Promise<Visitor> {
      return { client: await clientOf(c), knownDevice: await findKnownDevice(c, email) };
    },
    async rememberDevice(c: Context, email: string): Promise<void> {
      if ((await findKnownDevice(c, email)) !== null) return;
      const value = [accountMark(email), randomBytes(16).toString("base64url"), now().getTime()].join("~");
      await setSignedCookie(c, deviceCookie, value, config.authSecret, {
        ...cookieAttributes(config),
        maxAge: cookies.device.lifeMs / 1000,
      });
    },
  };
}
