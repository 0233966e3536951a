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

/** What the button lies on, of everything that a selector names, at every place of the page. */
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

for (const width of [320, 360])
  test(`at ${width} px the floating button never lies on a heading, a text or a link`, async ({ page }) => {
    await openAt(page, width);
    expect(
      await coveredBy(page, "main :is(h1, h2, h3, p, a, button):not(figure *), footer :is(p, a)"),
    ).toEqual([]);
  });

test("on a small phone the call to action stands above the fold, and nothing lies on it", async ({
  page,
}) => {
  await openAt(page, 360);
  const button = page.locator("main section").first().getByText("I want to sign up");
  const { y, height } = await boxOf(button);
  expect(y + height).toBeLessThanOrEqual(740);
});

for (const width of widths) {
  test(`at ${width} px every picture is drawn from files of its own ratio, and none is empty`, async ({
    page,
  }) => {
    await openAt(page, width, 900);
    const wrong = await page.evaluate(async () => {
      const found: string[] = [];
      for (const image of document.querySelectorAll<HTMLImageElement>("main picture img")) {
        image.loading = "eager";
        await image.decode();
        const source = [...(image.parentElement?.querySelectorAll("source") ?? [])].find(
          ({ media, type }) => type === "image/avif" && (media === "" || matchMedia(media).matches),
        );
        const told = source ?? image;
        const said = Number(told.getAttribute("width")) / Number(told.getAttribute("height"));
        const ratio = image.naturalWidth / image.naturalHeight;
        if (Number.isFinite(said) && Math.abs(ratio - said) / ratio > 0.01)
          found.push(`${image.currentSrc}: ${ratio} instead of ${said}`);
      }
      return found;
    });
    expect(wrong).toEqual([]);
  });

  test(`at ${width} px « Inscrivez-la » stays on one line`, async ({ page }) => {
    await openAt(page, width);
    const lines = await page
      .locator("#beta-section")
      .getByText("Inscrivez-la aussi", { exact: true })
      .evaluate((element) => element.getClientRects().length);
    expect(lines).toBe(1);
  });
}

test("on a wide screen the footer's words stand on one line", async ({ page }) => {
  await openAt(page, 1440, 900);
  const bottoms = await page.locator("footer").evaluate((footer) =>
    [...footer.querySelectorAll("p, a")].map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().bottom;
    }),
  );
  expect(Math.max(...bottoms) - Math.min(...bottoms)).toBeLessThan(1);
});

test("the page's head preloads one cut of the first picture, the one that is drawn", async ({ page }) => {
  for (const width of widths) {
    await openAt(page, width, 900);
    const asked = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .filter((name) => /\/hero-/.test(name)),
    );
    const drawn = await page.getByRole("img", { name: /Collage de papiers/ }).evaluate((image) => {
      if (!(image instanceof HTMLImageElement)) throw new Error("no image");
      return image.currentSrc;
    });
    expect(asked, `${width} px`).toEqual([drawn]);
  }
});

test("the display face takes its optical size from the page", async ({ page }) => {
  await openAt(page, 1440, 900);
  const widthOf = (sizing: string) =>
    page.evaluate((value) => {
      const probe = document.createElement("span");
      probe.textContent = "S’habiller commence";
      probe.style.cssText = `position:absolute;white-space:nowrap;font:400 24px var(--display);font-optical-sizing:${value}`;
      document.body.append(probe);
      const { width } = probe.getBoundingClientRect();
      probe.remove();
      return width;
    }, sizing);
  expect(await widthOf("auto")).toBeGreaterThan((await widthOf("none")) * 1.1);
});
