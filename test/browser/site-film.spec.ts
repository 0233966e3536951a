import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
];

/** Opens the home page and waits until React has started the player. */
async function openFilm(page: Page) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const player = page.getByRole("figure", { name: "Film de présentation" });
  await player.scrollIntoViewIfNeeded();
  await expect(player.locator("video")).not.toHaveAttribute("controls");
  return player;
}

/** Plays and pauses the film, so that its controls are visible. */
async function openPaused(page: Page) {
  await openFilm(page);
  return pauseFilm(page);
}

async function pauseFilm(page: Page) {
  const player = page.getByRole("figure", { name: "Film de présentation" });
  await play(page);
  await expect.poll(async () => (await state(page)).time).toBeGreaterThan(0);
  await player.locator("video").hover({ position: { x: 20, y: 20 } });
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Lecture", exact: true })).toBeVisible();
  return player;
}

const jumpToEnd = (page: Page) =>
  page.locator("video").evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.2;
  });

async function boxOf(locator: Locator) {
  const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { left: x, top: y, right: x + width, bottom: y + height };
}

const play = (page: Page) => page.getByRole("button", { name: "Lire le film" }).click();
const state = (page: Page) =>
  page.locator("video").evaluate((video: HTMLVideoElement) => ({
    paused: video.paused,
    time: video.currentTime,
    duration: video.duration,
  }));

test("the film plays, pauses, seeks and ends", { tag: "@mobile" }, async ({ page }) => {
  const player = await openPaused(page);
  expect((await state(page)).paused).toBe(true);
  const bar = page.getByRole("slider", { name: "Position dans le film" });
  const { duration } = await state(page);
  const { width = 0, height = 0 } = (await bar.boundingBox()) ?? {};
  await bar.click({ position: { x: width / 2, y: height / 2 } });
  await expect.poll(async () => Math.abs((await state(page)).time - duration / 2)).toBeLessThan(0.5);
  await page.getByRole("button", { name: "Lecture", exact: true }).click();
  await expect.poll(async () => (await state(page)).paused).toBe(false);
  await jumpToEnd(page);
  await expect(player).toHaveAttribute("data-mode", "poster");
  await expect(page.getByRole("button", { name: "Lire le film" })).toBeVisible();
  await expect.poll(async () => (await state(page)).time).toBe(0);
});

test("the film and its captions are fetched only on request, and no element covers captions and controls", async ({
  page,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await expect((await openFilm(page)).getByRole("img")).toBeVisible();
  expect(requests.filter((url) => /\.(mp4|webm|vtt)$/.test(url))).toEqual([]);
  const player = await pauseFilm(page);
  const captions = page.getByRole("button", { name: "Sous-titres" });
  await expect(captions).toHaveAttribute("aria-pressed", "false");
  expect(requests.filter((url) => url.endsWith(".vtt"))).toEqual([]);
  await captions.click();
  await expect(captions).toHaveAttribute("aria-pressed", "true");
  const text = player.getByText(/Des ciseaux passent/);
  await expect(text).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await player.scrollIntoViewIfNeeded();
    const bar = await boxOf(captions.locator(".."));
    const frame = await boxOf(player);
    const line = await boxOf(text);
    expect(line.bottom, `${size.width} px`).toBeLessThanOrEqual(bar.top);
    expect(line.top, `${size.width} px`).toBeGreaterThanOrEqual(frame.top);
    expect(line.left, `${size.width} px`).toBeGreaterThanOrEqual(frame.left);
    expect(line.right, `${size.width} px`).toBeLessThanOrEqual(frame.right);
    expect(bar.right, `${size.width} px`).toBeLessThanOrEqual(size.width);
    await expect(page.getByRole("link", { name: "Join the beta" })).toBeVisible();
    expect(await page.evaluate(coveredWhileScrolling), `${size.width} px`).toEqual([]);
  }
  await captions.click();
  await expect(text).toHaveCount(0);
});

test("the player reports a film that fails to load, and can retry", async ({ page, allowConsole }) => {
  allowConsole(/Failed to load resource/);
  const isFilm = /film.*\.(webm|mp4)$/;
  await page.route(isFilm, (route) => route.abort());
  const player = await openFilm(page);
  await page.getByRole("button", { name: "Lire le film" }).press("Enter");
  await expect(player.getByRole("alert")).toHaveText("Le film ne peut pas être lu.");
  const again = player.getByRole("button", { name: "Réessayer" });
  await expect(again).toBeFocused();
  await expect(page.getByRole("button", { name: "Pause" })).toHaveCount(0);
  await page.unroute(isFilm);
  await again.press("Enter");
  await expect.poll(async () => (await state(page)).time).toBeGreaterThan(0);
  await expect(player.getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Pause" })).toBeFocused();
});

test("the browser's own controls are shown until React is loaded, never beside the player's", async ({
  page,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/home.entry*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  const start = page.getByRole("button", { name: "Lire le film" });
  await expect(page.locator("video")).toHaveAttribute("controls");
  await expect(start).toHaveCount(0);
  const both = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        new MutationObserver(() => {
          const own = document.querySelector("figure button") !== null;
          if (own) resolve(document.querySelector("video")?.controls ?? false);
        }).observe(document, { subtree: true, childList: true });
      }),
  );
  await page.locator("video").focus();
  release();
  expect(await both).toBe(false);
  await expect(start).toBeFocused();
});

/** Runs in the page: scrolls past the player and finds positions where the floating button covers it or is cut off. */
async function coveredWhileScrolling(): Promise<string[]> {
  const player = document.querySelector('figure[data-mode="film"]');
  const floating = document.querySelector('a[href="#beta-section"]');
  if (!player || !floating) return ["there is no player, or no button"];
  const found: string[] = [];
  const start = player.getBoundingClientRect().top + scrollY;
  const end = start + player.clientHeight;
  // Each step is smaller than the button's height, so that the loop misses no overlap.
  for (let at = start - innerHeight; at < end; at += 40) {
    scrollTo({ top: at, behavior: "instant" });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const own = floating.getBoundingClientRect();
    if (own.top < 0 || own.bottom > innerHeight || own.width === 0) found.push(`not to be seen at ${at}`);
    for (const part of player.querySelectorAll("button, [role=slider], p span")) {
      const { top, right, bottom, left } = part.getBoundingClientRect();
      if (right > own.left && left < own.right && bottom > own.top && top < own.bottom)
        found.push(`${part.getAttribute("aria-label") ?? part.textContent} at ${at}`);
    }
  }
  return found;
}
