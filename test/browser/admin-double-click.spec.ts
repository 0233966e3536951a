import type { Locator, Page } from "@playwright/test";
import type { ServerProcess } from "#test/support/server-process.ts";
import { calm, expectStatuses, openList, storeSignups, uniqueWord } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

/** Three people who wait, in a list that shows only who waits: whoever is decided leaves it. */
async function openWaiting(page: Page, site: ServerProcess): Promise<string> {
  const word = uniqueWord();
  const people = ["Ana", "Bea", "Cléo"].map((firstname) => ({
    firstname,
    name: word,
    email: `${firstname.normalize("NFD").replace(/\p{M}/gu, "")}.${word}@exemple.fr`,
  }));
  await storeSignups(site, "user", people);
  await openList(page, "signups", `${word}&status=pending`);
  await expect(page.getByRole("button", { name: /^Détails/ })).toHaveCount(3);
  return word;
}

async function centreOf(button: Locator): Promise<[number, number]> {
  const box = await button.boundingBox();
  if (!box) throw new Error("the button is not drawn");
  return [box.x + box.width / 2, box.y + box.height / 2];
}

for (const [verb, status] of [
  ["Approuver", "approved"],
  ["Rejeter", "rejected"],
] as const) {
  test(`two clicks on '${verb}' at one spot decide on one person`, async ({ adminPage: page, site }) => {
    const word = await openWaiting(page, site);
    const spot = await centreOf(page.getByRole("button", { name: `${verb} Ana ${word}` }));
    await page.mouse.dblclick(...spot);
    await expect(page.getByRole("button", { name: `${verb} Ana ${word}` })).toBeHidden();
    // The list was read again without Ana; a finger that is impatient presses once more.
    await page.waitForTimeout(800);
    await page.mouse.click(...spot);
    await page.waitForTimeout(400);
    await expectStatuses(site, word, { [status]: 1, pending: 2 });
    await expect(page.getByRole("button", { name: `Détails de Ana ${word}` })).toBeVisible();

    await page.getByRole("searchbox").click();
    await page.mouse.move(5, 5);
    await expect(page.getByRole("button", { name: `Détails de Ana ${word}` })).toBeHidden();
    await expect(page.getByRole("button", { name: /^Détails/ })).toHaveCount(2);
  });
}

test("a key that repeats itself decides on one person, and the focus goes to the next row", async ({
  adminPage: page,
  site,
}) => {
  const word = await openWaiting(page, site);
  await page.getByRole("button", { name: `Approuver Ana ${word}` }).focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("Space");
  await expectStatuses(site, word, { approved: 1, pending: 2 });
  await expect(page.locator("[data-signup]:focus")).toContainText(`Bea ${word}`);
  await page.waitForTimeout(400);
  await expectStatuses(site, word, { approved: 1, pending: 2 });
});

test("a decision that is taken back makes the held row an ordinary one again", async ({
  adminPage: page,
  site,
}) => {
  const word = await openWaiting(page, site);
  await page.getByRole("button", { name: `Rejeter Bea ${word}` }).click();
  await expect(page.getByText("Rejeté", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Annuler/ }).click();
  await expect(page.getByRole("button", { name: `Rejeter Bea ${word}` })).toBeVisible();
  await expectStatuses(site, word, { pending: 3 });
});
