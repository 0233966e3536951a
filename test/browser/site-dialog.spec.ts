import type { Page, Route } from "@playwright/test";
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

const thanks = (page: Page) => page.getByRole("heading", { name: "Merci pour votre inscription!" });

for (const [what, act] of [
  ["a key", (page: Page) => page.keyboard.press("Shift")],
  ["a pointer that moves", (page: Page) => page.mouse.move(300, 300, { steps: 3 })],
  ["the focus that moves", (page: Page) => page.keyboard.press("Tab")],
  ["'Garder ouvert'", (page: Page) => page.getByRole("button", { name: "Garder ouvert" }).click()],
] as const) {
  test(`${what} keeps the thanks open, which say so`, async ({ page }) => {
    await page.clock.install({ time: new Date("2026-01-01T10:00:00Z") });
    const dialog = await openDialog(page);
    await fillUser(page, { firstname: "Zoé", name: "Martin", email: "zoe@courrier.example" });
    await page.clock.pauseAt(new Date("2026-01-01T12:00:00Z"));
    await sendButton(page).click();
    await expect(thanks(page)).toBeFocused();
    await expect(dialog.getByText("Cette fenêtre se ferme dans quelques secondes.")).toBeVisible();
    await act(page);
    await expect(dialog.getByText("Cette fenêtre reste ouverte.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Garder ouvert", pressed: true })).toBeVisible();
    await page.clock.runFor(20_000);
    await expect(dialog).toBeVisible();
    await expect(page.getByText("Votre demande est enregistrée.")).toHaveCount(2);
  });
}

for (const [what, status, said] of [
  ["recorded", null, /^Votre demande est enregistrée\. À bientôt/],
  ["refused", 500, /^Votre demande n’a pas pu être enregistrée\. Vos réponses sont conservées/],
] as const) {
  test(`a sign-up that is ${what} after the dialog was closed is announced beside the link`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/500/);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/signups/user", async (route) => {
      await held;
      if (status === null) await route.continue();
      else
        await route.fulfill({
          status,
          json: { error: { code: "internal", message: "Une erreur est survenue" } },
        });
    });
    const dialog = await openDialog(page);
    await fillUser(page, { firstname: "Zoé", name: "Martin", email: "zoe@courrier.example" });
    await sendButton(page).click();
    await expect(dialog.getByRole("button", { name: "Processing..." })).toBeFocused();
    await page.keyboard.press("Escape");
    const announced = page
      .locator("section", { has: page.getByRole("heading", { level: 1 }) })
      .getByRole("status");
    await expect(announced).toHaveText("Votre demande est en cours d’envoi.");
    release();
    await expect(announced).toHaveText(said);
    await signUpLinks(page).first().click();
    await expect(dialog.getByLabel("Prénom")).toHaveValue(status === null ? "" : "Zoé");
    if (status !== null) await expect(dialog.getByRole("alert")).toBeFocused();
  });
}

test("who asks for the questionnaire again never loses the focus", async ({ page, allowConsole }) => {
  allowConsole(/ERR_FAILED|Failed to load/);
  await page.route("**/api/questionnaire?*", (route) => route.abort());
  await openHome(page);
  await signUpLinks(page).first().click();
  const again = signUpDialog(page).getByRole("button", { name: "Réessayer" });
  await again.press("Enter");
  await expect(again).toBeFocused();
  await page.unroute("**/api/questionnaire?*");
  await again.press("Enter");
  await expect(signUpDialog(page).getByLabel("Votre ville")).toBeFocused();
});

test("the focus goes to the content when what opened the dialog is gone", async ({ page }) => {
  await openDialog(page);
  await page.evaluate(() => {
    for (const link of document.querySelectorAll<HTMLElement>('a[href^="/inscription"]'))
      link.style.display = "none";
  });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("main")).toBeFocused();
});

test("what is wrong with a field is announced politely, once typing has paused", async ({ page }) => {
  await page.clock.install();
  const dialog = await openDialog(page);
  const said = dialog.getByRole("status").filter({ hasText: "Adresse email invalide" });
  await page.clock.pauseAt(Date.now() + 60_000);
  await dialog.getByLabel("Adresse e-mail").pressSequentially("zoé");
  await page.clock.runFor(900);
  await dialog.getByLabel("Adresse e-mail").pressSequentially("@");
  await page.clock.runFor(900);
  await expect(said).toHaveCount(0);
  await dialog.getByLabel("Adresse e-mail").blur(); // a phone checks it now
  await page.clock.runFor(500);
  await expect(dialog.getByLabel("Adresse e-mail")).toHaveAttribute("aria-invalid", "true");
  await expect(said).toHaveCount(0);
  await page.clock.runFor(500);
  await expect(said).toHaveCount(1);
  await expect(dialog.getByRole("alert")).toHaveCount(0);
});

test("the dialog covers the whole page, and its close button stays in sight", async ({ page }) => {
  const dialog = await openDialog(page);
  const width = (await dialog.boundingBox())?.width;
  expect(width).toBe(await page.evaluate(() => innerWidth));
  await sendButton(page).scrollIntoViewIfNeeded();
  await expect(dialog.getByRole("button", { name: "Fermer" })).toBeInViewport({ ratio: 1 });
});

test("the dialog's pictures are fetched when it shows them, not before", async ({ page }, { project }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const pictures = () => asked.filter((url) => /\/(dialog|strip)-\d+/.test(url)).length;
  await openHome(page);
  await page.waitForLoadState("networkidle");
  expect(pictures()).toBe(0);
  await signUpLinks(page).first().click();
  await expect(signUpDialog(page).getByLabel("Votre ville")).toBeVisible();
  if (project.name === "desktop") await expect.poll(pictures).toBe(1);
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
