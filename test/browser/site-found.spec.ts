import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const pages = ["/", "/privacy", "/conditions", "/contact", "/mentions-legales", "/accessibilite"];

const meta = (page: Page, name: string) => page.locator(`meta[property="${name}"], meta[name="${name}"]`);

test("each page says where it stands, and is shared with words of its own and a picture that is there", async ({
  page,
  request,
  site,
}) => {
  for (const path of pages) {
    await page.goto(path);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", site.url + path);
    await expect(meta(page, "og:url")).toHaveAttribute("content", site.url + path);
    await expect(meta(page, "og:title")).toHaveAttribute("content", await page.title());
    await expect(meta(page, "description")).toHaveAttribute("content", /\S/);
    await expect(meta(page, "twitter:card")).toHaveAttribute("content", "summary_large_image");
    const picture = (await meta(page, "og:image").getAttribute("content")) ?? "";
    expect(picture).toMatch(new RegExp(`^${site.url}/og`));
    expect((await request.get(picture)).status(), picture).toBe(200);
    await expect(page.locator("[hreflang]")).toHaveCount(0);
  }
});

test("the sitemap and the structured data name the address that visitors use, and each named page is there", async ({
  page,
  request,
  site,
}) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const named = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => address);
  for (const path of pages) expect(named).toContain(site.url + path);
  expect(named).toContain(`${site.url}/inscription`);
  for (const address of named) expect((await request.get(address)).status(), address).toBe(200);
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`);
  await page.goto("/");
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? "{}");
  const facts: { "@type": string; url: string }[] = data["@graph"];
  expect(facts.map((entry) => entry["@type"])).toEqual(["Organization", "WebSite"]);
  for (const { url } of facts) expect(url).toBe(`${site.url}/`);
});

test("pages of one person and pages that are not there stay out of search results", async ({
  page,
  allowConsole,
}) => {
  allowConsole(/404/);
  for (const path of ["/mes-donnees", "/nulle-part"]) {
    await page.goto(path);
    await expect(meta(page, "robots")).toHaveAttribute("content", "noindex");
    await expect(page.locator('link[rel="canonical"]')).toHaveCount(0);
  }
});

test("home screens are told a name and icons that are there", async ({ request }) => {
  const manifest = await (await request.get("/site.webmanifest")).json();
  expect(manifest.name).toBe("Tenue");
  const icons: { src: string }[] = manifest.icons;
  const paths = ["/favicon.svg", "/favicon.ico", "/apple-touch-icon.png", ...icons.map(({ src }) => src)];
  for (const path of paths) expect((await request.get(path)).status(), path).toBe(200);
});
