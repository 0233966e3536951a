import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { Pixels } from "./pixels.ts";

const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
];

/** The player with React in charge, its clock stopped once it plays. */
async function openFilm(page: Page) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const player = page.getByRole("figure", { name: "Film de présentation" });
  await player.scrollIntoViewIfNeeded();
  await expect(player.locator("video")).not.toHaveAttribute("controls");
  return player;
}

/** Played, and paused at once, with its controls in sight. */
async function openPaused(page: Page) {
  const player = await openFilm(page);
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
    muted: video.muted,
    time: video.currentTime,
    duration: video.duration,
  }));

test("nothing of the film is loaded before it is played", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const player = await openFilm(page);
  await expect(player.getByRole("img")).toBeVisible();
  expect(requests.filter((url) => /\.(mp4|webm|vtt)$/.test(url))).toEqual([]);
});

test("the overlay button plays, the controls pause, mute and go on", async ({ page, expectAccessible }) => {
  const player = await openFilm(page);
  await play(page);
  await expect.poll(async () => (await state(page)).time).toBeGreaterThan(0);
  await expect(page.getByRole("button", { name: "Lire le film" })).toHaveCount(0);
  await player.locator("video").hover({ position: { x: 20, y: 20 } });
  await page.getByRole("button", { name: "Pause" }).click();
  await expect.poll(async () => (await state(page)).paused).toBe(true);
  await expectAccessible(page);
  const sound = page.getByRole("button", { name: "Couper le son" });
  await sound.click();
  await expect(sound).toHaveAttribute("aria-pressed", "true");
  expect((await state(page)).muted).toBe(true);
  await page.getByRole("button", { name: "Lecture", exact: true }).click();
  await expect.poll(async () => (await state(page)).paused).toBe(false);
});

test("the progress bar seeks by click and by keyboard", async ({ page }) => {
  const player = await openFilm(page);
  await play(page);
  await expect.poll(async () => (await state(page)).time).toBeGreaterThan(0);
  await player.locator("video").hover({ position: { x: 20, y: 20 } });
  await page.getByRole("button", { name: "Pause" }).click();
  const bar = page.getByRole("slider", { name: "Position dans le film" });
  const { duration } = await state(page);
  const { width = 0, height = 0 } = (await bar.boundingBox()) ?? {};
  await bar.click({ position: { x: width / 2, y: height / 2 } });
  await expect.poll(async () => Math.abs((await state(page)).time - duration / 2)).toBeLessThan(0.5);
  await bar.press("Home");
  await expect.poll(async () => (await state(page)).time).toBe(0);
  await expect(bar).toHaveAttribute("aria-valuenow", "0");
  await bar.press("ArrowRight");
  await expect.poll(async () => (await state(page)).time).toBeCloseTo(1, 1);
  await expect(bar).toHaveAttribute("aria-valuenow", "1");
  await bar.press("ArrowLeft");
  await expect.poll(async () => (await state(page)).time).toBe(0);
});

test("controls leave 3 s after the start unless the pointer is over them; progress comes every 100 ms", async ({
  page,
}) => {
  await page.clock.install({ time: new Date("2026-01-01T10:00:00Z") });
  const player = await openFilm(page);
  await page.clock.pauseAt(new Date("2026-01-01T12:00:00Z"));
  await play(page);
  await expect(player).toHaveAttribute("data-mode", "film");
  await expect.poll(async () => (await state(page)).time).toBeGreaterThan(0.2);
  const progress = player.locator("progress");
  await expect(progress).toHaveJSProperty("value", 0);
  await page.clock.runFor(100);
  await expect.poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(0);

  await page.clock.runFor(2_890);
  await expect(player).toHaveAttribute("data-controls", "shown");
  await page.clock.runFor(20);
  await expect(player).toHaveAttribute("data-controls", "hidden");
  await expect(page.getByRole("button", { name: "Pause" }).locator("..")).toHaveCSS("opacity", "0");

  await player.locator("video").dispatchEvent("pointermove");
  await expect(player).toHaveAttribute("data-controls", "shown");
  await page.getByRole("button", { name: "Pause" }).hover();
  await page.clock.runFor(10_000);
  await expect(player).toHaveAttribute("data-controls", "shown");
});

test("the end resets to the beginning and shows the overlay again", async ({ page }) => {
  const player = await openFilm(page);
  await play(page);
  await expect.poll(async () => (await state(page)).time).toBeGreaterThan(0);
  await jumpToEnd(page);
  await expect(player).toHaveAttribute("data-mode", "poster");
  await expect(page.getByRole("button", { name: "Lire le film" })).toBeVisible();
  await expect.poll(async () => (await state(page)).time).toBe(0);
});

test("the controls also leave after a replay of a film that ended under the pointer", async ({ page }) => {
  await page.clock.install({ time: new Date("2026-01-01T10:00:00Z") });
  const player = await openFilm(page);
  await play(page);
  await expect.poll(async () => (await state(page)).time).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Pause" }).hover();
  await jumpToEnd(page);
  await expect(player).toHaveAttribute("data-mode", "poster");
  await page.clock.pauseAt(new Date("2026-01-01T12:00:00Z"));
  await play(page);
  await expect.poll(async () => (await state(page)).time).toBeGreaterThan(0);
  await page.clock.runFor(3_100);
  await expect(player).toHaveAttribute("data-controls", "hidden");
});

