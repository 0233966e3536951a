import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { originPlaceholder } from "#contract/public-address.ts";
import { initialSiteSettings, type PublicSite } from "#contract/site.ts";
import { emptyParts } from "../built-parts.test-helpers.ts";
import { renderSite } from "../renderer.tsx";
import { documentOf } from "./document.ts";
import { sharePictures, signUpInfo } from "./sharing.ts";

const parts = { ...emptyParts, entry: "/assets/home.js", boot: "boot()" };
const untold: PublicSite = { ...initialSiteSettings, images: {} };
const ownedSite: PublicSite = {
  ...untold,
  publisher: { ...untold.publisher, company: "Maison Tenue" },
  contact: { ...untold.contact, email: "bonjour@maison.fr", tiktok: "", instagram: "https://maison.fr/i" },
  changedAt: "2027-03-01T22:15:00.000Z",
};

const filesOf = (site: PublicSite) => renderSite(parts, site);
async function textOf(name: string, site: PublicSite): Promise<string> {
  return (await filesOf(site)).find((file) => file.name === name)?.text ?? "";
}

const signUpPages = Object.values(signUpInfo).map((info) =>
  documentOf({ ...info, name: "x", css: "", body: "" }),
);

/** Reads every page that search engines may index, with the content of its head. */
async function findablePages(site = untold) {
  const documents = (await filesOf(site))
    .filter(({ name }) => name.endsWith(".html"))
    .map(({ text }) => text);
  return [...documents, ...signUpPages]
    .filter((html) => !html.includes('content="noindex"'))
    .map((html) => ({
      html,
      title: textAt(html, /<title>([^<]+)/),
      description: textAt(html, /<meta name="description" content="([^"]+)/),
      canonical: textAt(html, /<link rel="canonical" href="([^"]+)/),
      picture: textAt(html, /<meta property="og:image" content="([^"]+)/),
    }));
}

function textAt(html: string, pattern: RegExp): string {
  return pattern.exec(html)?.[1] ?? "";
}

test.each(["title", "description", "canonical"] as const)("each page has its own %s", async (what) => {
  const values = (await findablePages()).map((page) => page[what]);
  expect(values).toHaveLength(9);
  expect(new Set(values).size).toBe(values.length);
  for (const value of values) expect(value).not.toBe("");
});

test("titles and descriptions of pages fit into a list of search results", async () => {
  for (const { title, description } of await findablePages()) {
    expect(title.length, title).toBeLessThanOrEqual(60);
    expect(description.length, description).toBeGreaterThanOrEqual(50);
    expect(description.length, description).toBeLessThanOrEqual(160);
  }
});

test("a shared link shows the page's own title and text, with a picture, its size and description", async () => {
  for (const { html, title, description, canonical, picture } of await findablePages()) {
    expect(html).toContain(`<meta property="og:title" content="${title}">`);
    expect(html).toContain(`<meta property="og:description" content="${description}">`);
    expect(html).toContain(`<meta property="og:url" content="${canonical}">`);
    expect(picture).toMatch(/^https:\/\/origin\.invalid\/og(-marque)?\.png$/);
    expect(html).toContain('<meta property="og:image:width" content="1200">');
    expect(html).toContain('<meta property="og:image:height" content="630">');
    expect(html).toMatch(/<meta property="og:image:alt" content="[^"]{20,}">/);
  }
});

test.each(Object.values(sharePictures))(
  "the picture $address exists and has the size that the pages state",
  ({ address }) => {
    const png = readFileSync(resolve(import.meta.dirname, "../public", address.slice(1)));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  },
);

test("a shared link to the brands' sign-up shows its own text and picture", () => {
  const { user, brand } = signUpInfo;
  expect(brand.path).toBe("/inscription?type=marque");
  expect(brand.picture?.address).toBe("/og-marque.png");
  expect(user.picture).toBeUndefined();
  expect(brand.description).toContain("marque");
});

test("no page refers to a version in another language, because there is only one language", async () => {
  for (const { name, text } of await filesOf(ownedSite)) expect(text, name).not.toContain("hreflang");
});

test("the sitemap lists each page that search engines may index, and no other", async () => {
  const named = [...(await textOf("sitemap.xml", untold)).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url]) => url,
  );
  const canonicals = (await findablePages()).map(({ canonical }) => canonical);
  expect(named.toSorted()).toEqual(canonicals.toSorted());
});

