import { originPlaceholder } from "#contract/public-address.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { serverPagePolicy } from "#server/lib/http/security-headers.ts";
import type { SiteRenderer } from "#server/lib/site-renderer.ts";
import { inlineStyles } from "#server/lib/web-files/load-web-files.ts";
import type { SitePages } from "./site-pages.ts";
import type { Site } from "./site-settings.service.ts";

type Deps = Pick<AppDependencies, "config"> & { site: Site; renderer: SiteRenderer };

export function createSitePages({ site, renderer, config }: Deps): SitePages {
  return {
    async answer(c, page, status = 200) {
      const { revision: _, ...said } = (await site.toDraw()).site;
      const html = (await renderer.page(said, page)).replaceAll(originPlaceholder, config.baseUrl);
      c.header("content-security-policy", serverPagePolicy(inlineStyles(html)));
      c.header("referrer-policy", "same-origin");
      c.header("cache-control", "no-store");
      return c.html(html, status);
    },
  };
}
