import { createContext, use } from "react";
import type { PublicSite } from "#contract/site.ts";

export const SiteContext = createContext<PublicSite | null>(null);

/** The owner's details: the server renders every page from them, and no browser needs them. */
export function useSite(): PublicSite {
  const site = use(SiteContext);
  if (!site) throw new Error("no SiteContext");
  return site;
}
