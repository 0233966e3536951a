import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { type Color, contrast, Pixels } from "./pixels.ts";
import { openDialog, sendButton, signUpDialog, useTestQuestionnaire } from "./site-support.ts";

test.beforeEach(async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await useTestQuestionnaire(site);
});

async function openHome(page: Page): Promise<void> {
  await page.goto("/");
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  await expect(page.getByRole("button", { name: "Lire le film" })).toBeAttached();
}

async function addStyle(page: Page, text: string): Promise<void> {
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, text);
}

/** Runs in the page: texts and controls that reach over the window's sides, or over a box that cuts them off. */
function cutParts(): string[] {
  const found: string[] = [];
  const room = document.documentElement.clientWidth + 1;
  for (const part of document.querySelectorAll<HTMLElement>(
    "h1, h2, h3, p, a, button, label, li, dd, input",
  )) {
    if (!part.checkVisibility({ visibilityProperty: true }) || part.closest(".unseen, .skip")) continue;
    const { left, right, width } = part.getBoundingClientRect();
    const name = `${part.tagName.toLowerCase()} « ${(part.textContent ?? "").slice(0, 40)} »`;
    if (width > 0 && (right > room || left < -1)) found.push(`${name} from ${left} to ${right}`);
    const clips = getComputedStyle(part).overflowX !== "visible";
    if (clips && part.tagName !== "INPUT" && part.scrollWidth > part.clientWidth + 1)
      found.push(`${name} is cut`);
  }
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) found.push(`the page scrolls sideways by ${wide} px`);
  for (const dialog of document.querySelectorAll("dialog[open]"))
    if (dialog.scrollWidth > dialog.clientWidth) found.push("the dialog scrolls sideways");
  return found;
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`in forced colours (${colorScheme}) choices, buttons and icons are seen without their colours`, async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors: "active", colorScheme, reducedMotion: "reduce" });
    await openHome(page);
    for (const name of ["TikTok", "Instagram"])
      expect(await strongest(page, page.getByRole("link", { name })), name).toBeGreaterThanOrEqual(3);
    for (const opener of await page.locator("a, button").filter({ hasText: "I want to sign up" }).all())
      await expect(opener).not.toHaveCSS("border-top-width", "0px");
    await expect(page.getByRole("link", { name: "Join the beta" })).not.toHaveCSS("border-top-width", "0px");
    await page.getByRole("button", { name: "Lire le film" }).press("Enter");
    await page.getByRole("button", { name: "Pause" }).press("Enter");
    const captions = page.getByRole("button", { name: "Sous-titres" });
    await expect(captions).toHaveCSS("border-top-width", "0px");
    await captions.press("Enter");
    await expect(captions).toHaveCSS("border-top-width", "2px");
    expect(await strongest(page, page.locator("progress"))).toBeGreaterThanOrEqual(3);
    const dialog = await openDialog(page);
    const chosen = dialog.getByText("Pour moi");
    const other = dialog.getByText("Pour ma marque");
    await expect(chosen).toHaveCSS("border-top-width", "3px");
    await expect(chosen).toHaveCSS("text-decoration-line", "underline");
    await expect(other).toHaveCSS("border-top-width", "0px");
    await expect(other).toHaveCSS("text-decoration-line", "none");
    const radio = dialog.getByLabel("Parfois");
    const empty = await radio.screenshot();
    await radio.check();
    await page.mouse.move(1, 1);
    expect((await radio.screenshot()).equals(empty)).toBe(false);
    expect(await strongest(page, radio)).toBeGreaterThanOrEqual(3);
  });
}

/** The strongest contrast that an element's pixels have with its corner, which is its ground. */
async function strongest(page: Page, locator: ReturnType<Page["locator"]>): Promise<number> {
  await expect(locator).toBeVisible();
  await page.mouse.move(1, 1);
  const shot = new Pixels(await locator.screenshot({ animations: "disabled" }));
  const ground: Color = shot.at(0, 0);
  const rows = Array.from({ length: shot.height }, (_, y) => y);
  return Math.max(
    ...rows.flatMap((y) => Array.from({ length: shot.width }, (_, x) => contrast(shot.at(x, y), ground))),
  );
}

