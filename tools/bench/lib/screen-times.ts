import type { BrowserContext, Page } from "@playwright/test";
import { type BackOffice, goTo, openPage } from "./back-office.ts";
import { settled, timeToPaint } from "./painted.ts";

/** Milliseconds from the click on a screen's link in the menu to its content. */
export type ScreenTimes = {
  label: string;
  /** Opened for the first time: the code of the screen comes from the server. */
  first: number[];
  /** Its code came while the browser was idle; its data has to come from the server. */
  fetched: number[];
  /** Opened for the first time, but the pointer rested on the link before the click. */
  pointed: number[];
  /** Opened again: shown from the cache while the data are refetched. */
  again: number[];
};

/** The time from the pointer's arrival on a link to the end of the click, for a fast user. */
export const pointedMs = 200;
/** `web/admin/main.tsx` begins to fetch the code of the screens five seconds after the start. */
const codeFetchedMs = 10_000;
const menu = "nav[aria-label='Menu d’administration']";

/** A screen without calls to the server, opened from the header. */
const start = { label: "Aide", address: "/help" };

/** Measures every screen of the menu. */
export async function measureScreens(
  office: BackOffice,
  rounds: number,
  log: (line: string) => void,
): Promise<ScreenTimes[]> {
  const all: ScreenTimes[] = (await screensOf(office)).map((label) => ({
    label,
    first: [],
    fetched: [],
    pointed: [],
    again: [],
  }));
  for (const times of all) {
    for (let round = 0; round < rounds; round += 1) await measureOnce(office, times);
    log(`${times.label}: ${times.first.map(Math.round).join(", ")} ms`);
  }
  for (let round = 0; round < rounds; round += 1) await measureFetched(office, all);
  return all;
}

async function screensOf(office: BackOffice): Promise<string[]> {
  const context = await office.openContext();
  const page = await openPage(context);
  await goTo(page, "/help");
  const links = page.locator(`${menu} li a[href^='/admin']`);
  const labels = await links.allInnerTexts();
  await context.close();
  return labels.map((label) => label.trim());
}

async function measureOnce(office: BackOffice, times: ScreenTimes): Promise<void> {
  const context = await office.openContext();
  await measureFirst(context, times);
  times.pointed.push(await measurePointed(context, times));
  await context.close();
}

async function measureFirst(context: BrowserContext, { label, first, again }: ScreenTimes): Promise<void> {
  const page = await openPage(context);
  await goTo(page, start.address);
  first.push(await choose(page, label));
  await settled(page);
  await choose(page, start.label);
  await settled(page);
  again.push(await choose(page, label));
  await page.close();
}

/** All screens one after another in one page, which has fetched their code. */
async function measureFetched(office: BackOffice, all: ScreenTimes[]): Promise<void> {
  const context = await office.openContext();
  const page = await openPage(context);
  await goTo(page, start.address);
  await page.waitForTimeout(codeFetchedMs);
  for (const { label, fetched } of all) {
    fetched.push(await choose(page, label));
    await settled(page);
    await choose(page, start.label);
    await settled(page);
  }
  await context.close();
}

async function measurePointed(context: BrowserContext, { label }: ScreenTimes): Promise<number> {
  const page = await openPage(context);
  await goTo(page, start.address);
  const time = await choose(page, label, pointedMs);
  await page.close();
  return time;
}

/** Opens a screen from the menu. Its content is there when the heading is visible and no part is loading. */
async function choose(page: Page, label: string, pointed = 0): Promise<number> {
  const link = page.locator(`${menu}, header`).getByRole("link", { name: label, exact: true });
  const address = await link.getAttribute("href");
  const shown = `location.pathname === ${JSON.stringify(address)} && document.querySelector("main h1")
    && document.querySelector("main h1") !== globalThis.headingBefore
    && !document.querySelector("main [role=status] .mantine-Loader-root")`;
  await page.evaluate(`globalThis.headingBefore = document.querySelector("main h1"), undefined`);
  return timeToPaint(page, { event: "click", shown }, async () => {
    if (pointed > 0) {
      await link.hover();
      await page.waitForTimeout(pointed);
    }
    await link.click();
  });
}
