import { brand } from "#contract/brand.ts";
import { originPlaceholder } from "#contract/public-address.ts";
import { isPlaceholder, type PublicSite } from "#contract/site.ts";
import { dataBlock } from "./document.ts";
import type { Shared } from "./sharing.ts";

const organization = `${originPlaceholder}/#organization`;
const website = `${originPlaceholder}/#website`;

type Facts = Record<string, unknown>;

/** For search engines, on the home page: who publishes the site and what it is. */
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

/** For search engines: what one page of the site is. @param page.changed the day when it was changed last, where that is known */
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

/** Leaves unknown values out: an empty text would be wrong. */
function graphBlock(graph: readonly Facts[]): string {
  const isKnown = (value: unknown) => value !== "" && !(Array.isArray(value) && value.length === 0);
  const said = graph.map((facts) =>
    Object.fromEntries(Object.entries(facts).filter(([, value]) => isKnown(value))),
  );
  return dataBlock({ "@context": "https://schema.org", "@graph": said }, 'type="application/ld+json"');
}
