import { expect, test } from "./fixtures.ts";

test("pages, sitemap and structured data use the address of visitors, and all their addresses exist", async ({
  page,
  request,
  site,
}) => {
  const expectThere = async (address: string) =>
    expect((await request.get(address)).status(), address).toBe(200);
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const named = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => address);
  expect(named).toContain(`${site.url}/`);
  expect(named).toContain(`${site.url}/inscription`);
  for (const address of named) {
    await expectThere(address);
    await page.goto(address);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", address);
    const picture = (await page.locator('meta[property="og:image"]').getAttribute("content")) ?? "";
    expect(picture).toMatch(new RegExp(`^${site.url}/og`));
    await expectThere(picture);
  }
  expect(await (await request.get("/robots.txt")).text()).toContain(`Sitemap: ${site.url}/sitemap.xml`);
  await page.goto("/");
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? "{}");
  const facts: { "@type": string; url: string }[] = data["@graph"];
  expect(facts.map((entry) => entry["@type"])).toEqual(["Organization", "WebSite"]);
  for (const { url } of facts) expect(url).toBe(`${site.url}/`);
  const manifest: { icons: { src: string }[] } = await (await request.get("/site.webmanifest")).json();
  for (const { src } of manifest.icons) await expectThere(src);
});
