import { brand } from "#contract/brand.ts";
import { originPlaceholder } from "#contract/public-address.ts";
import { escapeHtml } from "./escape-html.ts";

type ListedPage = { path: string; changed: string | undefined };

/** The files for robots and home screens. @param pages those that search engines are to find */
export function discoveryFiles(pages: readonly ListedPage[]): { name: string; text: string }[] {
  return [
    { name: "robots.txt", text: robots },
    { name: "sitemap.xml", text: sitemap(pages) },
    { name: "site.webmanifest", text: JSON.stringify(webManifest) },
  ];
}

const robots = `User-agent: *
Disallow: /admin
Disallow: /api

Sitemap: ${originPlaceholder}/sitemap.xml
`;

function sitemap(pages: readonly ListedPage[]): string {
  const entries = pages.map(({ path, changed }) => {
    const day = changed ? `<lastmod>${changed}</lastmod>` : "";
    return `<url><loc>${originPlaceholder}${escapeHtml(path)}</loc>${day}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("")}</urlset>
`;
}

const webManifest = {
  name: brand.name,
  short_name: brand.name,
  description: brand.description,
  lang: "fr",
  start_url: "/",
  display: "browser",
  background_color: "#f6efe4",
  theme_color: "#f6efe4",
  icons: [
    { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
};
