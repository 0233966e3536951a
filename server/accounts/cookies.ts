import { createHash, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie";
import { type CookieName, cookiePrefix, cookies } from "#contract/browser-storage.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";

type Site = { baseUrl: string };

const isSecure = ({ baseUrl }: Site) => baseUrl.startsWith("https://");

/** Cookies of an https site carry `__Host-`: browsers then take them from this very host only, and only with Secure. */
export function cookieName(site: Site, name: CookieName): string {
  return `${isSecure(site) ? "__Host-" : ""}${cookiePrefix}${name}`;
}

/** Out of reach of scripts and of other sites. */
export function cookieAttributes(site: Site) {
  return { path: "/", httpOnly: true, secure: isSecure(site), sameSite: "Lax" } as const;
}

type CookieConfig = { baseUrl: string; authSecret: string };

export const sessionCookieName = (baseUrl: string) => cookieName({ baseUrl }, "session_token");

/** 192 bits. */
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
