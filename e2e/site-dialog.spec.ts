import { expect, test } from "./fixtures.ts";
import { fillUser, openDialog, sendButton, signUpDialog, useTestQuestionnaire } from "./site-support.ts";

test.beforeEach(({ site }) => useTestQuestionnaire(site));

test("the dialog closes on Escape, on its button and on the backdrop, and gives the focus back", async ({
  page,
}) => {
  const dialog = await openDialog(page);
  const opener = page.getByRole("button", { name: "I want to sign up" }).first();
  const ways = [
    () => page.keyboard.press("Escape"),
    () => dialog.getByRole("button", { name: "Fermer" }).click(),
    () => page.mouse.click(4, 4),
  ];
  for (const close of ways) {
    await close();
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.click();
    await expect(dialog).toBeVisible();
  }
});

test("a press that starts in the dialog and ends on the backdrop does not close it", async ({ page }) => {
  const dialog = await openDialog(page);
  await dialog.getByRole("heading", { name: "Join the beta" }).hover();
  await page.mouse.down();
  await page.mouse.move(4, 4);
  await page.mouse.up();
  await expect(dialog).toBeVisible();
});

test("the page behind does not scroll while the dialog is open", async ({ page }) => {
  const dialog = await openDialog(page);
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  expect(await overflow()).toBe("hidden");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(await overflow()).not.toBe("hidden");
});

test("what was typed is still there when the dialog is opened again", async ({ page }) => {
  const dialog = await openDialog(page);
  await dialog.getByLabel("Prénom").fill("Zoé");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "I want to sign up" }).first().click();
  await expect(dialog.getByLabel("Prénom")).toHaveValue("Zoé");
});

test("the page is told after 3 s, thanks and dialog close after 8 s", async ({ page }) => {
  await page.clock.install({ time: new Date("2026-01-01T10:00:00Z") });
  const dialog = await openDialog(page);
  await fillUser(page, { firstname: "Zoé", name: "Martin", email: "zoe@courrier.example" });
  await page.clock.pauseAt(new Date("2026-01-01T12:00:00Z"));
  await sendButton(page).click();
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
  const told = page.getByText("Votre demande est enregistrée.");
  await page.clock.runFor(2_999);
  await expect(told).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(told).toHaveCount(1);
  await page.clock.runFor(4_999);
  await expect(dialog).toBeVisible();
  await page.clock.runFor(1);
  await expect(dialog).toBeHidden();
});

test("after the thanks the form is empty again", async ({ page }) => {
  const dialog = await openDialog(page);
  await fillUser(page, { firstname: "Zoé", name: "Martin", email: "zoe@courrier.example" });
  await sendButton(page).click();
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
  await dialog.getByRole("button", { name: "Fermer" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "I want to sign up" }).first().click();
  await expect(dialog.getByLabel("Prénom")).toHaveValue("");
});

test("the dialog's code is fetched when the button is about to be pressed, not before", async ({ page }) => {
  await page.goto("/");
  const opener = page.getByRole("button", { name: "I want to sign up" }).first();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.mouse.move(5, 5);
  await page.mouse.move(10, 10);
  await expect.poll(() => page.evaluate(() => document.querySelector("video")?.controls)).toBe(false);
  expect(requests.filter((url) => url.includes("sign-up"))).toEqual([]);
  const fetched = page.waitForRequest(/sign-up-dialog.*\.js/);
  await opener.focus();
  await fetched;
  await expect(signUpDialog(page)).toHaveCount(0);
});

test("the open dialog is accessible, empty, refused and thanked", async ({ page, expectAccessible }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const dialog = await openDialog(page);
  await expectAccessible(page);
  await sendButton(page).click();
  await expect(dialog.getByText("Le prénom est requis")).toBeVisible();
  await expectAccessible(page);
  await fillUser(page, { firstname: "Zoé", name: "Martin", email: "zoe@courrier.example" });
  await sendButton(page).click();
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
  await expectAccessible(page);
});
