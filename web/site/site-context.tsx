import { createContext, use } from "react";
import type { PublicSite } from "#contract/site.ts";

export const SiteContext = createContext<PublicSite | null>(null);

/** The details of the site's owner. Only the server reads them, when it renders pages. */
export function useSite(): PublicSite {
  const site = use(SiteContext);
  if (!site) throw new Error("no SiteContext");
  return site;
}