test("the sitemap has a date for each dated page, and no date for any other", async () => {
  const dates = async (site: PublicSite) =>
    Object.fromEntries(
      [...(await textOf("sitemap.xml", site)).matchAll(/<url>(.*?)<\/url>/g)].map(([, entry = ""]) => [
        textAt(entry, /<loc>https:\/\/origin\.invalid([^<]+)/),
        textAt(entry, /<lastmod>([^<]+)/),
      ]),
    );
  const policy = textAt(await textOf("privacy.html", untold), /<time dateTime="([^"]+)"/i);
  const conditions = textAt(await textOf("conditions.html", untold), /<time dateTime="([^"]+)"/i);
  for (const day of [policy, conditions]) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(await dates(untold)).toMatchObject({
    "/": "",
    "/conditions": conditions,
    "/inscription": "",
    "/privacy": policy,
  });
  expect(await dates(ownedSite)).toMatchObject({
    "/": "2027-03-01",
    "/mentions-legales": "2027-03-01",
    "/privacy": "2027-03-01",
    "/inscription": "",
  });
  const older = { ...ownedSite, changedAt: "2025-01-01T00:00:00.000Z" };
  expect(await dates(older)).toMatchObject({ "/": "2025-01-01", "/privacy": policy });
});

test("robots.txt excludes the back office and the API, and contains the address of the sitemap", async () => {
  const robots = await textOf("robots.txt", untold);
  expect(robots.match(/^Disallow: .*$/gm)).toEqual(["Disallow: /admin", "Disallow: /api"]);
  expect(robots).toContain(`Sitemap: ${originPlaceholder}/sitemap.xml`);
  for (const { canonical } of await findablePages()) expect(canonical).not.toMatch(/\/(admin|api)/);
});

type Facts = Record<string, unknown> & { "@type": string; "@id": string };

function graphOf(html: string): Facts[] {
  const json = textAt(html, /<script type="application\/ld\+json">(.*?)<\/script>/);
  const data = JSON.parse(json) as { "@context": string; "@graph": Facts[] };
  expect(data["@context"]).toBe("https://schema.org");
  return data["@graph"];
}

/** The properties that schema.org defines for each type used here: texts, addresses and references. */
const shapes: Record<string, { texts: string[]; addresses: string[]; refersTo: string[]; needs: string[] }> =
  {
    Organization: {
      texts: ["name", "legalName", "email"],
      addresses: ["url", "logo", "sameAs"],
      refersTo: [],
      needs: ["name", "url", "logo"],
    },
    WebSite: {
      texts: ["name", "description", "inLanguage"],
      addresses: ["url"],
      refersTo: ["publisher"],
      needs: ["name", "url"],
    },
    WebPage: {
      texts: ["name", "description", "inLanguage", "dateModified"],
      addresses: ["url"],
      refersTo: ["isPartOf", "publisher"],
      needs: ["name", "url", "isPartOf"],
    },
  };

test.each([
  ["before the owner has said anything", untold],
  ["as the owner has said", ownedSite],
])("structured data is valid %s", async (_when, site) => {
  const documents = (await filesOf(site)).filter(({ text }) => text.includes("application/ld+json"));
  const facts = documents.flatMap(({ text }) => graphOf(text));
  const ids = new Set(facts.map((entry) => entry["@id"]));
  expect(ids.size).toBe(facts.length);
  for (const { "@type": type, "@id": id, ...rest } of facts) {
    const { texts, addresses, refersTo, needs } = shapes[type] ?? {};
    expect(id).toMatch(/^https:\/\/origin\.invalid\//);
    expect(Object.keys(rest)).toEqual(expect.arrayContaining(needs ?? ["a known type"]));
    for (const [key, value] of Object.entries(rest)) {
      if (texts?.includes(key)) expect(value, key).toMatch(/\S/);
      else if (addresses?.includes(key)) {
        expect([value].flat().length, key).toBeGreaterThan(0);
        for (const address of [value].flat()) expect(new URL(String(address)).protocol, key).toBe("https:");
      } else {
        expect(refersTo, `${type}.${key}`).toContain(key);
        expect(ids).toContain((value as Facts)["@id"]);
      }
    }
  }
});

test("structured data contain the owner's settings, and no placeholder", async () => {
  const [before] = graphOf(await textOf("index.html", untold));
  expect(Object.keys(before ?? {}).toSorted()).toEqual(["@id", "@type", "logo", "name", "url"]);
  const [organization] = graphOf(await textOf("index.html", ownedSite));
  expect(organization).toMatchObject({
    legalName: "Maison Tenue",
    email: "bonjour@maison.fr",
    sameAs: ["https://maison.fr/i"],
  });
});
