import { createContext, use } from "react";
import type { PublicSite } from "#contract/site.ts";

export const SiteContext = createContext<PublicSite | null>(null);

/** What the owner says of themselves: the server draws every page from it, and no browser needs it. */
export function useSite(): PublicSite {
  const site = use(SiteContext);
  if (!site) throw new Error("no SiteContext");
  return site;
}
