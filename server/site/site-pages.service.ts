import type { Context } from "hono";
import { originPlaceholder } from "#contract/public-address.ts";
import type { SitePage } from "#contract/site-pages.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { serverPagePolicy } from "#server/lib/http/security-headers.ts";
import type { SiteRenderer } from "#server/lib/site-renderer.ts";
import { type Encoding, inlineStyles } from "#server/lib/web-files/load-web-files.ts";
import { chooseEncoding } from "#server/lib/web-files/negotiation.rules.ts";
import { type Effort, type PackedHead, packHead, withTail } from "#server/lib/web-files/packed-with-tail.ts";
import type { Packing, SitePages } from "./site-pages.ts";
import type { Site, SiteToDraw } from "./site-settings.service.ts";

type Deps = Pick<AppDependencies, "config"> & { site: Site; renderer: SiteRenderer };

/** Everything of a page but its last tags, before which an answer's own ending goes. */
type Drawn = { policy: string; head(encoding: Encoding | null): Promise<PackedHead> };
type Kept = { version: string; drawn: Promise<Drawn> };

const lastTags = "</body></html>";

export function createSitePages({ site, renderer, config }: Deps): SitePages {
  const keptByName = new Map<string, Kept>();

  async function htmlOf({ site: { revision: _, ...said } }: SiteToDraw, page: SitePage): Promise<string> {
    return (await renderer.page(said, page)).replaceAll(originPlaceholder, config.baseUrl);
  }

  async function draw(now: SiteToDraw, page: SitePage, effort: Effort): Promise<Drawn> {
    const html = await htmlOf(now, page);
    const text = html.endsWith(lastTags) ? html.slice(0, -lastTags.length) : html;
    const heads = new Map<Encoding | null, Promise<PackedHead>>();
    return {
      policy: serverPagePolicy(inlineStyles(html)),
      head(encoding) {
        const head = heads.get(encoding) ?? packHead(text, encoding, effort);
        heads.set(encoding, head);
        return head;
      },
    };
  }

  function keep(now: SiteToDraw, page: SitePage, { name, version }: NonNullable<Packing["kept"]>) {
    const whole = `${now.site.revision} ${version}`;
    const known = keptByName.get(name);
    if (known?.version === whole) return known.drawn;
    const kept = { version: whole, drawn: draw(now, page, "best") };
    keptByName.set(name, kept);
    kept.drawn.catch(() => {
      if (keptByName.get(name) === kept) keptByName.delete(name); // whoever waits is told; the next one draws again
    });
    return kept.drawn;
  }

  function setHeaders(c: Context, policy: string): void {
    c.header("content-security-policy", policy);
    c.header("referrer-policy", "same-origin");
    c.header("cache-control", "no-store");
  }

  const answerPacked: SitePages["answerPacked"] = async (c, page, { ending, kept }, status = 200) => {
    const now = await site.toDraw();
    const drawn = await (kept ? keep(now, page, kept) : draw(now, page, "quick"));
    const encoding = chooseEncoding(c.req.header("accept-encoding"), ["br", "gzip"]);
    const content = withTail(await drawn.head(encoding), ending + lastTags);
    setHeaders(c, drawn.policy);
    if (encoding) c.header("content-encoding", encoding);
    c.header("vary", "Accept-Encoding");
    c.header("content-type", "text/html; charset=utf-8");
    c.header("content-length", String(content.length));
    return c.newResponse(content, status);
  };

  return {
    answerPacked,

    async answer(c, page, status = 200) {
      const html = await htmlOf(await site.toDraw(), page);
      setHeaders(c, serverPagePolicy(inlineStyles(html)));
      return c.html(html, status);
    },

    // By all that it is told: a page never answers for another one.
    answerCommon: (c, page, status) =>
      answerPacked(c, page, { ending: "", kept: { name: JSON.stringify(page), version: "" } }, status),
  };
}
