import { createHash } from "node:crypto";
import type { Context } from "hono";
import { getSignedCookie } from "hono/cookie";

/** Cookies of an https site carry `__Host-`: browsers then take them from this very host only, and only with Secure. */
export function cookiePrefix(baseUrl: string): string {
  return baseUrl.startsWith("https://") ? "__Host-tenue" : "tenue";
}

export const sessionCookieName = (baseUrl: string) => `${cookiePrefix(baseUrl)}.session_token`;

/** The form in which a session's token is stored: whoever reads the table cannot sign in with it. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

type CookieConfig = { baseUrl: string; authSecret: string };

/** The stored form of the request's session token, or null when there is none or its signature is not ours. */
export async function readTokenHash(
  c: Context,
  { baseUrl, authSecret }: CookieConfig,
): Promise<string | null> {
  const token = await getSignedCookie(c, authSecret, sessionCookieName(baseUrl));
  return token ? hashToken(token) : null;
}

/** The stored form of the session token that an answer of the sign-in library hands to the browser. */
export function tokenHashOf(
  setCookies: readonly string[],
  { baseUrl }: Pick<CookieConfig, "baseUrl">,
): string {
  const start = `${sessionCookieName(baseUrl)}=`;
  const value = setCookies.find((cookie) => cookie.startsWith(start))?.slice(start.length);
  const signed = decodeURIComponent(value?.split(";", 1)[0] ?? "");
  const token = signed.slice(0, signed.lastIndexOf("."));
  if (token === "") throw new Error("the sign-in library set no session cookie");
  return hashToken(token);
}
