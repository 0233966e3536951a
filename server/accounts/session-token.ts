import { createHash, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie";
import { cookies } from "#contract/browser-storage.ts";
import { cookieAttributes, cookieName } from "./cookies.ts";

type CookieConfig = { baseUrl: string; authSecret: string };

export const sessionCookieName = (baseUrl: string) => cookieName({ baseUrl }, "session_token");

/** 192 bits. */
export function makeToken(): string {
  return randomBytes(24).toString("base64url");
}

/** The form in which a session's token is stored: whoever reads the table cannot sign in with it. */
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

/** Hands the token to the browser. The cookie lives as long as a session can, and means nothing without its row. */
export async function setSessionCookie(c: Context, token: string, config: CookieConfig): Promise<void> {
  await setSignedCookie(c, sessionCookieName(config.baseUrl), token, config.authSecret, {
    ...cookieAttributes(config),
    maxAge: cookies.session_token.lifeMs / 1000,
  });
}

export function clearSessionCookie(c: Context, config: CookieConfig): void {
  deleteCookie(c, sessionCookieName(config.baseUrl), cookieAttributes(config));
}
