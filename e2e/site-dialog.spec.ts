import type { Route } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import {
  fillUser,
  openDialog,
  openHome,
  sendButton,
  signUpDialog,
  signUpLinks,
  useTestQuestionnaire,
} from "./site-support.ts";

test.beforeEach(({ site }) => useTestQuestionnaire(site));

test("the dialog closes on Escape, on its button and on the backdrop, and gives the focus back", async ({
  page,
}) => {
  const dialog = await openDialog(page);
  const opener = signUpLinks(page).first();
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
  await signUpLinks(page).first().click();
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
  await expect(told).toHaveCount(2); // beside each of the calls
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
  await signUpLinks(page).first().click();
  await expect(dialog.getByLabel("Prénom")).toHaveValue("");
});

test("the dialog's code is fetched from idle, its questions when a link is about to be pressed, once", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const questionnaires = () => asked.filter((url) => url.includes("/api/questionnaire"));
  const code = page.waitForRequest(/sign-up-dialog.*\.js/);
  await openHome(page);
  await code;
  expect(questionnaires()).toEqual([]);
  const [first, second] = [signUpLinks(page).first(), signUpLinks(page).last()];
  await first.focus();
  await second.focus();
  await expect.poll(questionnaires).toHaveLength(1);
  await expect(signUpDialog(page)).toHaveCount(0);
  await second.click();
  await expect(signUpDialog(page).getByLabel("Votre ville")).toBeVisible();
  await page.keyboard.press("Escape");
  await first.focus();
  expect(questionnaires()).toHaveLength(1);
});

test("questions that were fetched more than an hour ago are fetched again", async ({ page }) => {
  await page.clock.install();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const questionnaires = () => asked.filter((url) => url.includes("/api/questionnaire")).length;
  await openHome(page);
  await signUpLinks(page).first().focus();
  await expect.poll(questionnaires).toBe(1);
  await page.clock.fastForward("01:00:01");
  await signUpLinks(page).first().press("Enter");
  await expect(signUpDialog(page).getByLabel("Votre ville")).toBeVisible();
  expect(questionnaires()).toBe(2);
});

test("a click with a key leaves the dialog closed and opens a tab", async ({ page, context }) => {
  await context.route("**/inscription", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Le formulaire</h1>" }),
  );
  await openHome(page);
  const opened = context.waitForEvent("page");
  await signUpLinks(page)
    .first()
    .click({ modifiers: ["ControlOrMeta"] });
  await expect(await opened).toHaveURL("/inscription");
  await expect(signUpDialog(page)).toHaveCount(0);
});

test("the link for brands opens the form of brands, and what was typed stays", async ({ page }) => {
  const dialog = await openDialog(page);
  await dialog.getByLabel("Adresse e-mail").fill("ada@epi.example");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Inscrivez-la aussi" }).click();
  await expect(dialog.getByRole("radio", { name: "Pour ma marque" })).toBeChecked();
  await expect(dialog.getByLabel("Adresse e-mail de la marque")).toHaveValue("ada@epi.example");
  await expect(dialog.getByLabel("Vos boutiques")).toBeVisible();
});

test("while its code is on the way the link says so, and the dialog opens when it is there", async ({
  page,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/sign-up-dialog*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.clock.install();
  await openHome(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  const opener = signUpLinks(page).first();
  await opener.click();
  await expect(opener).toHaveAttribute("data-going");
  release();
  await expect(signUpDialog(page).getByRole("heading", { name: "Join the beta" })).toBeVisible();
  await expect(opener).not.toHaveAttribute("data-going");
});

for (const [why, answer] of [
  ["cannot be had", (route: Route) => route.abort()],
  ["is not there after 2 s", () => undefined],
] as const) {
  test(`when the dialog's code ${why}, the link leads to the form's own page`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/ERR_FAILED|Failed to (load|fetch)/);
    await page.route("**/assets/sign-up-dialog*.js", answer);
    await page.route("**/inscription*", (route) =>
      route.fulfill({ contentType: "text/html", body: "<h1>Ici</h1>" }),
    );
    await openHome(page);
    await page.getByRole("link", { name: "Inscrivez-la aussi" }).click();
    await expect(page).toHaveURL("/inscription?type=marque");
  });
}

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
