import type { Context } from "hono";
import { originPlaceholder } from "#contract/public-address.ts";
import { mayHaveScript, type SitePage } from "#contract/site-pages.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { isDatabaseUnavailable } from "#server/lib/database/database-errors.ts";
import { createErrorHandler } from "#server/lib/http/error-handler.ts";
import { ApiError, unavailable } from "#server/lib/http/errors.ts";
import { serverPagePolicy } from "#server/lib/http/security-headers.ts";
import type { SiteRenderer } from "#server/lib/site-renderer.ts";
import {
  type Encoding,
  inlineStyles,
  textFile,
  type WebFiles,
} from "#server/lib/web-files/load-web-files.ts";
import { type Effort, type PackedHead, packHead, withTail } from "#server/lib/web-files/packed-with-tail.ts";
import { chooseEncoding } from "#server/lib/web-files/web-files.ts";
import type { Site, SiteToDraw } from "./site-settings.service.ts";

type PagesDeps = Pick<AppDependencies, "config"> & { site: Site; renderer: SiteRenderer };

/** A page without its last tags. The ending of each answer is inserted before these tags. */
type Drawn = { policy: string; head(encoding: Encoding | null): Promise<PackedHead> };
type Kept = { version: string; drawn: Promise<Drawn> };

const lastTags = "</body></html>";

export function createSitePages({ site, renderer, config }: PagesDeps): SitePages {
  const keptByName = new Map<string, Kept>();

  async function htmlOf({ site: { revision: _, ...site } }: SiteToDraw, page: SitePage): Promise<string> {
    return (await renderer.page(site, page)).replaceAll(originPlaceholder, config.baseUrl);
  }

  async function draw(now: SiteToDraw, page: SitePage, effort: Effort): Promise<Drawn> {
    const html = await htmlOf(now, page);
    const text = html.endsWith(lastTags) ? html.slice(0, -lastTags.length) : html;
    const heads = new Map<Encoding | null, Promise<PackedHead>>();
    return {
      policy: serverPagePolicy(inlineStyles(html), { scripts: mayHaveScript(page) }),
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
      if (keptByName.get(name) === kept) keptByName.delete(name); // the next request draws again
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
      setHeaders(c, serverPagePolicy(inlineStyles(html), { scripts: mayHaveScript(page) }));
      return c.html(html, status);
    },

    // The key contains everything that the page shows, so that no answer gets another page.
    answerCommon: (c, page, status) =>
      answerPacked(c, page, { ending: "", kept: { name: JSON.stringify(page), version: "" } }, status),
  };
}

export type PageStatus = 200 | 500 | ApiError["status"];

/** How to compress a page that many answers share. */
export type Packing = {
  /** Markup for this answer only, at the page's end. */
  ending: string;
  /**
   * The name under which the compressed page is cached until its version or the owner's settings change; null for a page that is drawn
   * for this answer only.
   */
  kept: { name: string; version: string } | null;
};

/** Pages that are the same for all visitors, and so are cached: they contain no token and no input. */
type CommonPage =
  | { page: "my-data-request"; state: "ask" | "sent"; problem: null; email: "" }
  | Extract<SitePage, { page: "my-data-gone" }>
  | { page: "signed-up"; asked: null }
  | { page: "unsubscribe"; token: ""; state: "unknown" }
  | { page: "invitation"; state: "unknown" }
  | { page: "place"; token: ""; notice: null; state: "unknown" };

/** Draws pages of the public site for one request, with the owner's name: whole documents without a script. */
export type SitePages = {
  /**
   * Never cached. The page's URL may contain a token, so browsers do not send it to other sites.
   * @param status 200 by default
   */
  answer(c: Context, page: SitePage, status?: PageStatus): Promise<Response>;
  /** Sends a page as `answer` does, but compressed. */
  answerPacked(c: Context, page: SitePage, packing: Packing, status?: PageStatus): Promise<Response>;
  /** Draws and compresses the page once, until the owner's settings change. */
  answerCommon(c: Context, page: CommonPage, status?: PageStatus): Promise<Response>;
};

/** Answers an error on a page of the site with a page. */
export async function answerTrouble(
  { sitePages, log }: Pick<AppDependencies, "log"> & { sitePages: SitePages },
  error: Error,
  c: Context,
): Promise<Response> {
  const plain = createErrorHandler(log);
  const trouble = isDatabaseUnavailable(error) ? unavailable() : error;
  if (!(trouble instanceof ApiError) || !isDrawn(trouble.status)) return plain(error, c);
  const { status, message, headers } = trouble;
  if (status === 503) log.error("failed to answer a page", { route: c.req.routePath, error });
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  // A flood of refusals causes no new drawings: there are few sentences, and each page is cached.
  const packing = { ending: "", kept: { name: `trouble ${status}`, version: message } };
  return sitePages
    .answerPacked(c, { page: "trouble", message }, packing, status)
    .catch(() => plain(error, c));
}

const drawn: ReadonlySet<number> = new Set([400, 403, 404, 409, 413, 415, 429, 503]);
const isDrawn = (status: number) => drawn.has(status);

type DocumentsDeps = Pick<AppDependencies, "config"> & { site: Site; renderer: SiteRenderer };

/** The public site's documents, ready for delivery. */
export type SiteDocuments = () => Promise<WebFiles>;

/** Draws the documents again when the site's revision has changed, and caches them until then. */
export function createSiteDocuments({ site, renderer, config }: DocumentsDeps): SiteDocuments {
  let drawn: { revision: string; files: Promise<WebFiles> } | null = null;

  async function draw(now: SiteToDraw): Promise<WebFiles> {
    const { revision: _, ...site } = now.site;
    const documents = await renderer.site(site);
    return new Map(documents.map(({ name, text }) => [name, textFile(name, text, config.baseUrl)]));
  }

  return async () => {
    const now = await site.toDraw();
    if (drawn?.revision !== now.site.revision) drawn = { revision: now.site.revision, files: draw(now) };
    return drawn.files;
  };
}
