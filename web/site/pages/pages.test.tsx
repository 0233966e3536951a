import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { brand } from "#contract/brand.ts";
import { initialSiteSettings } from "#contract/site.ts";
import { emptyParts } from "../built-parts.test-helpers.ts";
import { cueTexts } from "../film/film.ts";
import { renderPage, renderSite } from "../renderer.tsx";

const site = { ...initialSiteSettings, images: {} };
const pages = new Map<string, string>();

beforeAll(async () => {
  for (const { name, text } of await renderSite(emptyParts, site)) pages.set(name, text);
});

const pageOf = (name: string) => pages.get(name) ?? "";
const textOf = (html: string) => html.replace(/<[^>]+>/g, "").replaceAll("&#x27;", "'");
const headingsOf = (html: string) =>
  [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, words = ""]) => textOf(words));

test("the home page shows everything that it promises", () => {
  const html = pageOf("index.html");
  for (const words of [
    brand.tagline,
    ...["S’habiller commence par un regard.", "Trouvez vos références.", "Partagez vos looks."],
    ...["Montrez votre travail.", "Entrez avant l’ouverture.", "Projet suivi par", "Projet accompagné par"],
    ...["I want to sign up", "Inscrivez-la aussi", "Join the beta", `© ${brand.copyrightYear} Tenue`],
  ])
    expect(textOf(html), words).toContain(words);
  for (const name of ["Bientôt sur l’App Store", "Bientôt sur Google Play"])
    expect(html).toContain(`alt="${name}"`);
  for (const name of ["TikTok", "Instagram"]) expect(html, name).toMatch(new RegExp(`aria-label="${name}`));
  expect(html).toMatch(/<a href="\/inscription"[^>]*>.*<a href="\/inscription\?type=marque"/s);
});

test("a store's badge is a link, which is a placeholder until there is an address", async () => {
  const placeholder =
    /<a href="#"><img [^>]*alt="Bientôt sur l’App Store"[^>]*><span class="unseen"> \(le lien viendra/;
  expect(pageOf("index.html")).toMatch(placeholder);
  const stores = { ...site.stores, appStore: "https://apps.exemple.fr/tenue" };
  const documents = await renderSite(emptyParts, { ...site, stores });
  const html = documents.find(({ name }) => name === "index.html")?.text ?? "";
  expect(html).toMatch(
    /<a href="https:\/\/apps\.exemple\.fr\/tenue"><img [^>]*alt="Bientôt sur l’App Store"/,
  );
  expect(html).not.toMatch(placeholder);
});

test("the film's transcript equals its captions", () => {
  const captions = readFileSync(resolve(import.meta.dirname, "../film/captions.fr.vtt"), "utf8");
  const [, transcript = ""] =
    /<summary>Transcription<\/summary>(.*?)<\/details>/.exec(pageOf("index.html")) ?? [];
  const said = [...transcript.matchAll(/<p>(.*?)<\/p>/g)].map(([, words = ""]) => textOf(words));
  expect(said).toEqual(cueTexts(captions));
  expect(said.length).toBeGreaterThan(3);
});

// registre: 30
test("every page links to the page for one's own data", () => {
  const documents = [...pages].filter(([name]) => name.endsWith(".html"));
  expect(documents.length).toBeGreaterThan(6);
  for (const [name, html] of documents)
    expect(html, name).toMatch(/<nav.*<a href="\/mes-donnees">Mes données<\/a>.*<\/nav>/s);
});

test("the contact page lists all ways to contact the owner", () => {
  const html = pageOf("contact.html");
  for (const address of Object.values(site.contact)) expect(html).toContain(address);
  expect(html).toContain(`href="mailto:${site.contact.email}"`);
});

describe("legal texts", () => {
  test("the privacy policy has nine numbered sections and a date", () => {
    const html = pageOf("privacy.html");
    expect(headingsOf(html)).toEqual(
      [
        ...["1. Données collectées", "2. Utilisation", "3. Partage", "4. Durée de conservation"],
        ...["5. Vos droits", "6. Sécurité", "7. Consentement", "8. Demandes de suppression", "9. Évolution"],
      ].map((title) => expect.stringContaining(title)),
    );
    expect(textOf(html)).toContain("26/09/2024");
  });

  // registre: 46
  test("the legal notice has its own address and six parts", () => {
    const html = pageOf("mentions-legales.html");
    expect(headingsOf(html)).toEqual(
      [
        ...["Éditeur", "Hébergement", "Propriété intellectuelle"],
        ...["Protection des données personnelles", "Cookies", "Liens externes"],
      ].map((title) => expect.stringContaining(title)),
    );
    expect(html).toContain(site.publisher.company);
  });
});

test("personal pages and the page for unknown addresses stay out of search results", async () => {
  const ofOnePerson = await renderPage(emptyParts, site, { page: "my-data-gone", state: "expired" });
  for (const html of [pageOf("404.html"), ofOnePerson]) {
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('rel="canonical"');
  }
});

test("the manifest for home screens names the brand and icons that exist", () => {
  const manifest: { name: string; icons: { src: string }[] } = JSON.parse(pageOf("site.webmanifest"));
  expect(manifest.name).toBe("Tenue");
  const paths = [
    "/favicon.svg",
    "/favicon.ico",
    "/apple-touch-icon.png",
    ...manifest.icons.map(({ src }) => src),
  ];
  for (const path of paths)
    expect(existsSync(resolve(import.meta.dirname, `../public${path}`)), path).toBe(true);
});
