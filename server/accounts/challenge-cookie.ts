import type { Context } from "hono";
import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { cookieAttributes, cookieName } from "./cookies.ts";
import { challengeLimits } from "./one-time-tokens.service.ts";

type Config = AppDependencies["config"];

const nameOf = (config: Config) => cookieName(config, "two_factor");

/** The token of the browser's challenge, or null when there is none or its signature is not ours. */
export async function readChallenge(c: Context, config: Config): Promise<string | null> {
  return (await getSignedCookie(c, config.authSecret, nameOf(config))) || null;
}

export async function setChallenge(c: Context, token: string, config: Config): Promise<void> {
  await setSignedCookie(c, nameOf(config), token, config.authSecret, {
    ...cookieAttributes(config),
    maxAge: challengeLimits.lifeMs / 1000,
  });
}

export function clearChallenge(c: Context, config: Config): void {
  deleteCookie(c, nameOf(config), cookieAttributes(config));
}
