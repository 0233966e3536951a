import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import {
  addStyle,
  cutParts,
  openDialog,
  sendButton,
  textStyles,
  useTestQuestionnaire,
} from "./site-support.ts";

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

test("in forced colours lines instead of colours mark choices, buttons and the focus", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await openHome(page);
  for (const opener of await page.locator("a, button").filter({ hasText: "I want to sign up" }).all())
    await expect(opener).not.toHaveCSS("border-top-width", "0px");
  await expect(page.getByRole("link", { name: "Join the beta" })).not.toHaveCSS("border-top-width", "0px");
  await page.keyboard.press("Tab");
  await expect(page.locator(":focus")).toHaveCSS("outline", /solid 3px/);
  await page.getByRole("button", { name: "Lire le film" }).press("Enter");
  await page.getByRole("button", { name: "Pause" }).press("Enter");
  const captions = page.getByRole("button", { name: "Sous-titres" });
  await expect(captions).toHaveCSS("border-top-width", "0px");
  await captions.press("Enter");
  await expect(captions).toHaveCSS("border-top-width", "2px");
  const dialog = await openDialog(page);
  const chosen = dialog.getByText("Pour moi");
  const other = dialog.getByText("Pour ma marque");
  await expect(chosen).toHaveCSS("border-top-width", "3px");
  await expect(chosen).toHaveCSS("text-decoration-line", "underline");
  await expect(other).toHaveCSS("border-top-width", "0px");
  await expect(other).toHaveCSS("text-decoration-line", "none");
});

test("at 400 % zoom no content is cut off, and the dialog can be used and closed", async ({ page }) => {
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

test("wider text spacing and text at 200 % cut no content off", { tag: "@mobile" }, async ({ page }) => {
  for (const path of ["/", "/contact", "/privacy", "/mentions-legales", "/mes-donnees", "/inscription"]) {
    await page.goto(path);
    for (const style of textStyles) {
      await addStyle(page, style);
      expect(await page.evaluate(cutParts), `${path} ${style}`).toEqual([]);
    }
  }
  const dialog = await openDialog(page);
  await sendButton(page).click();
  await expect(dialog.getByText("Le prénom est requis")).toBeVisible();
  for (const style of textStyles) {
    await addStyle(page, style);
    expect(await page.evaluate(cutParts), style).toEqual([]);
  }
  await sendButton(page).scrollIntoViewIfNeeded();
  await expect(sendButton(page)).toBeInViewport();
});

test("a printed page has all its text in ink, without controls", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openHome(page);
  await page.mouse.wheel(0, 10);
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

test("with reduced motion no element moves, and all content is visible at once", async ({ page }) => {
  await openHome(page);
  const moving = () => page.evaluate(() => document.getAnimations().length);
  await page.mouse.wheel(0, 10);
  await expect(page.locator('[data-reveal="waiting"]')).toHaveCount(0);
  expect(await moving()).toBe(0);
  await expect(page.locator("html")).toHaveCSS("scroll-behavior", "auto");
  await page.getByRole("link", { name: "Join the beta" }).click();
  await expect(page.locator("#beta-section")).toBeInViewport();
  expect(await moving()).toBe(0);
  const dialog = await openDialog(page);
  expect(await moving()).toBe(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(await moving()).toBe(0);
});

test("the site stays light in a dark color scheme", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const dialog = await openDialog(page);
  await expect(page.locator('meta[name="color-scheme"]')).toHaveAttribute("content", "only light");
  await expect(page.locator("html")).toHaveCSS("color-scheme", /light/);
  const lightness = (name: "backgroundColor" | "color", selector: string) =>
    page.locator(selector).evaluate((element, property) => {
      const [red = 0, green = 0, blue = 0] =
        getComputedStyle(element)[property].match(/\d+/g)?.map(Number) ?? [];
      return (red + green + blue) / 765;
    }, name);
  expect(await lightness("backgroundColor", "html")).toBeGreaterThan(0.8);
  expect(await lightness("color", "html")).toBeLessThan(0.2);
  await expect(dialog.getByLabel("Votre saison")).toHaveCSS("color-scheme", /light/);
});
