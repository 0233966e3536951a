import type { Locator, Page } from "@playwright/test";
import { readLinkToken } from "#test/support/account-links.ts";
import {
  createAccount,
  enter,
  expectNoSidewaysScrolling,
  expectSignedOut,
  fillLogin,
} from "./admin-accounts.ts";
import { calm, expectAccessibleInBothThemes, uniqueWord } from "./admin-support.ts";
import { expect, superAdmin, test } from "./fixtures.ts";

test.use(calm);

const address = "/admin/dashboard/users";
const newAddress = () => `${uniqueWord()}@tenue.example`;

const row = (page: Page, email: string) =>
  page
    .getByRole("region", { name: /^Administrateurs \(\d+\)$/ })
    .getByRole("listitem")
    .filter({ hasText: email });
const button = (scope: Page | Locator, name: string) => scope.getByRole("button", { name, exact: true });

async function open(page: Page): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1, name: "Gestion des Utilisateurs" })).toBeVisible();
  await expect(row(page, superAdmin.email)).toBeVisible();
}

async function add(page: Page, email: string, { isSuperAdmin = false } = {}): Promise<void> {
  const form = page.getByRole("region", { name: "Ajouter un administrateur" });
  await form.getByRole("textbox", { name: "E-mail" }).fill(email);
  if (isSuperAdmin) await form.getByRole("checkbox", { name: "Super Administrateur" }).check();
  await button(form, "Ajouter").click();
}

const linkField = (page: Page) => page.getByRole("textbox", { name: "Lien à copier" });

test("a new admin gets in with the copied link, but neither to the users nor to the journal", async ({
  adminPage: page,
  browser,
  site,
  expectAccessible,
}) => {
  test.slow();
  const email = newAddress();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  await expect(button(page, "Ajouter")).toBeDisabled();
  const [before] = await site.sql<{ count: number }>("select count(*)::int from admin_users");
  await expect(page.getByRole("heading", { name: `Administrateurs (${before?.count})` })).toBeVisible();

  await add(page, email);
  await expect(page.getByText(`L'utilisateur ${email} a été créé avec succès`)).toBeVisible();
  await expect(
    page.getByRole("heading", { name: `Administrateurs (${(before?.count ?? 0) + 1})` }),
  ).toBeVisible();
  await expect(row(page, email)).toContainText("En attente d’activation");
  await expect(row(page, email)).not.toContainText("Super Admin");
  await expect(page.getByText(`Lien d’activation de ${email}`)).toBeVisible();
  await expect(linkField(page)).toBeFocused();
  await button(page, "Copier le lien").click();
  await expect(button(page, "Lien copié")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await linkField(page).inputValue());
  await expectAccessibleInBothThemes(page, expectAccessible);
  await expectNoSidewaysScrolling(page);

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(copied);
  await expect(theirs.getByRole("textbox", { name: "Compte" })).toHaveValue(email);
  const password = "Soie sauvage, 1923";
  await theirs.getByRole("textbox", { name: "Mot de passe", exact: true }).fill(password);
  await theirs.getByRole("textbox", { name: "Encore une fois" }).fill(password);
  await button(theirs, "Enregistrer le mot de passe").click();
  await expect(theirs.getByText("Votre mot de passe est enregistré")).toBeVisible();
  await fillLogin(theirs, { email, password });
  await expect(theirs).toHaveURL(/\/admin\/dashboard$/);

  for (const screen of ["users", "journal"]) {
    await theirs.goto(`/admin/dashboard/${screen}`);
    await expect(theirs.getByRole("heading", { level: 1, name: "Accès refusé" })).toBeVisible();
    await expect(
      theirs.getByRole("main").getByText("Vous n'avez pas les droits pour accéder à cette page"),
    ).toBeVisible();
  }
  await expectAccessibleInBothThemes(theirs, expectAccessible);
  for (const call of ["/api/admin/admins", "/api/admin/journal"]) {
    expect((await theirs.request.get(call)).status(), call).toBe(403);
  }
  await context.close();

  await open(page);
  await expect(row(page, email)).toBeVisible();
  await expect(row(page, email)).not.toContainText("En attente d’activation");
});

