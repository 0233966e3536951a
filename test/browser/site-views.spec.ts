import type { Page } from "@playwright/test";
import { expectNoSidewaysScrolling } from "./admin-accounts.ts";
import { expect, test } from "./fixtures.ts";
import {
  agePageForm,
  expectThanks,
  fillUser,
  leavingPath,
  myDataPath,
  openDialog,
  openHome,
  sendButton,
  signUpDialog,
  storeReader,
  useTestQuestionnaire,
} from "./site-support.ts";

const home = (page: Page) =>
  page.getByRole("heading", { level: 1, name: "S’habiller commence par un regard." });

test("each view shows the page of the same name inside the home page, and going back returns to the home page", {
  tag: "@mobile",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openHome(page);
  const address = page.url();
  for (const name of ["Politique de confidentialité", "Conditions d’utilisation", "Contact"]) {
    await page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    expect(page.url()).toBe(address);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(home(page)).toBeFocused();
    expect(page.url()).toBe(address);
  }
});

test("axe finds no barrier on public pages and in the sign-up, and no page scrolls sideways", {
  tag: "@mobile",
}, async ({ page, site, allowConsole, expectAccessible }) => {
  test.setTimeout(180_000); // some twenty runs of axe
  allowConsole(/40[04]/);
  await useTestQuestionnaire(site);
  const reader = await storeReader(site);
  const ownData = await myDataPath(site, reader.hash);
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of [
    ...["/", "/privacy", "/conditions", "/versions", "/mentions-legales", "/accessibilite", "/contact"],
    ...[
      "/mes-donnees",
      ownData,
      `${ownData}/effacer`,
      `${ownData}/opposition`,
      leavingPath(reader),
      "/confirmation/x",
      "/inscription?fait=merci",
    ],
  ]) {
    await page.goto(path);
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  }
  expect((await page.goto("/cette-page-manque"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "Il manque une pièce." })).toBeVisible();
  await expectAccessible(page);

  await page.goto("/inscription");
  await expectAccessible(page);
  await agePageForm(page);
  await page.getByRole("button", { name: "Envoyer ma demande" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page);

  const dialog = await openDialog(page);
  await expectAccessible(page);
  await sendButton(page).click();
  await expect(dialog.getByText("Le prénom est requis")).toBeVisible();
  await expectAccessible(page);
  await fillUser(page, { firstname: "Zoé", name: "Martin", email: "zoe@courrier.example" });
  await sendButton(page).click();
  await expectThanks(page);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(signUpDialog(page)).toHaveCount(0);

  await page.getByRole("button", { name: "Lire le film" }).press("Enter");
  await page.getByRole("button", { name: "Pause" }).press("Enter");
  await expectAccessible(page);
});

test("the contact address is on one line from 768 px on, and breaks after its @ on a phone", async ({
  page,
}) => {
  await page.goto("/contact");
  const address = page.getByRole("main").getByRole("link", { name: /@/ });
  const linesOf = () =>
    address.evaluate((link) => {
      const lines = new Map<number, string>();
      for (const node of link.childNodes) {
        for (let at = 0; at < (node.textContent ?? "").length; at += 1) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const { top } = range.getBoundingClientRect();
          lines.set(top, (lines.get(top) ?? "") + range.toString());
        }
      }
      return [...lines.values()];
    });
  for (const width of [768, 1024, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await linesOf(), `${width} px`).toHaveLength(1);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  const lines = await linesOf();
  if (lines.length > 1) expect(lines[0]).toMatch(/@$/);
});
