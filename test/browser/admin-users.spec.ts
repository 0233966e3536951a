import type { Page } from "@playwright/test";
import { createAccount, enter, expectSignedOut } from "./admin-accounts.ts";
import { calm, uniqueWord } from "./admin-support.ts";
import { expect, superAdmin, test } from "./fixtures.ts";

test.use(calm);

const row = (page: Page, email: string) =>
  page
    .getByRole("region", { name: /^Administrateurs \(\d+\)$/ })
    .getByRole("listitem")
    .filter({ hasText: email });

async function open(page: Page): Promise<void> {
  await page.goto("/admin/dashboard/users");
  await expect(row(page, superAdmin.email)).toBeVisible();
}

test("an invited administrator signs in with the copied link, but cannot open the administrators or the journal", async ({
  adminPage: page,
  browser,
  site,
}) => {
  const email = `${uniqueWord()}@tenue.example`;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("button", { name: "Ajouter", exact: true }).click();
  await expect(row(page, email)).toContainText("En attente d’activation");
  await page.getByRole("button", { name: "Copier le lien" }).click();
  await expect(page.getByRole("button", { name: "Lien copié" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const context = await browser.newContext({ ...calm.contextOptions, baseURL: site.url });
  const theirs = await context.newPage();
  await theirs.goto(link);
  await expect(theirs.getByRole("textbox", { name: "Compte" })).toHaveValue(email);
  const password = "Soie sauvage, 1923";
  await theirs.getByRole("textbox", { name: "Mot de passe", exact: true }).fill(password);
  await theirs.getByRole("textbox", { name: "Encore une fois" }).fill(password);
  await theirs.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
  await expect(theirs).toHaveURL(/\/admin\/dashboard$/);
  for (const [screen, call] of [
    ["users", "/api/admin/admins"],
    ["journal", "/api/admin/journal"],
  ] as const) {
    await theirs.goto(`/admin/dashboard/${screen}`);
    await expect(theirs.getByRole("heading", { level: 1, name: "Accès refusé" })).toBeVisible();
    expect((await theirs.request.get(call)).status(), call).toBe(403);
  }
  await context.close();

  await open(page);
  await expect(row(page, email)).toBeVisible();
  await expect(row(page, email)).not.toContainText("En attente d’activation");
});

test("deleting an administrator by keyboard ends that administrator's session at once", async ({
  adminPage: page,
  browser,
  site,
  allowConsole,
}) => {
  allowConsole(/401/);
  const account = await createAccount(site);
  const context = await browser.newContext({ baseURL: site.url });
  const theirs = await context.newPage();
  await enter(theirs, site, account);
  await theirs.goto("/admin/dashboard/account");
  await expect(theirs.getByRole("heading", { level: 1, name: "Mon compte" })).toBeVisible();

  await open(page);
  await page.getByRole("button", { name: `Supprimer ${account.email}` }).press("Enter");
  await expect(row(page, account.email).getByRole("button", { name: "Non" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Utilisateur supprimé avec succès")).toBeVisible();
  await expect(row(page, account.email)).toHaveCount(0);
  expect((await theirs.request.get("/api/admin/me")).status()).toBe(401);
  await expectSignedOut(theirs);
  await context.close();
});
