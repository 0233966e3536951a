import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { BenchRow } from "./bench-options.ts";

/** A slow mobile connection: 400 ms of latency, 400 kb/s. */
const slowLink = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const phone = { viewport: { width: 390, height: 844 }, locale: "fr-FR" };
const call = 'a[href="/inscription"]';
const formField = 'input[name="firstname"]';

type Way = {
  way: string;
  javaScriptEnabled: boolean;
  ready: (page: Page) => Promise<unknown>;
  target: string;
  goal: string;
};

const ways: Way[] = [
  { way: "sign-up, clicked at once", javaScriptEnabled: true, ready: painted, target: call, goal: formField },
  { way: "sign-up, React there", javaScriptEnabled: true, ready: reactThere, target: call, goal: formField },
  { way: "sign-up, JavaScript off", javaScriptEnabled: false, ready: painted, target: call, goal: formField },
  {
    way: "Contact, clicked at once",
    javaScriptEnabled: true,
    ready: painted,
    target: 'footer a[href="/contact"]',
    goal: "h1:text-is('Contact')",
  },
  {
    way: "Contact, JavaScript off",
    javaScriptEnabled: false,
    ready: painted,
    target: 'footer a[href="/contact"]',
    goal: "h1:text-is('Contact')",
  },
];

/** Measures the time from the click on a link of the home page to the linked page, with an empty cache. */
export async function measureSlowLink(browser: Browser, url: string): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { way, javaScriptEnabled, ready, target, goal } of ways) {
    console.error(`slow link: ${way}`);
    const context = await browser.newContext({ ...phone, javaScriptEnabled });
    const page = await slowPage(context);
    await page.goto(url, { waitUntil: "commit" });
    await ready(page);
    const link = page.locator(target).first();
    await link.scrollIntoViewIfNeeded();
    const reaction = javaScriptEnabled ? firstReaction(page) : null;
    const start = performance.now();
    await link.click({ noWaitAfter: true });
    await page.locator(goal).first().waitFor({ timeout: 60_000 });
    const usable = performance.now() - start;
    rows.push({
      "on the slow link": way,
      "first reaction": milliseconds(await reaction),
      usable: milliseconds(usable),
    });
    await context.close();
  }
  return rows;
}

/** Measures the delay that a visitor notices, from the press on the call to action to the next frame, on a 4 times slower processor. */
export async function measureOpening(browser: Browser, url: string): Promise<BenchRow[]> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto(url);
  await reactThere(page);
  await page.waitForLoadState("networkidle");
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.evaluate(watchEvents);
  await page.locator(call).first().click();
  await page.locator(formField).waitFor();
  await page.waitForTimeout(1_000);
  const longest = await page.evaluate<number>("slowest");
  await context.close();
  return [{ "opening the dialog": "processor 4 times slower", INP: milliseconds(longest) }];
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.emulateNetworkConditions", slowLink);
  return page;
}

async function painted(page: Page): Promise<void> {
  await page.locator(call).first().waitFor();
}

async function reactThere(page: Page): Promise<void> {
  await page.locator(`${call}[aria-haspopup]`).first().waitFor({ timeout: 60_000 });
}

/** The milliseconds until the first visible reaction, which the page measures in the frame after the click. */
async function firstReaction(page: Page): Promise<number | null> {
  const reported = new Promise<number>((resolve) => {
    page.on("console", (message) => {
      const [, time] = /^reaction (\d+)/.exec(message.text()) ?? [];
      if (time) resolve(Number(time));
    });
  });
  await page.evaluate(watchReaction);
  return Promise.race([reported, new Promise<null>((resolve) => setTimeout(() => resolve(null), 10_000))]);
}

// Code for the page is text, because this side has no DOM types.
const watchReaction = `addEventListener("click", (event) => {
  const look = () => {
    if (!document.querySelector("[data-going], dialog[open]")) return requestAnimationFrame(look);
    console.log("reaction " + Math.round(performance.now() - event.timeStamp));
  };
  requestAnimationFrame(look);
});`;

const watchEvents = `globalThis.slowest = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) slowest = Math.max(slowest, duration);
}).observe({ type: "event", durationThreshold: 16 });`;

function milliseconds(time: number | null): string {
  return time === null ? "none" : `${Math.round(time)} ms`;
}
