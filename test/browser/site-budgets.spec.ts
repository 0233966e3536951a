import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const kilobyte = 1_000;
const web = resolve(import.meta.dirname, "../../build/web");
const gzipSize = (content: Buffer | string) => gzipSync(content, { level: 9 }).length;

type Transfer = { url: string; type: string; bytes: number; beforeLoad: boolean };

/** The transfers of the home page without interaction, until React has started. */
async function transfersOf(page: Page): Promise<Transfer[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const transfers = new Map<string, Transfer>();
  let loaded = false;
  page.once("load", () => {
    loaded = true;
  });
  session.on("Network.responseReceived", ({ requestId, response, type }) => {
    transfers.set(requestId, { url: response.url, type, bytes: 0, beforeLoad: !loaded });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const transfer = transfers.get(requestId);
    if (transfer) transfer.bytes = encodedDataLength;
  });
  await page.goto("/");
  await expect(page.locator("video")).not.toHaveAttribute("controls");
  await page.waitForLoadState("networkidle");
  return [...transfers.values()];
}

const sum = (transfers: Transfer[]) => transfers.reduce((total, { bytes }) => total + bytes, 0);

test(
  "the home page transfers no more than its budgets without interaction",
  {
    tag: "@mobile",
  },
  async ({ page, site }, { project }) => {
    const transfers = await transfersOf(page);
    expect(sum(transfers), "all without interaction").toBeLessThanOrEqual(300 * kilobyte);
    const fonts = transfers.filter(({ type }) => type === "Font");
    expect(fonts.length, "font files").toBeLessThanOrEqual(2);
    expect(sum(fonts), "fonts").toBeLessThanOrEqual(70 * kilobyte);
    const foreign = transfers.filter(({ url }) => !url.startsWith(site.url) && !url.startsWith("data:"));
    expect(foreign, "other origins").toEqual([]);
    if (project.name === "mobile") {
      const first = transfers.find(({ url }) => /\/hero-\d+/.test(url));
      expect(first?.bytes, "first picture").toBeLessThanOrEqual(45 * kilobyte);
      expect(first?.bytes, "first picture").toBeGreaterThan(0);
    }
  },
);

test("the files of the home page and of the sign-up's page keep their budgets", async ({ site }) => {
  const html = await (await fetch(site.url)).text();
  expect(brotliCompressSync(html).length, "HTML with critical CSS, brotli").toBeLessThanOrEqual(
    20 * kilobyte,
  );

  const inline = [...html.matchAll(/<script(?![^>]*json)[^>]*>([\s\S]*?)<\/script>/g)];
  const boot = gzipSize(inline.map(([, code]) => code).join(""));
  expect(boot, "boot script, gzip").toBeLessThanOrEqual(2 * kilobyte);
  expect(html.match(/<script[^>]*\ssrc=/g), "scripts before load besides the boot script").toBeNull();

  const scripts = scriptsOf(html);
  const dialog = [...scripts].filter((name) => name.startsWith("sign-up-dialog"));
  expect(dialog).toHaveLength(1);
  const size = (names: Iterable<string>) =>
    [...names].reduce((total, name) => total + gzipSize(readFileSync(join(web, "assets", name))), 0);
  expect(size(dialog), "sign-up chunk, gzip").toBeLessThanOrEqual(25 * kilobyte);
  expect(boot + size(scripts), "all JavaScript of the page, gzip").toBeLessThanOrEqual(85 * kilobyte);

  const signUp = await fetch(`${site.url}/inscription`, { headers: { "accept-encoding": "br, gzip" } });
  expect(signUp.headers.get("content-encoding")).toMatch(/br|gzip/);
  const form = await signUp.text();
  expect(form).not.toMatch(/<script/);
  expect(brotliCompressSync(form).length, "HTML of the form's own page, brotli").toBeLessThanOrEqual(
    15 * kilobyte,
  );
});

/** All scripts that the page can load: its entry, and the scripts that other scripts name. */
function scriptsOf(html: string): Set<string> {
  const built = readdirSync(join(web, "assets")).filter((name) => name.endsWith(".js"));
  const found = new Set<string>();
  const follow = (text: string) => {
    for (const name of built) {
      if (found.has(name) || !text.includes(name)) continue;
      found.add(name);
      follow(readFileSync(join(web, "assets", name), "utf8"));
    }
  };
  follow(html);
  return found;
}
