import type { Page } from "@playwright/test";
import type { ServerProcess } from "#test/support/server-process.ts";
import { calm, expectStatuses, openList, storeSignups, uniqueWord } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

/** Longer than the half second in which two presses are one gesture. */
const apartMs = 520;

/** A list of `count` pending sign-ups with a unique last name; N000 is the newest. */
async function openWaiting(page: Page, site: ServerProcess, count: number): Promise<string> {
  const word = uniqueWord();
  const people = Array.from({ length: count }, (_, index) => ({
    firstname: nameOf(index),
    name: word,
    email: `${index}.${word}@exemple.fr`,
  }));
  await storeSignups(site, "user", people);
  await openList(page, "signups", `${word}&status=pending`);
  await page.locator("[data-signup]").first().focus();
  return word;
}

/** Gives the fifth sign-up a very long name. */
const nameOf = (index: number) =>
  `N${String(index).padStart(3, "0")}${index === 4 ? "-Marie-Bérengère-Gwendoline-Hortense".repeat(3) : ""}`;

test("a dozen sign-ups on two pages are decided by keyboard alone, and 'Approuver' never moves", async ({
  adminPage: page,
  site,
}) => {
  const word = await openWaiting(page, site, 12);
  await page.keyboard.press("Enter");
  const places = new Set<string>();
  for (let index = 0; index < 12; index += 1) {
    const dialog = page.getByRole("dialog", { name: `${nameOf(index)} ${word}` });
    const approve = dialog.getByRole("button", { name: "Approuver" });
    await expect(approve).toBeEnabled();
    await expect(dialog.getByRole("region", { name: "Réponses au questionnaire" })).toBeVisible();
    places.add(JSON.stringify(await approve.boundingBox()));
    // The test must really wait, because page.clock does not change the browser's time stamp of a press.
    await page.waitForTimeout(apartMs);
    await page.keyboard.press(index % 4 === 3 ? "r" : "a");
  }
  expect([...places]).toHaveLength(1);
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("Tout est décidé dans cette recherche")).toBeVisible();
  await expectStatuses(site, word, { approved: 9, rejected: 3 });
});

test("letters typed while the palette's code is loading decide nothing, and later ones go to its field", async ({
  adminPage: page,
  site,
}) => {
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/command-palette*.js", async (route) => {
    await released;
    await route.continue();
  });
  const word = await openWaiting(page, site, 2);
  await page.keyboard.press("Control+k");
  await page.keyboard.press("a");
  letGo();
  const field = page.getByRole("combobox", { name: "Rechercher un écran ou une inscription" });
  await expect(field).toBeFocused();
  await page.keyboard.press("n");
  await expect(field).toHaveValue("n");
  await expectStatuses(site, word, { pending: 2 });
});
