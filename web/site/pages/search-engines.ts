import { brand } from "#contract/brand.ts";
import { conditionsVersions, policyVersions } from "#contract/policy-versions.ts";
import { originPlaceholder } from "#contract/public-address.ts";
import { isPlaceholder, type PublicSite } from "#contract/site.ts";
import { escapeHtml } from "#contract/template-variables.ts";
import { dataBlock } from "./document.ts";
import type { Shared } from "./sharing.ts";

type ListedPage = { path: string; changed: string | undefined };

/** The files for robots and home screens. @param pages the pages that search engines may index */
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

const organization = `${originPlaceholder}/#organization`;
const website = `${originPlaceholder}/#website`;

type Facts = Record<string, unknown>;

/** Structured data of the home page for search engines: the site and its publisher. */
export function siteData({ contact, publisher }: PublicSite): string {
  const known = (text: string) => (isPlaceholder(text) ? "" : text);
  return graphBlock([
    {
      "@type": "Organization",
      "@id": organization,
      name: brand.name,
      legalName: known(publisher.company),
      url: `${originPlaceholder}/`,
      logo: `${originPlaceholder}/icon-512.png`,
      email: known(contact.email),
      sameAs: [contact.instagram, contact.tiktok].map(known).filter(Boolean),
    },
    {
      "@type": "WebSite",
      "@id": website,
      name: brand.name,
      description: brand.description,
      url: `${originPlaceholder}/`,
      inLanguage: "fr-FR",
      publisher: { "@id": organization },
    },
  ]);
}

type DatedPage = Pick<Shared, "title" | "description"> & { path: string; changed?: string | undefined };

/** Structured data of one page for search engines. @param page.changed the day of its last change, if known */
export function pageData({ path, title, description, changed = "" }: DatedPage): string {
  const url = `${originPlaceholder}${path}`;
  return graphBlock([
    {
      "@type": "WebPage",
      "@id": `${url}#page`,
      name: title,
      description,
      url,
      dateModified: changed,
      inLanguage: "fr-FR",
      isPartOf: { "@id": website },
      publisher: { "@id": organization },
    },
  ]);
}

/** Omits unknown values, because an empty text would be wrong. */
function graphBlock(graph: readonly Facts[]): string {
  const isKnown = (value: unknown) => value !== "" && !(Array.isArray(value) && value.length === 0);
  const things = graph.map((facts) =>
    Object.fromEntries(Object.entries(facts).filter(([, value]) => isKnown(value))),
  );
  return dataBlock({ "@context": "https://schema.org", "@graph": things }, 'type="application/ld+json"');
}

/**
 * The day ("2026-11-23") of a page's last known change: a change of the owner's settings, and for policy and conditions also of
 * their text. Undefined when it is unknown.
 */
export function changedOn(path: string, { changedAt }: Pick<PublicSite, "changedAt">): string | undefined {
  const days = [
    ...(path === "/privacy" ? [dayOf(policyVersions)] : []),
    ...(path === "/conditions" ? [dayOf(conditionsVersions)] : []),
    ...(changedAt ? [changedAt.slice(0, 10)] : []),
  ];
  return days.sort().at(-1);
}

function dayOf(versions: readonly [{ date: string }, ...{ date: string }[]]): string {
  const { date } = versions.at(-1) ?? versions[0];
  return date.split("/").reverse().join("-");
}
