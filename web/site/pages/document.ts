import { brand } from "#contract/brand.ts";
import { originPlaceholder } from "#contract/public-address.ts";
import type { SiteSettings } from "#contract/site.ts";
import frauncesUrl from "#web/lib/fonts/fraunces-display.woff2";
import hankenUrl from "#web/lib/fonts/hanken-grotesk.woff2";

export type Page = {
  /** Of the built file, without ".html". */
  name: string;
  /** The address that search engines are told; null for a page that they leave out. */
  path: string | null;
  title: string;
  description: string;
  css: string;
  /** What stands in <head> besides. */
  head?: string;
  body: string;
};

/** A whole HTML document. CSS is inline: with it in the first answer nothing holds up the first paint. */
export function documentOf({ name, path, title, description, css, head = "", body }: Page): string {
  return [
    '<!doctype html><html lang="fr"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<style>${css}</style>`,
    head,
    ...[hankenUrl, frauncesUrl].map(
      (url) => `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`,
    ),
    sharing({ path, title, description }),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">',
    '<meta name="theme-color" content="#f6efe4">',
    `</head><body data-page="${name}">${body}</body></html>`,
  ].join("");
}

function sharing({ path, title, description }: Pick<Page, "path" | "title" | "description">): string {
  if (path === null) return '<meta name="robots" content="noindex">';
  const url = `${originPlaceholder}${path}`;
  const properties = {
    "og:type": "website",
    "og:site_name": brand.name,
    "og:locale": "fr_FR",
    "og:url": url,
    "og:title": title,
    "og:description": description,
    "og:image": `${originPlaceholder}/og.png`,
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": `${brand.name}, collage de papiers découpés`,
  };
  const tags = Object.entries(properties).map(
    ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
  );
  return `<link rel="canonical" href="${url}">${tags.join("")}<meta name="twitter:card" content="summary_large_image">`;
}

/** For search engines: who publishes the site and what it is. */
export function structuredData({ contact }: SiteSettings): string {
  const organization = `${originPlaceholder}/#organization`;
  const graph = [
    {
      "@type": "Organization",
      "@id": organization,
      name: brand.name,
      url: `${originPlaceholder}/`,
      logo: `${originPlaceholder}/icon-512.png`,
      email: contact.email,
      sameAs: [contact.instagram, contact.tiktok].filter(Boolean),
    },
    {
      "@type": "WebSite",
      "@id": `${originPlaceholder}/#website`,
      name: brand.name,
      description: brand.description,
      url: `${originPlaceholder}/`,
      inLanguage: "fr-FR",
      publisher: { "@id": organization },
    },
  ];
  return dataBlock({ "@context": "https://schema.org", "@graph": graph }, 'type="application/ld+json"');
}

/** Data that a page carries along. `<` is escaped, so that no text can end the block. */
export function dataBlock(data: unknown, attributes: string): string {
  return `<script ${attributes}>${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
