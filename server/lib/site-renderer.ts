import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PublicSite } from "#contract/site.ts";
import type { SitePage } from "#contract/site-pages.ts";
import { OperatorError } from "./operator-error.ts";
import { packageFolder } from "./package.ts";

/** A document, or a file for robots, with a placeholder for the public address. */
type SiteDocument = { name: string; text: string };

/** Draws the public site with the owner's name. */
export type SiteRenderer = {
  /** Every document that is the same for all visitors. */
  site(site: PublicSite): Promise<SiteDocument[]>;
  /** One page for one request. */
  page(site: PublicSite, page: SitePage): Promise<string>;
};

/** The exports of the built `web/site/renderer.tsx`; `parts` come from the other builds of the site. */
type BuiltRenderer = {
  renderSite(parts: unknown, site: PublicSite): Promise<SiteDocument[]>;
  renderPage(parts: unknown, site: PublicSite, page: SitePage): Promise<string>;
};

/**
 * The renderer of the build by `build-web`. React is loaded for the first page.
 * @throws OperatorError, at the first page, when the build does not exist
 */
export function loadSiteRenderer(folder = packageFolder()): SiteRenderer {
  const directory = join(folder, "build", "site-renderer");
  let loading: Promise<BuiltRenderer> | null = null;
  let parts: unknown = null;
  async function load(): Promise<BuiltRenderer> {
    const file = join(directory, "renderer.js");
    if (!existsSync(file)) {
      throw new OperatorError(
        `The site is not built (${file} is missing): start with npm start, which builds it.`,
      );
    }
    parts ??= JSON.parse(readFileSync(join(directory, "parts.json"), "utf8"));
    loading ??= import(/* @vite-ignore */ pathToFileURL(file).href) as Promise<BuiltRenderer>;
    return loading;
  }
  return {
    site: async (site) => (await load()).renderSite(parts, site),
    page: async (site, page) => (await load()).renderPage(parts, site, page),
  };
}
