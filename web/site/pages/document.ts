import { escapeHtml } from "#contract/template-variables.ts";
import frauncesUrl from "#web/lib/fonts/fraunces-display.woff2";
import hankenUrl from "#web/lib/fonts/hanken-grotesk.woff2";
import { type Shared, sharingTags } from "./sharing.ts";

export type Page = Shared & {
  /** The name of the built file, without ".html". */
  name: string;
  css: string;
  /** Further content of <head>. */
  head?: string;
  body: string;
};

/** A whole HTML document. CSS is inline, so that the first paint does not wait for another request. */
export function documentOf(page: Page): string {
  const { name, title, description, css, head = "", body } = page;
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
    sharingTags(page),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">',
    '<meta name="theme-color" content="#f6efe4"><meta name="color-scheme" content="only light">',
    `</head><body data-page="${name}">${body}</body></html>`,
  ].join("");
}

/** Data that a page contains as a script block. `<` is escaped, so that no text can end the block. */
export function dataBlock(data: unknown, attributes: string): string {
  return `<script ${attributes}>${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
}
