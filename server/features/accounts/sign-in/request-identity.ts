import { createHmac, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getSignedCookie, setSignedCookie } from "hono/cookie";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { cookiePrefix, sessionCookieName } from "#server/features/accounts/sessions/session-token.ts";
import { createClientAddress } from "#server/lib/http/client-address.ts";
import type { Visitor } from "./sign-in.service.ts";

const deviceDays = 180;

/** Tells who sends a request before anybody is signed in, and marks browsers that have signed in. */
export function createRequestIdentity({ config }: Pick<AppDependencies, "config">) {
  const clientAddress = createClientAddress(config.trustProxy);
  const deviceCookie = `${cookiePrefix(config.baseUrl)}.device`;
  const isSecure = config.baseUrl.startsWith("https://");

  /** The mark is bound to the account: a device that is known for one is unknown for all others. */
  const accountMark = (email: string) =>
    createHmac("sha256", config.authSecret).update(`device:${email.toLowerCase()}`).digest("base64url");

  async function readDevice(c: Context): Promise<{ mark: string; device: string } | null> {
    const value = await getSignedCookie(c, config.authSecret, deviceCookie);
    const [mark, device] = value ? value.split("~") : [];
    return mark && device ? { mark, device } : null;
  }

  async function findKnownDevice(c: Context, email: string): Promise<string | null> {
    const known = await readDevice(c);
    return known?.mark === accountMark(email) ? known.device : null;
  }

  /** A browser that has signed in here counts by itself: what strangers at its address do does not hold it up. */
  async function clientOf(c: Context): Promise<string> {
    const known = await readDevice(c);
    return known ? `device ${known.device}` : clientAddress(c);
  }

  return {
    client: clientOf,
    async visitor(c: Context, email = ""): Promise<Visitor> {
      return {
        headers: libraryHeaders(c, { without: sessionCookieName(config.baseUrl) }),
        client: await clientOf(c),
        knownDevice: await findKnownDevice(c, email),
      };
    },
    async rememberDevice(c: Context, email: string): Promise<void> {
      if ((await findKnownDevice(c, email)) !== null) return;
      const value = `${accountMark(email)}~${randomBytes(16).toString("base64url")}`;
      await setSignedCookie(c, deviceCookie, value, config.authSecret, {
        path: "/",
        httpOnly: true,
        secure: isSecure,
        sameSite: "Lax",
        maxAge: deviceDays * 24 * 60 * 60,
      });
    },
  };
}

/** The part of a request that Better Auth needs. A sign-in never continues the session that the browser already has. */
export function libraryHeaders(c: Context, { without }: { without?: string } = {}): Headers {
  const headers = new Headers();
  const cookies = (c.req.header("cookie") ?? "")
    .split(";")
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie !== "" && cookie.split("=", 1)[0] !== without);
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
  const userAgent = c.req.header("user-agent");
  if (userAgent) headers.set("user-agent", userAgent.slice(0, 300));
  return headers;
}

/** Hands the library's cookies on to the browser. */
export function passCookies(c: Context, cookies: string[]): void {
  for (const cookie of cookies) c.header("set-cookie", cookie, { append: true });
}
