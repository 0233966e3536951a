import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import { brand } from "#contract/brand.ts";
import { App } from "./app.tsx";
import { heroSizes } from "./home/hero.tsx";
import { discoveryFiles } from "./pages/discovery.ts";
import { documentOf, type Page, structuredData } from "./pages/document.ts";
import { StaticPage } from "./pages/static-page.tsx";
import { staticPages } from "./pages/static-pages.tsx";
import { srcSetOf } from "./parts/picture.tsx";
import { homeTitle } from "./parts/views.ts";
import { hero } from "./pictures/pictures.ts";

/** What the client builds gave. */
export type BuiltParts = {
  /** Address of the file that starts React. */
  entry: string;
  /** The boot script's text. */
  boot: string;
  homeCss: string;
  staticCss: string;
};

/** Every document of the public site, as files of the web folder. */
export async function renderSite(parts: BuiltParts): Promise<{ name: string; text: string }[]> {
  const pages = [await homePage(parts)];
  for (const { content, ...info } of staticPages) {
    pages.push({ ...info, css: parts.staticCss, body: await markupOf(<StaticPage>{content}</StaticPage>) });
  }
  return [
    ...pages.map((page) => ({
      name: page.name === "home" ? "index.html" : `${page.name}.html`,
      text: documentOf(page),
    })),
    ...discoveryFiles(pages),
  ];
}

async function homePage({ entry, boot, homeCss }: BuiltParts): Promise<Page> {
  return {
    name: "home",
    path: "/",
    title: homeTitle,
    description: brand.description,
    css: homeCss,
    head: [
      `<link rel="preload" as="image" type="image/avif" imagesrcset="${srcSetOf(hero.avif)}" imagesizes="${heroSizes}" fetchpriority="high">`,
      `<script data-entry="${entry}">${boot}</script>`,
      structuredData(),
    ].join(""),
    body: `<div id="root">${await markupOf(<App />)}</div>`,
  };
}

async function markupOf(node: ReactNode): Promise<string> {
  const { prelude } = await prerender(node);
  return new Response(prelude).text();
}
