import { placeholdersOf, type SiteSettings } from "#contract/site.ts";

/** On a public address sign-ups need an identified owner; elsewhere the site can be tried out. */
export function isOpen(baseUrl: string, settings: SiteSettings): boolean {
  return !isHttps(baseUrl) || placeholdersOf(settings).length === 0;
}

export const isHttps = (baseUrl: string) => baseUrl.startsWith("https:");
