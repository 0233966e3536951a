import { type CookieName, cookiePrefix } from "#contract/browser-storage.ts";

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
