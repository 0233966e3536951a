import { calm, expectStatuses, openList, storeSignups, uniqueWord } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";
import {
  betweenPresses,
  dialog,
  focused,
  longAnswer,
  notePress,
  openDetails,
  openWaiting,
  press,
  pressHandedOverLate,
} from "./review-support.ts";

test.use(calm);

test("going up with the keys leaves the row that has the focus below the bar", async ({
  adminPage: page,
  site,
}) => {
  await openWaiting(page, site, 10);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 1440, height: 600 });
  await page.locator("[data-signup]").last().focus();
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press("k");
    const bar = await page.locator("[data-review-bar]").boundingBox();
    const row = await focused(page).boundingBox();
    expect(row?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0) - 1);
  }
});

test("the next sign-up begins at its top, however far one read in the one before", async ({
  adminPage: page,
  site,
}) => {
  const word = uniqueWord();
  const responses = await longAnswer(site, `Votre histoire ${word} ?`);
  const people = ["N000", "N001"].map((firstname) => ({
    ...{ firstname, name: word, email: `${firstname}.${word}@exemple.fr`, responses },
  }));
  await storeSignups(site, "user", people);
  await openList(page, "signups", `${word}&status=pending`);
  await openDetails(page, `N000 ${word}`);
  const opened = page.getByRole("dialog");
  await opened.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(opened.getByRole("button", { name: "Approuver" })).toBeInViewport();
  await press(page, "a");
  await expect(dialog(page, `N001 ${word}`)).toBeVisible();
  expect(await opened.evaluate((element) => element.scrollTop)).toBe(0);
});

test("the review goes on over the end of a page, among decided ones and back from the last page", async ({
  adminPage: page,
  site,
}) => {
  const word = await openWaiting(page, site, 12, "&status=all");
  await openDetails(page, `N009 ${word}`);
  for (const index of [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
    await site.sql("update beta_signups set status = 'approved', decided_at = now() where email = $1", [
      `${index}.${word}@exemple.fr`,
    ]);
  }
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Actualiser" }).click();
  await expect(page.getByRole("button", { name: /^Approuver/ })).toHaveCount(1);
  await openDetails(page, `N009 ${word}`);
  await press(page, "a");
  await expect(dialog(page, `N010 ${word}`)).toBeVisible();
  await expect(page).toHaveURL(/page=2/);

  const other = await openWaiting(page, site, 12, "&status=pending&page=2");
  await openDetails(page, `N010 ${other}`);
  await press(page, "a");
  await expect(dialog(page, `N011 ${other}`)).toBeVisible();
  await press(page, "r");
  await expect(dialog(page, `N000 ${other}`)).toBeVisible();
  await expectStatuses(site, other, { approved: 1, rejected: 1, pending: 10 });
});

test("who comes in meanwhile stays out of the list until it is asked for, also when it is read anew", async ({
  adminPage: page,
  site,
}) => {
  const word = await openWaiting(page, site, 3);
  await site.sql("insert into beta_signups (firstname, name, email) values ('Nouvelle', $1, $2)", [
    word,
    `neuve.${word}@exemple.fr`,
  ]);
  await page.locator("[data-signup]").first().focus();
  const readAnew = page.waitForResponse((answer) => /signups\/user\?/.test(answer.url()));
  await press(page, "a");
  expect(((await (await readAnew).json()) as { items: unknown[] }).items).toHaveLength(2);
  await expect(focused(page)).toContainText(`N001 ${word}`);
  await expect(page.getByText(`Nouvelle ${word}`)).toBeHidden();
  await page.getByRole("button", { name: "Actualiser" }).click();
  await expect(page.locator("[data-signup]").first()).toContainText(`Nouvelle ${word}`);
});

test("Z pressed twice in one gesture takes one decision back", async ({ adminPage: page, site }) => {
  const word = await openWaiting(page, site, 4);
  await page.locator("[data-signup]").first().focus();
  await press(page, "a");
  await press(page, "a");
  await expect(page.getByText(`Inscription approuvée : N001 ${word}`)).toBeVisible();
  await notePress(page);
  await page.keyboard.press("z");
  await expect(page.getByText(`Inscription approuvée : N000 ${word}`)).toBeVisible();
  await page.waitForTimeout(betweenPresses);
  await pressHandedOverLate(page, "z");
  await page.waitForTimeout(betweenPresses);
  await expectStatuses(site, word, { approved: 1, pending: 3 });
  await press(page, "z");
  await expectStatuses(site, word, { pending: 4 });
});

test("A pressed twice in one gesture decides on one person, however late the second press is handled", async ({
  adminPage: page,
  site,
}) => {
  const word = await openWaiting(page, site, 3);
  await page.locator("[data-signup]").first().focus();
  await notePress(page);
  await press(page, "a");
  await expect(focused(page)).toContainText(`N001 ${word}`);
  await pressHandedOverLate(page, "a");
  await page.waitForTimeout(betweenPresses);
  await expectStatuses(site, word, { approved: 1, pending: 2 });
  await press(page, "a");
  await expectStatuses(site, word, { approved: 2, pending: 1 });
});

test("Enter pressed twice on a row opens it, and closes nothing", async ({ adminPage: page, site }) => {
  const word = await openWaiting(page, site, 2);
  await page.locator("[data-signup]").first().focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page, `N000 ${word}`)).toBeVisible();
  await press(page, "Enter");
  await expect(dialog(page, `N000 ${word}`)).toBeVisible();
});

test("buttons stay where they are from one sign-up to the next, whatever was decided", async ({
  adminPage: page,
  site,
}) => {
  const word = uniqueWord();
  const long = `Anne-Sophie-Marie-Bérengère-Gwendoline-${"Hortense-".repeat(8)}`;
  const people = [long, "N001", "N002"].map((firstname, index) => ({
    ...{ firstname, name: word, email: `${index}.${word}@exemple.fr` },
  }));
  await storeSignups(site, "user", people);
  await openList(page, "signups", `${word}&status=pending`);
  await page
    .getByRole("button", { name: /^Détails de/ })
    .first()
    .click();
  const approve = page.getByRole("dialog").getByRole("button", { name: "Approuver" });
  const before = await approve.boundingBox();
  await press(page, "a");
  await expect(dialog(page, `N001 ${word}`)).toBeVisible();
  const undo = page.getByRole("dialog").getByRole("button", { name: /^Annuler/ });
  await expect(undo).toBeVisible();
  expect(await undo.evaluate((button) => button.scrollWidth <= button.clientWidth)).toBe(true);
  expect(await approve.boundingBox()).toEqual(before);
});

test("a brand is called by its own name in title, words and questions", async ({ adminPage: page, site }) => {
  const word = uniqueWord();
  const brand = { firstname: "Ana", name: `Maison ${word}`, email: `ana@${word}.fr` };
  await storeSignups(site, "brand", [brand, { ...brand, name: `Atelier ${word}`, email: `b@${word}.fr` }]);
  await openList(page, "brands", `${word}&status=pending`);
  await openDetails(page, `Maison ${word}`);
  await press(page, "a");
  await expect(dialog(page, `Atelier ${word}`)).toBeVisible();
  await expect(page.getByRole("dialog").getByText(`Inscription approuvée : Maison ${word}`)).toBeVisible();
  await page.getByRole("button", { name: "Supprimer" }).click();
  await expect(page.getByRole("dialog", { name: "Supprimer cette inscription" })).toContainText(
    `L’inscription de Atelier ${word}`,
  );
});
