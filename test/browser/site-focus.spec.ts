import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { ringFaults } from "./focus-ring.ts";
import { openDialog, sendButton, signUpDialog, useTestQuestionnaire } from "./site-support.ts";

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
});

/** Goes through what the Tab key reaches, from where the focus is, until it leaves the page or comes round. */
async function walk(page: Page, atLeast: number): Promise<void> {
  const faults: string[] = [];
  let stops = 0;
  for (; stops < 80; stops++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(isWalkOver)) break;
    faults.push(...(await ringFaults(page)));
  }
  expect(faults).toEqual([]);
  expect(stops).toBeGreaterThanOrEqual(atLeast);
}

/** Runs in the page, which remembers the stops that it has seen. */
function isWalkOver(): boolean {
  const active = document.activeElement;
  if (!active || active === document.body || active.hasAttribute("data-walked")) return true;
  active.setAttribute("data-walked", "");
  return false;
}

async function openHome(page: Page): Promise<void> {
  await page.goto("/");
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  await expect(page.getByRole("button", { name: "Lire le film" })).toBeAttached();
}

test("every stop of the home page shows its ring", async ({ page }) => {
  await openHome(page);
  await walk(page, 12);
});

test("the player's controls show their ring", async ({ page }) => {
  await openHome(page);
  await page.getByRole("button", { name: "Lire le film" }).press("Enter");
  await page.getByRole("button", { name: "Pause" }).press("Enter");
  for (const name of ["Sous-titres", "Couper le son", "Plein écran", "Lecture"]) {
    await page.getByRole("button", { name, exact: true }).focus();
    expect(await ringFaults(page), name).toEqual([]);
  }
  await page.getByRole("slider").focus();
  expect(await ringFaults(page)).toEqual([]);
});

test("every stop of the dialog shows its ring, also beside errors", async ({ page, site }) => {
  await useTestQuestionnaire(site);
  await openDialog(page);
  await walk(page, 12);
  await sendButton(page).click();
  await expect(signUpDialog(page).getByText("Le prénom est requis")).toBeVisible();
  await page.evaluate(() => {
    for (const part of document.querySelectorAll("[data-walked]")) part.removeAttribute("data-walked");
  });
  await walk(page, 12);
});

for (const path of [
  "/contact",
  "/privacy",
  "/mentions-legales",
  "/accessibilite",
  "/mes-donnees",
  "/inscription",
]) {
  test(`every stop of ${path} shows its ring`, { tag: "@once" }, async ({ page }) => {
    await page.goto(path);
    await walk(page, 6);
  });
}

test("in forced colours the ring is a line of the system's own", async ({ page, site }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await useTestQuestionnaire(site);
  await openHome(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  expect(await ringFaults(page)).toEqual([]);
  await openDialog(page);
  await walk(page, 12);
});