test("at 400 % nothing is cut, and the dialog can be used and left", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await openHome(page);
  expect(await page.evaluate(cutParts)).toEqual([]);
  const floating = (await page.getByRole("link", { name: "Join the beta" }).boundingBox()) ?? {
    width: 320,
    height: 256,
  };
  expect((floating.width * floating.height) / (320 * 256)).toBeLessThan(0.15);
  const dialog = await openDialog(page);
  expect(await page.evaluate(cutParts)).toEqual([]);
  await expect(dialog.getByRole("button", { name: "Fermer" })).toBeInViewport({ ratio: 1 });
  const send = sendButton(page);
  await send.scrollIntoViewIfNeeded();
  await expect(send).toBeInViewport({ ratio: 1 });
  await send.click();
  const firstname = dialog.getByLabel("Prénom");
  await expect(firstname).toBeFocused();
  await expect(firstname).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByText("Le prénom est requis")).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }`;

for (const width of [320, 1440]) {
  test(`wider text spacing cuts nothing off at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ["/contact", "/privacy", "/mes-donnees", "/inscription", "/"]) {
      await page.goto(path);
      await addStyle(page, spacing);
      expect(await page.evaluate(cutParts), path).toEqual([]);
    }
    await openDialog(page);
    await addStyle(page, spacing);
    await sendButton(page).click();
    await expect(signUpDialog(page).getByText("Le prénom est requis")).toBeVisible();
    expect(await page.evaluate(cutParts)).toEqual([]);
  });
}

test("on paper stands all there is, in ink, without what only a screen can do", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openHome(page);
  const waiting = page.locator('[data-reveal="waiting"]');
  await expect(waiting).not.toHaveCount(0);
  await page.emulateMedia({ media: "print", reducedMotion: "no-preference" });
  for (const part of await waiting.all()) await expect(part).toHaveCSS("opacity", "1");
  await expect(page.getByRole("link", { name: "Join the beta" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Lire le film" })).toBeHidden();
  await expect(page.locator("video")).toBeHidden();
  await expect(page.getByRole("figure", { name: "Film de présentation" }).getByRole("img")).toBeVisible();
  await expect(page.getByText("Six passants se relaient")).toBeVisible();
  for (const selector of ["#beta-section p", "#film-title", "footer a", "#beta-section a"]) {
    const part = page.locator(selector).first();
    await expect(part, selector).toHaveCSS("color", "rgb(27, 23, 20)");
  }
  await expect(page.locator("#beta-section")).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await page.goto("/privacy");
  const cnil = page.locator("main").getByRole("link", { name: /cnil/i }).first();
  const said = await cnil.evaluate((link) => getComputedStyle(link, "::after").content);
  expect(said).toContain("https://www.cnil.fr");
});

test("with reduced motion the dialog and the way to the beta section move nothing", async ({ page }) => {
  await openHome(page);
  const moving = () => page.evaluate(() => document.getAnimations().length);
  await page.getByRole("link", { name: "Join the beta" }).click();
  const top = () => page.evaluate(() => document.getElementById("beta-section")?.getBoundingClientRect().top);
  const arrived = await top();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(await top()).toBe(arrived);
  expect(await moving()).toBe(0);
  const dialog = await openDialog(page);
  expect(await moving()).toBe(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(await moving()).toBe(0);
});

test("a dark system changes nothing of the light page", async ({ page }) => {
  const seen = async (colorScheme: "light" | "dark") => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const dialog = await openDialog(page);
    await dialog.getByLabel("Votre saison").scrollIntoViewIfNeeded();
    await page.evaluate(() => document.fonts.ready);
    return page.screenshot({ animations: "disabled", caret: "hide" });
  };
  // A picture that is drawn while it arrives differs by one level in 255 from one that was there already: opened again, all are there.
  await expect(async () => {
    const light = await seen("light");
    expect((await seen("dark")).equals(light)).toBe(true);
  }).toPass({ timeout: 45_000 });
  await expect(page.locator('meta[name="color-scheme"]')).toHaveAttribute("content", "only light");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toMatch(/light/);
});

test("with the system's text at 200 % the dialog fits too", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await openDialog(page);
  await addStyle(page, "html { font-size: 200% !important; }");
  expect(await page.evaluate(cutParts)).toEqual([]);
  await sendButton(page).scrollIntoViewIfNeeded();
  await expect(sendButton(page)).toBeInViewport();
});
