import type { AppDependencies } from "#server/app-dependencies.ts";
import type { SiteRenderer } from "#server/lib/site-renderer.ts";
import { textFile, type WebFiles } from "#server/lib/web-files/load-web-files.ts";
import type { Site, SiteToDraw } from "./site-settings.service.ts";

type Deps = Pick<AppDependencies, "config"> & { site: Site; renderer: SiteRenderer };

/** The public site's documents, ready for delivery. */
export type SiteDocuments = () => Promise<WebFiles>;

/** Draws them anew when the site's revision has moved, and keeps them until then. */
export function createSiteDocuments({ site, renderer, config }: Deps): SiteDocuments {
  let drawn: { revision: string; files: Promise<WebFiles> } | null = null;

  async function draw(now: SiteToDraw): Promise<WebFiles> {
    const { revision: _, ...said } = now.site;
    const documents = await renderer.site(said);
    return new Map(documents.map(({ name, text }) => [name, textFile(name, text, config.baseUrl)]));
  }

  return async () => {
    const now = await site.toDraw();
    if (drawn?.revision !== now.site.revision) drawn = { revision: now.site.revision, files: draw(now) };
    return drawn.files;
  };
}
