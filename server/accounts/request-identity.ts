import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie";
import { type CookieName, cookiePrefix, cookies } from "#contract/browser-storage.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { isHttps } from "#server/lib/config.ts";
import { createClientNetworks, networkShares } from "#server/lib/http/client-address.ts";
import { findUser } from "./admins.queries.ts";

type Site = { baseUrl: string };

/** Cookies of an https site have the prefix `__Host-`: browsers then accept them only from this host, and only with Secure. */
function cookieName(site: Site, name: CookieName): string {
  return `${isHttps(site.baseUrl) ? "__Host-" : ""}${cookiePrefix}${name}`;
}

/** HttpOnly and SameSite protect the cookies from scripts and from other sites. */
function cookieAttributes(site: Site) {
  return { path: "/", httpOnly: true, secure: isHttps(site.baseUrl), sameSite: "Lax" } as const;
}

type CookieConfig = { baseUrl: string; authSecret: string };

export const sessionCookieName = (baseUrl: string) => cookieName({ baseUrl }, "session_token");

/** Makes a random token of 192 bits. */
export function makeToken(): string {
  return randomBytes(24).toString("base64url");
}

/** Session tokens are stored hashed, so that a leaked table allows no sign-in. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** The stored form of the request's session token, or null when there is none or its signature is not ours. */
export async function readTokenHash(
  c: Context,
  { baseUrl, authSecret }: CookieConfig,
): Promise<string | null> {
  const token = await getSignedCookie(c, authSecret, sessionCookieName(baseUrl));
  return token ? hashToken(token) : null;
}

/** Gives the token to the browser. The cookie lasts as long as the longest session, and is invalid without the session's row. */
async function setSessionCookie(c: Context, token: string, config: CookieConfig): Promise<void> {
  await setSignedCookie(c, sessionCookieName(config.baseUrl), token, config.authSecret, {
    ...cookieAttributes(config),
    maxAge: cookies.session_token.lifeMs / 1000,
  });
}

export function clearSessionCookie(c: Context, config: CookieConfig): void {
  deleteCookie(c, sessionCookieName(config.baseUrl), cookieAttributes(config));
}

type Config = AppDependencies["config"];

const challengeCookieName = (config: Config) => cookieName(config, "two_factor");

/** The token of the browser's challenge, or null when there is none or its signature is not ours. */
export async function readChallenge(c: Context, config: Config): Promise<string | null> {
  return (await getSignedCookie(c, config.authSecret, challengeCookieName(config))) || null;
}

export async function setChallenge(c: Context, token: string, config: Config): Promise<void> {
  await setSignedCookie(c, challengeCookieName(config), token, config.authSecret, {
    ...cookieAttributes(config),
    maxAge: cookies.two_factor.lifeMs / 1000,
  });
}

export function clearChallenge(c: Context, config: Config): void {
  deleteCookie(c, challengeCookieName(config), cookieAttributes(config));
}

const userAgentMax = 300;

/** The browser's user agent, for the list of the own sessions. */
export function userAgentOf(c: Context): string {
  return (c.req.header("user-agent") ?? "").slice(0, userAgentMax);
}

/**
 * The client under which a request's attempts are counted: one browser that signed in before, or the networks around an
 * address, smallest first. `share`: the factor by which a network's limit exceeds that of a single client.
 */
export type Client = readonly { name: string; share: number }[];

/** The sender of a request, as far as the request shows it. */
export type Visitor = {
  /** The client under which its attempts are counted, see `addressAttempts`. */
  client: Client;
  /** Set when this browser has signed in to that account before; failures of other clients do not throttle it. */
  knownDevice: string | null;
};

/** Identifies the client before sign-in, and marks browsers that have signed in. */
export function createRequestIdentity({ db, config, now }: Pick<AppDependencies, "db" | "config" | "now">) {
  const clientNetworks = createClientNetworks(config.trustProxy);
  const deviceCookie = cookieName(config, "device");

  /** Binds the mark of a known device to one account: the device is unknown to all other accounts. */
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
    const changedAt = (await findUser(db, { email }))?.credentialsChangedAt ?? null;
    return changedAt === null || known.rememberedAt >= changedAt ? known.device : null;
  }

  /** A browser that has signed in here has separate counts: strangers at its address do not throttle it. */
  async function clientOf(c: Context): Promise<Client> {
    const known = await readDevice(c);
    if (known) return [{ name: `device ${known.device}`, share: 1 }];
    return clientNetworks(c).map(({ prefix, range }) => ({ name: range, share: networkShares[prefix] }));
  }

  async function rememberDevice(c: Context, email: string): Promise<void> {
    if ((await findKnownDevice(c, email)) !== null) return;
    const value = [accountMark(email), randomBytes(16).toString("base64url"), now().getTime()].join("~");
    await setSignedCookie(c, deviceCookie, value, config.authSecret, {
      ...cookieAttributes(config),
      maxAge: cookies.device.lifeMs / 1000,
    });
  }

  return {
    client: clientOf,
    async visitor(c: Context, email: string): Promise<Visitor> {
      return { client: await clientOf(c), knownDevice: await findKnownDevice(c, email) };
    },
    rememberDevice,
    /** Gives the browser a new session. Remembers the device again, because a change of credentials forgets it. */
    async setSession(c: Context, { email, token }: { email: string; token: string }): Promise<void> {
      await rememberDevice(c, email);
      await setSessionCookie(c, token, config);
    },
  };
}
