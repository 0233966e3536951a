import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import type { ServerProcess } from "#test/support/server-process.ts";
import { signInFirstAdmin } from "#test/support/sign-in-first-admin.ts";
import { countCalls, settled } from "./painted.ts";

/** A built server with its super administrator, and a browser that is signed in. */
export type BackOffice = {
  /** A new window with an empty browser cache. */
  openContext(): Promise<BrowserContext>;
  close(): Promise<void>;
};

/** Signs the first administrator in. */
export async function openBackOffice(server: ServerProcess): Promise<BackOffice> {
  let cookie = "";
  await signInFirstAdmin(server, (found) => {
    cookie = found;
  });
  const [name = "", value = ""] = cookie.split(/=(.*)/s);
  const browser: Browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
  });
  return {
    async openContext() {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width: 1440, height: 900 },
        locale: "fr-FR",
        timezoneId: "Europe/Paris",
      });
      await context.addCookies([{ name, value, url: server.url }]);
      return context;
    },
    close: () => browser.close(),
  };
}

export async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await countCalls(page);
  return page;
}

/** Opens an address and waits until the page no longer changes. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(`/admin/dashboard${address}`);
  await page.locator("main h1").waitFor();
  await settled(page);
}

/** Slows the page's processor down by this factor. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}
