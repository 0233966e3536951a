import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { limits } from "#contract/limits.ts";
import { fakeFilm } from "#test/support/ui/film-fake.ts";
import { openSite, untilTrue } from "#test/support/ui/open-site.tsx";

const button = (name: string) => page.getByRole("button", { name });
const slider = page.getByRole("slider", { name: "Position dans le film" });
const transcript = () => document.querySelector<HTMLElement>("summary");

async function openFilm() {
  const film = fakeFilm();
  const { container } = await openSite();
  // Moves the pointer away, because the previous test may have left it over the controls.
  await page.elementLocator(document.documentElement).hover({ position: { x: 1, y: 1 } });
  const player = container.querySelector<HTMLElement>('figure[aria-label="Film de présentation"]');
  if (!player) throw new Error("no player");
  return { film, player, video: player.querySelector("video") as HTMLVideoElement };
}

/** Opens the film and starts it with `click()`, which does not wait, so that no time passes on the fake clock. */
async function openPlaying() {
  const opened = await openFilm();
  await expect.element(button("Lire le film")).toBeVisible();
  opened.player.querySelector("button")?.click();
  await untilTrue(() => opened.player.querySelector("[role=slider]") !== null);
  return opened;
}

test("the overlay starts the film, and the controls pause, mute and resume it", async () => {
  const { player, video } = await openFilm();
  await button("Lire le film").click();
  await expect.element(button("Lire le film")).not.toBeInTheDocument();
  await button("Pause").click();
  expect(video.paused).toBe(true);
  await button("Couper le son").click();
  await expect.element(button("Couper le son")).toHaveAttribute("aria-pressed", "true");
  expect(video.muted).toBe(true);
  await button("Lecture").click();
  await expect.element(button("Pause")).toBeVisible();
  expect(player.dataset["mode"]).toBe("film");
});

test("the progress bar seeks by a click and by keys", async () => {
  const { video } = await openPlaying();
  const bar = slider.element().getBoundingClientRect();
  await slider.click({ position: { x: bar.width / 2, y: bar.height / 2 } });
  expect(video.currentTime).toBeCloseTo(7.5, 0);
  await userEvent.keyboard("{Home}");
  await expect.element(slider).toHaveAttribute("aria-valuenow", "0");
  for (const [key, position] of [
    ["ArrowRight", "1"],
    ["PageUp", "6"],
    ["ArrowLeft", "5"],
    ["PageDown", "0"],
    ["End", "15"],
  ]) {
    await userEvent.keyboard(`{${key}}`);
    await expect.element(slider).toHaveAttribute("aria-valuenow", position);
  }
  await expect.element(slider).toHaveAttribute("aria-valuetext", "0:15 sur 0:15");
});

test("the progress bar follows the film every 100 ms", async () => {
  const { film, player } = await openPlaying();
  film.advanceTo(3);
  expect(player.querySelector("progress")?.value).toBe(0);
  await vi.advanceTimersByTimeAsync(limits.videoProgressMs);
  await expect.poll(() => player.querySelector("progress")?.value).toBeCloseTo(0.2);
});

test("the controls hide 3 s after the start and come back when the pointer moves", async () => {
  const { player } = await openPlaying();
  await vi.advanceTimersByTimeAsync(limits.videoControlsMs - 1);
  expect(player.dataset["controls"]).toBe("shown");
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(() => player.dataset["controls"]).toBe("hidden");
  expect(getComputedStyle(button("Pause").element().parentElement as Element).opacity).toBe("0");
  player.dispatchEvent(new PointerEvent("pointermove", { bubbles: true }));
  await expect.poll(() => player.dataset["controls"]).toBe("shown");
});

test("the controls stay while the pointer lies over them", async () => {
  const { player } = await openPlaying();
  await button("Pause").hover();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(player.dataset["controls"]).toBe("shown");
});

test("the controls hide during a replay after the film ended under the pointer", async () => {
  const { film, player } = await openPlaying();
  await button("Pause").hover();
  film.end();
  await button("Lire le film").click();
  await expect.element(button("Pause")).toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(limits.videoControlsMs);
  await expect.poll(() => player.dataset["controls"]).toBe("hidden");
});

test("hidden controls come back on keyboard focus", async () => {
  const { player } = await openPlaying();
  transcript()?.focus();
  await vi.advanceTimersByTimeAsync(limits.videoControlsMs);
  await expect.poll(() => player.dataset["controls"]).toBe("hidden");
  await userEvent.tab({ shift: true });
  await expect.element(button("Plein écran")).toHaveFocus();
  await expect.poll(() => player.dataset["controls"]).toBe("shown");
});

test("the end of the film returns to its beginning and to the overlay, which takes the focus", async () => {
  const { film, player, video } = await openPlaying();
  film.advanceTo(15);
  await button("Pause").click();
  film.end();
  await expect.element(button("Lire le film")).toHaveFocus();
  expect(video.currentTime).toBe(0);
  expect(player.dataset["mode"]).toBe("poster");
});

test("the end of the film does not move a focus that is outside the player", async () => {
  const { film } = await openPlaying();
  transcript()?.focus();
  film.end();
  await expect.element(button("Lire le film")).toBeVisible();
  await expect.poll(() => document.activeElement).toBe(transcript());
});

test("every tab stop in the player has a name, and the focus is never lost", async () => {
  const { player } = await openFilm();
  button("Lire le film").element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Pause")).toHaveFocus();
  await userEvent.keyboard(" ");
  for (const name of ["Lecture", "Position dans le film", "Sous-titres", "Couper le son", "Plein écran"]) {
    await expect.poll(() => document.activeElement?.getAttribute("aria-label")).toBe(name);
    expect(player.contains(document.activeElement)).toBe(true);
    await userEvent.tab();
  }
  await expect.poll(() => document.activeElement).toBe(transcript());
});

test("a film that cannot be loaded shows an alert, from which it can be retried", async () => {
  const { player, video } = await openFilm();
  vi.mocked(video.play).mockRejectedValueOnce(new DOMException("no source", "NotSupportedError"));
  vi.spyOn(HTMLMediaElement.prototype, "load").mockImplementation(() => undefined);
  button("Lire le film").element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Le film ne peut pas être lu.");
  await expect.element(button("Réessayer")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Pause")).toHaveFocus();
  expect(player.querySelector("[role=alert]")).toBeNull();
});