test("captions are off until they are asked for, and stand above the controls", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const player = await openPaused(page);
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
  }
  await captions.click();
  await expect(text).toHaveCount(0);
});

test("the transcript says what the captions say", async ({ page, request }) => {
  await openFilm(page);
  const track = page.locator('video track[kind="captions"][srclang="fr"]');
  const captions = await (await request.get((await track.getAttribute("src")) ?? "")).text();
  expect(captions).toMatch(/^WEBVTT/);
  await page.getByText("Transcription", { exact: true }).click();
  const said = await page.locator("details", { hasText: "Transcription" }).locator("p").allInnerTexts();
  const written = captions.split("\n").filter((line) => line && !/^(WEBVTT|\d+|.*-->.*)$/.test(line));
  expect(said).toEqual(written);
});

test("by keyboard every stop in the player has a name, and the focus is never lost", async ({ page }) => {
  const player = await openFilm(page);
  const start = page.getByRole("button", { name: "Lire le film" });
  const focused = player.locator(":focus");
  await start.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Pause" })).toBeFocused();
  await page.keyboard.press(" ");
  for (const name of ["Lecture", "Position dans le film", "Sous-titres", "Couper le son", "Plein écran"]) {
    await expect(focused).toHaveAccessibleName(name);
    await page.keyboard.press("Tab");
  }
  await expect(page.locator("summary")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "Plein écran" })).toBeFocused();
  await jumpToEnd(page);
  await page.locator("video").evaluate((video: HTMLVideoElement) => video.play());
  await expect(start).toBeFocused();
});

test("the end of the film takes no focus from elsewhere", async ({ page }) => {
  const player = await openFilm(page);
  await play(page);
  await expect.poll(async () => (await state(page)).time).toBeGreaterThan(0);
  await page.locator("summary").focus();
  await jumpToEnd(page);
  await expect(player).toHaveAttribute("data-mode", "poster");
  await expect(page.locator("summary")).toBeFocused();
});

test("controls that have left come back for the keyboard", async ({ page }) => {
  await page.clock.install({ time: new Date("2026-01-01T10:00:00Z") });
  const player = await openFilm(page);
  await page.clock.pauseAt(new Date("2026-01-01T12:00:00Z"));
  await play(page);
  await expect(player).toHaveAttribute("data-mode", "film");
  await page.locator("summary").focus();
  await page.clock.runFor(3_100);
  await expect(player).toHaveAttribute("data-controls", "hidden");
  await page.keyboard.press("Shift+Tab");
  const fullscreen = page.getByRole("button", { name: "Plein écran" });
  await expect(fullscreen).toBeFocused();
  await expect(fullscreen.locator("..")).toHaveCSS("opacity", "1");
});

test("a film that cannot be had says so, and can be tried again", async ({
  page,
  allowConsole,
  expectAccessible,
}) => {
  allowConsole(/Failed to load resource/);
  const isFilm = /film.*\.(webm|mp4)$/;
  await page.route(isFilm, (route) => route.abort());
  const player = await openFilm(page);
  await page.getByRole("button", { name: "Lire le film" }).press("Enter");
  await expect(player.getByRole("alert")).toHaveText("Le film ne peut pas être lu.");
  const again = player.getByRole("button", { name: "Réessayer" });
  await expect(again).toBeFocused();
  await expect(page.getByRole("button", { name: "Pause" })).toHaveCount(0);
  await expectAccessible(page);
  await page.unroute(isFilm);
  await again.press("Enter");
  await expect.poll(async () => (await state(page)).time).toBeGreaterThan(0);
  await expect(player.getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Pause" })).toBeFocused();
});

test("the browser's own controls serve until React is there, never beside the player's", async ({ page }) => {
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

test("the floating button is there, but never over the player's controls", async ({ page }) => {
  await openPaused(page);
  await page.getByRole("button", { name: "Sous-titres" }).click();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect(page.getByRole("link", { name: "Join the beta" })).toBeVisible();
    expect(await page.evaluate(coveredWhileScrolling), `${size.width} px`).toEqual([]);
  }
});

/** Runs in the page: where, on the way past the player, the floating button covers a part of it or is cut itself. */
async function coveredWhileScrolling(): Promise<string[]> {
  const player = document.querySelector('figure[data-mode="film"]');
  const floating = document.querySelector('a[href="#beta-section"]');
  if (!player || !floating) return ["there is no player, or no button"];
  const found: string[] = [];
  const start = player.getBoundingClientRect().top + scrollY;
  const end = start + player.clientHeight;
  for (let at = start - innerHeight; at < end; at += 17) {
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

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the browser's controls lie on the poster", async ({ page }) => {
    await page.goto("/");
    const player = page.getByRole("figure", { name: "Film de présentation" });
    await player.scrollIntoViewIfNeeded();
    await expect(page.locator("video")).toHaveAttribute("controls");
    await expect(page.getByRole("button", { name: "Lire le film" })).toHaveCount(0);
    // The sun behind the woman: ochre, where the browser would draw grey.
    const sun = async () => {
      const shot = new Pixels(await player.screenshot());
      const [red, , blue] = shot.at(shot.width * 0.68, shot.height * 0.35);
      return red - blue;
    };
    await expect.poll(sun).toBeGreaterThan(100);
  });
});
