import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const widths = [320, 360, 768, 1440];

async function openAt(page: Page, width: number, height = 740): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await page.evaluate(() => document.fonts.ready);
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error("not drawn");
  return box;
}

/** Scrolls through the page and lists the elements of a selector that the floating button covers. */
function coveredBy(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(async (selected) => {
    const button = document.querySelector<HTMLElement>('a[href="#beta-section"]');
    if (!button) throw new Error("no floating button");
    const others = [...document.querySelectorAll<HTMLElement>(selected)].filter((other) => other !== button);
    const covered = new Set<string>();
    const words = document.createRange();
    for (let y = 0; y <= document.documentElement.scrollHeight - innerHeight; y += 40) {
      scrollTo({ top: y, behavior: "instant" });
      await new Promise(requestAnimationFrame);
      if (!button.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const mine = button.getBoundingClientRect();
      for (const other of others) {
        words.selectNodeContents(other);
        const boxes = other.matches("a, button") ? other.getClientRects() : words.getClientRects();
        const lies = [...boxes].some(
          (box) =>
            box.width > 1 &&
            box.left < mine.right &&
            box.right > mine.left &&
            box.top < mine.bottom &&
            box.bottom > mine.top,
        );
        if (lies) covered.add(other.textContent?.trim() || other.outerHTML.slice(0, 60));
      }
    }
    return [...covered];
  }, selector);
}

test("on small phones the call to action is above the fold, and the floating button covers no text and no link", async ({
  page,
}) => {
  for (const width of [320, 360]) {
    await openAt(page, width);
    expect(
      await coveredBy(page, "main :is(h1, h2, h3, p, a, button):not(figure *), footer :is(p, a)"),
      `${width} px`,
    ).toEqual([]);
  }
  await openAt(page, 360);
  const { y, height } = await boxOf(page.locator("main section").first().getByText("I want to sign up"));
  expect(y + height).toBeLessThanOrEqual(740);
});

test("at every width each picture has files of the right ratio, and one version of the first picture is fetched", async ({
  page,
}) => {
  for (const width of widths) {
    await openAt(page, width, 900);
    expect(await fetchedHeroes(page), `${width} px`).toEqual([await drawnHero(page)]);
    expect(await wrongRatios(page), `${width} px`).toEqual([]);
  }
});

const fetchedHeroes = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => /\/hero-/.test(name)),
  );

const drawnHero = (page: Page) =>
  page
    .getByRole("img", { name: /Collage de papiers/ })
    .evaluate((image: HTMLImageElement) => image.currentSrc);

/** Finds pictures whose files have another ratio than the space that the page reserves. */
const wrongRatios = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const image of document.querySelectorAll<HTMLImageElement>("main picture img")) {
      image.loading = "eager";
      await image.decode();
      const source = [...(image.parentElement?.querySelectorAll("source") ?? [])].find(
        ({ media, type }) => type === "image/avif" && (media === "" || matchMedia(media).matches),
      );
      const reserving = source ?? image;
      const reserved = Number(reserving.getAttribute("width")) / Number(reserving.getAttribute("height"));
      const ratio = image.naturalWidth / image.naturalHeight;
      if (Number.isFinite(reserved) && Math.abs(ratio - reserved) / ratio > 0.01)
        found.push(`${image.currentSrc}: ${ratio} instead of ${reserved}`);
    }
    return found;
  });
