import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/** The player with React in charge, its clock stopped once it plays. */
async function openFilm(page: Page) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const player = page.getByRole("figure", { name: "Film de présentation" });
  await player.scrollIntoViewIfNeeded();
  await expect(player.locator("video")).not.toHaveAttribute("controls");
  return player;
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
  await expect(player).toHaveAttribute("data-started", "true");
  await expect.poll(async () => (await state(page)).time).toBeGreaterThan(0.2);
  const progress = player.locator("progress");
  await expect(progress).toHaveJSProperty("value", 0);
  await page.clock.runFor(100);
  await expect.poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(0);

  await page.clock.runFor(2_890);
  await expect(player).toHaveAttribute("data-controls", "shown");
  await page.clock.runFor(20);
  await expect(player).toHaveAttribute("data-controls", "hidden");
  await expect(page.getByRole("button", { name: "Pause" })).toBeHidden();

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
  await page.locator("video").evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.2;
  });
  await expect(player).toHaveAttribute("data-started", "false");
  await expect(page.getByRole("button", { name: "Lire le film" })).toBeVisible();
  await expect.poll(async () => (await state(page)).time).toBe(0);
});

test("the film has French captions", async ({ page, request }) => {
  await openFilm(page);
  const track = page.locator('video track[kind="captions"][srclang="fr"]');
  const captions = await request.get((await track.getAttribute("src")) ?? "");
  expect(await captions.text()).toMatch(/^WEBVTT/);
});
