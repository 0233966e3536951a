import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import { brand } from "#contract/brand.ts";
import type { PublicSite } from "#contract/site.ts";
import { mayHaveScript, type SitePage } from "#contract/site-pages.ts";
import { heroPreloads } from "./home/hero.tsx";
import { HomePage } from "./home/home.tsx";
import { documentOf, type Page } from "./pages/document.ts";
import { changedOn, discoveryFiles, pageData, siteData } from "./pages/search-engines.ts";
import { signUpInfo } from "./pages/sharing.ts";
import { staticPages } from "./pages/static-pages.tsx";
import { StaticPage } from "./parts/frame.tsx";
import { homeTitle } from "./parts/links.ts";
import { preloadsOf } from "./parts/picture.tsx";
import { drawServerPage } from "./server-pages/server-pages.tsx";
import { SiteContext } from "./site-context.tsx";
import { keepWordsWhole } from "./unbroken.ts";

/** The output of the client builds. */
export type BuiltParts = {
  /** The address of the home page's script. */
  entry: string;
  /** The text of the boot script. */
  boot: string;
  /** The address of the personal page's script. */
  placeScript: string;
  homeCss: string;
  staticCss: string;
  serverPagesCss: string;
  signUpCss: string;
};

/** Renders every document of the public site, by the name of its file. */
export async function renderSite(
  parts: BuiltParts,
  site: PublicSite,
): Promise<{ name: string; text: string }[]> {
  const pages = [await homePage(parts, site)];
  for (const { content, ...info } of staticPages) {
    const body = keepWordsWhole(await markupOf(<StaticPage>{content}</StaticPage>, site));
    const { path } = info;
    const head = path === null ? "" : pageData({ ...info, path, changed: changedOn(path, site) });
    pages.push({ ...info, css: parts.staticCss, head, body });
  }
  return [
    ...pages.map((page) => ({
      name: page.name === "home" ? "index.html" : `${page.name}.html`,
      text: documentOf(page),
    })),
    ...discoveryFiles(listedPages(pages, site)),
  ];
}

/** The pages of the sitemap: the pages rendered here, and the sign-up page without a date, because its questions change. */
function listedPages(pages: readonly Page[], site: PublicSite) {
  const drawn = pages.flatMap(({ path }) =>
    path === null ? [] : [{ path, changed: changedOn(path, site) }],
  );
  const signUp = Object.values(signUpInfo).map(({ path }) => ({ path, changed: undefined }));
  return [...drawn, ...signUp];
}

/** Renders one page for a request, as a complete document without a required script. Search engines may not index most of them. */
export async function renderPage(parts: BuiltParts, site: PublicSite, page: SitePage): Promise<string> {
  const { title, shared, content } = drawServerPage(page);
  const isSignUp = page.page === "sign-up" || page.page === "signed-up";
  return documentOf({
    ...(shared ?? { path: null, title: `${title} · ${brand.name}`, description: title }),
    name: page.page,
    css: isSignUp ? parts.signUpCss : parts.serverPagesCss,
    head: mayHaveScript(page) ? `<script type="module" src="${parts.placeScript}"></script>` : "",
    body: await markupOf(<StaticPage>{content}</StaticPage>, site),
  });
}

async function homePage({ entry, boot, homeCss }: BuiltParts, site: PublicSite): Promise<Page> {
  return {
    name: "home",
    path: "/",
    title: homeTitle,
    description: brand.description,
    css: homeCss,
    head: [preloadsOf(heroPreloads), `<script data-entry="${entry}">${boot}</script>`, siteData(site)].join(
      "",
    ),
    body: await markupOf(<HomePage />, site),
  };
}

async function markupOf(node: ReactNode, site: PublicSite): Promise<string> {
  const { prelude } = await prerender(<SiteContext value={site}>{node}</SiteContext>);
  return new Response(prelude).text();
}
