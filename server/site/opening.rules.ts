import { placeholdersOf, type SiteSettings } from "#contract/site.ts";
import { isHttps } from "#server/lib/config.ts";

/** On a public address, sign-ups need an identified owner; on other addresses the site can be tried without one. */
export function isOpen(baseUrl: string, settings: SiteSettings): boolean {
  return !isHttps(baseUrl) || placeholdersOf(settings).length === 0;
}