test("'Super Administrateur' gives the badge and the right to manage users", async ({
  adminPage: page,
  browser,
  site,
}) => {
  const email = newAddress();
  await open(page);
  await add(page, email, { isSuperAdmin: true });
  await expect(row(page, email).getByText("Super Admin", { exact: true })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Super Administrateur" })).not.toBeChecked();

  const account = await createAccount(site, { isSuperAdmin: true });
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await enter(theirs, site, account);
  await open(theirs);
  await expect(row(theirs, account.email).getByText("Vous", { exact: true })).toBeVisible();
  await context.close();
});

test("one's own account cannot be deleted, and the screen says why", async ({ adminPage: page }) => {
  await open(page);
  const own = row(page, superAdmin.email);
  await expect(own.getByText("Vous", { exact: true })).toBeVisible();
  await expect(own.getByText("Super Admin", { exact: true })).toBeVisible();
  await expect(button(own, `Supprimer ${superAdmin.email}`)).toBeDisabled();
  await expect(own).toContainText("Vous ne pouvez pas supprimer votre propre compte");
});

test("a deletion is confirmed in the row by keyboard and ends the other's session at once", async ({
  adminPage: page,
  browser,
  site,
  expectAccessible,
}) => {
  const account = await createAccount(site);
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await enter(theirs, site, account);
  await theirs.goto("/admin/dashboard/account");
  await expect(theirs.getByRole("heading", { level: 1, name: "Mon compte" })).toBeVisible();

  await open(page);
  const theirRow = row(page, account.email);
  const ask = button(theirRow, `Supprimer ${account.email}`);
  await ask.focus();
  await page.keyboard.press("Enter");
  await expect(theirRow.getByText("Confirmer ?")).toBeVisible();
  await expect(button(theirRow, "Non")).toBeFocused();
  await expectAccessibleInBothThemes(page, expectAccessible);
  await page.keyboard.press("Escape");
  await expect(ask).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(button(theirRow, "Non")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(ask).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(button(theirRow, "Non")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(button(theirRow, "Oui")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Utilisateur supprimé avec succès")).toBeVisible();
  await expect(theirRow).toHaveCount(0);
  await expect(page.getByRole("heading", { name: /^Administrateurs \(\d+\)$/ })).toBeFocused();

  expect((await theirs.request.get("/api/admin/me")).status()).toBe(401);
  await expectSignedOut(theirs);
  await context.close();
});

test("a new link makes the one before worthless", async ({ adminPage: page, site }) => {
  const email = newAddress();
  await open(page);
  await add(page, email);
  const first = await linkField(page).inputValue();
  await button(page, `Nouveau lien d’activation pour ${email}`).click();
  await expect(linkField(page)).not.toHaveValue(first);
  const second = await linkField(page).inputValue();
  const redeem = (link: string) =>
    page.request.post("/api/auth/reset-password", {
      data: { token: readLinkToken(link), newPassword: "Coton peigné, 2001" },
      headers: { origin: site.url },
    });
  expect((await redeem(first)).status()).toBe(400);
  expect((await redeem(second)).status()).toBe(200);
  expect((await redeem(second)).status()).toBe(400);
  await button(page, "Fermer").first().click();
  await expect(linkField(page)).toHaveCount(0);
});

test("what goes wrong is told in the specified words", async ({ adminPage: page, allowConsole }) => {
  allowConsole(/409|500/);
  const broken = { status: 500, json: { error: { code: "internal", message: "Une erreur est survenue." } } };
  const anyAdmin = "**/api/admin/admins/*";
  const failing = (method: string, pattern: string) =>
    page.route(pattern, (route) =>
      route.request().method() === method ? route.fulfill(broken) : route.fallback(),
    );
  const alert = page.getByRole("alert");

  await failing("GET", "**/api/admin/admins");
  await page.goto(address);
  await expect(alert).toContainText("Une erreur s'est produite lors du chargement des utilisateurs");
  await page.unroute("**/api/admin/admins");
  await button(page, "Réessayer").click();
  await expect(row(page, superAdmin.email)).toBeVisible();
  await expect(alert).toHaveCount(0);

  await add(page, "pas une adresse");
  await expect(page.getByText("Adresse email invalide")).toBeVisible();
  await add(page, superAdmin.email.toUpperCase());
  await expect(page.getByText("Un administrateur avec cette adresse e-mail existe déjà")).toBeVisible();

  const email = newAddress();
  await failing("POST", "**/api/admin/admins");
  await add(page, email);
  await expect(alert).toContainText("Erreur lors de la création de l'utilisateur");
  await page.unroute("**/api/admin/admins");
  await add(page, email);
  await expect(row(page, email)).toBeVisible();
  await expect(alert.filter({ hasText: "Erreur lors de la création" })).toHaveCount(0);

  await failing("DELETE", anyAdmin);
  await button(row(page, email), `Supprimer ${email}`).click();
  await button(row(page, email), "Oui").click();
  await expect(alert.filter({ hasText: "Erreur lors de la suppression de l'utilisateur" })).toBeVisible();
  await expect(row(page, email)).toBeVisible();
});
