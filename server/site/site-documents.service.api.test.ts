import { brotliDecompressSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { originPlaceholder } from "#contract/public-address.ts";
import { initialSiteSettings } from "#contract/site.ts";
import type { SitePage } from "#contract/site-pages.ts";
import type { SiteRenderer } from "#server/lib/site-renderer.ts";
import { form } from "#server/privacy/pages.test-helpers.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";
import { createSitePages } from "./site-pages.service.ts";

const png = Buffer.from("89504e470d0a1a0a", "hex");
let harness: TestApp;
let draws = 0;

/** A minimal site that shows the values from which it is drawn. */
const renderer: SiteRenderer = {
  async site({ publisher, images }) {
    draws += 1;
    const logo = `<img src="${images.followedBy?.address ?? ""}">`;
    return [
      {
        name: "index.html",
        text: `<style>a{}</style><a href="${originPlaceholder}/">${publisher.company}</a>${logo}`,
      },
      { name: "404.html", text: "lost" },
    ];
  },
  page: async ({ publisher }, { page }) =>
    `<style>b{}</style>${publisher.company} ${page} ${originPlaceholder}/`,
};

beforeAll(async () => {
  harness = await createTestApp({ web: new Map(), renderer });
});
afterAll(() => harness.close());

const home = async (headers: Record<string, string> = {}) => harness.app.request("/", { headers });

async function save(company: string, version: number) {
  const values = { ...initialSiteSettings, publisher: { ...initialSiteSettings.publisher, company } };
  await harness.db.execute(sql`
    insert into site_settings (values, version) values (${JSON.stringify(values)}::jsonb, ${version})
    on conflict (id) do update set values = excluded.values, version = excluded.version`);
  await harness.dependencies.site.refresh();
}

test("pages are rendered once until settings are saved, then again", async () => {
  const first = await home();
  expect(await first.text()).toContain('<a href="http://localhost/">[Raison sociale]</a>');
  const etag = first.headers.get("etag") ?? "";
  expect((await home({ "if-none-match": etag })).status).toBe(304);
  expect(draws).toBe(1);
  await save("Maison Tenue", 1);
  const changed = await home({ "if-none-match": etag });
  expect(changed.status).toBe(200);
  expect(changed.headers.get("cache-control")).toBe("no-cache");
  expect(await changed.text()).toContain("Maison Tenue");
  expect(draws).toBe(2);
});

test("the owner's picture has a versioned address and is cached for a year", async () => {
  await harness.db.execute(sql`
    insert into site_images (slot, content_type, content, width, height)
    values ('followedBy', 'image/png', ${png}, 120, 40)`);
  await harness.dependencies.site.refresh();
  const address = /src="([^"]+)"/.exec(await (await home()).text())?.[1] ?? "";
  const picture = await harness.app.request(address);
  expect(picture.headers.get("content-type")).toBe("image/png");
  expect(picture.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(Buffer.from(await picture.bytes())).toEqual(png);
  expect((await harness.app.request("/site-images/followedBy-0000000000000000.png")).status).toBe(404);
});

test("a page for one request runs no script, is never cached, and sends its URL to no other site", async () => {
  const pages = createSitePages({ ...harness.dependencies, renderer });
  const app = new Hono().get("/gone", (c) =>
    pages.answer(c, { page: "my-data-gone", state: "expired" }, 404),
  );
  const answer = await app.request("/gone");
  expect(answer.status).toBe(404);
  expect(answer.headers.get("referrer-policy")).toBe("same-origin");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("form-action 'self'");
  expect(policy).toContain("style-src 'self' 'sha256-");
  expect(policy).not.toContain("script-src");
  expect(await answer.text()).toBe("<style>b{}</style>Maison Tenue my-data-gone http://localhost/");
});

test("a shared page is rendered once for each version of the settings", async () => {
  const drawn: SitePage[] = [];
  const page: SiteRenderer["page"] = async (_site, page) => {
    drawn.push(page);
    return JSON.stringify(page);
  };
  const sitePages = createSitePages({ ...harness.dependencies, renderer: { ...renderer, page } });
  const { app } = harness.compose({ sitePages });
  const requests = [
    ["/mes-donnees"],
    ["/mes-donnees", form({ email: "inconnue@exemple.fr" })],
    ["/mes-donnees/lien-coupe"],
    ["/desinscription/lien-coupe"],
    ["/inscription?fait=merci"],
  ] as const;
  const askTwice = async () => {
    for (const [path, init] of [...requests, ...requests]) await app.request(path, init);
  };
  await askTwice();
  expect(drawn).toHaveLength(requests.length);
  // A page with input is drawn for a single request.
  await app.request("/mes-donnees", form({ email: "pas une adresse" }));
  expect(drawn.splice(0).at(-1)).toMatchObject({ email: "pas une adresse" });
  const answer = await app.request("/mes-donnees", { headers: { "accept-encoding": "br" } });
  expect(drawn).toEqual([]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-encoding": "br",
    vary: "Accept-Encoding",
    "cache-control": "no-store",
    "referrer-policy": "same-origin",
  });
  expect(brotliDecompressSync(await answer.bytes()).toString()).toMatch(/"email":""\}<\/body><\/html>$/);
  await save("Maison Nouvelle", 2);
  await askTwice();
  expect(drawn).toHaveLength(requests.length);
});
