import type { Locator, Page } from "@playwright/test";
import {
  createAccount,
  enter,
  expectNoSidewaysScrolling,
  expectSignedOut,
  fillLogin,
} from "./admin-accounts.ts";
import { calm, expectAccessibleInBothThemes } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

const button = (scope: Page | Locator, name: string) => scope.getByRole("button", { name, exact: true });
const section = (page: Page, name: string) => page.getByRole("region", { name });

async function open(page: Page): Promise<void> {
  await page.goto("/admin/dashboard/account");
  await expect(page.getByRole("heading", { level: 1, name: "Mon compte" })).toBeVisible();
  await expect(section(page, "Mes sessions").getByText("Cette session")).toBeVisible();
}

test("a new password takes the current one, ends the other sessions and keeps this one", async ({
  page,
  browser,
  site,
  allowConsole,
  expectAccessible,
}) => {
  test.slow();
  allowConsole(/400/);
  const account = await createAccount(site);
  await enter(page, site, account);
  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  await enter(elsewhere, site, account);
  await elsewhere.goto("/admin/dashboard/account");
  await expect(elsewhere.getByRole("heading", { level: 1, name: "Mon compte" })).toBeVisible();

  await open(page);
  await expect(page.getByRole("main")).toContainText(account.email);
  const form = section(page, "Mot de passe");
  const current = form.getByRole("textbox", { name: "Mot de passe actuel" });
  const next = form.getByRole("textbox", { name: "Nouveau mot de passe" });
  const save = button(form, "Modifier le mot de passe");
  await save.click();
  await expect(form.getByText("Le mot de passe est requis")).toBeVisible();
  await expect(current).toBeFocused();
  await expect(form.getByText("Le mot de passe doit compter au moins 12 caractères")).toBeVisible();
  await current.fill("pas le bon mot de passe");
  await next.fill("Organza froissé, 1911");
  await save.click();
  await expect(form.getByText("Le mot de passe actuel est incorrect")).toBeVisible();
  await expectAccessibleInBothThemes(page, expectAccessible);
  await current.fill(account.password);
  await next.fill("motdepasse2026!");
  await save.click();
  await expect(form.getByText("Ce mot de passe est trop courant.")).toBeVisible();

  await current.fill(account.password);
  await next.fill("Organza froissé, 1911");
  await next.press("Enter");
  await expect(page.getByText("Votre mot de passe est modifié.")).toBeVisible();
  await expect(current).toHaveValue("");
  await expect(section(page, "Mes sessions").getByRole("listitem")).toHaveCount(1);
  await expectSignedOut(elsewhere);
  await open(page);

  await fillLogin(elsewhere, account);
  await expect(elsewhere.getByRole("alert")).toHaveText("E-mail ou mot de passe incorrect");
  await fillLogin(elsewhere, { ...account, password: "Organza froissé, 1911" });
  await expect(elsewhere).toHaveURL(/\/admin\/dashboard\/account$/); // where the session had ended
  await context.close();
});

test("one's own sessions are listed and ended, one or all others", async ({ page, browser, site }) => {
  const account = await createAccount(site);
  const contexts = await Promise.all(
    ["Firefox/140.0", "Firefox/140.0", "Version/19.0 Safari/605.1.15"].map((name, index) =>
      browser.newContext({
        userAgent: `Mozilla/5.0 (${index === 2 ? "Macintosh" : "Windows NT 10.0"}) ${name}`,
      }),
    ),
  );
  const others = await Promise.all(contexts.map((context) => context.newPage()));
  for (const other of others) await enter(other, site, account);
  const isIn = async (other: Page | undefined) => (await other?.request.get("/api/admin/me"))?.status();

  await enter(page, site, account);
  await open(page);
  const list = section(page, "Mes sessions");
  const rows = list.getByRole("listitem");
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText("Cette session");
  await expect(rows.first().getByRole("button")).toHaveCount(0);
  const mac = rows.filter({ hasText: "Safari sur macOS" });
  await mac.getByRole("button", { name: /^Terminer la session Safari sur macOS/ }).click();
  await expect(mac).toHaveCount(0);
  await expect(rows).toHaveCount(3);
  expect(await isIn(others[2])).toBe(401);
  expect(await isIn(others[0])).toBe(200);

  await button(list, "Terminer toutes les autres sessions").click();
  await expect(rows).toHaveCount(1);
  await expect(button(list, "Terminer toutes les autres sessions")).toHaveCount(0);
  expect(await isIn(others[0])).toBe(401);
  expect(await isIn(others[1])).toBe(401);
  expect(await isIn(page)).toBe(200);
  for (const context of contexts) await context.close();
});

test("a forgotten password: the answer is the same for everybody and says what to do without a mail", async ({
  page,
  site,
  expectAccessible,
}) => {
  const account = await createAccount(site);
  await page.goto("/admin");
  await page.getByText("Mot de passe oublié ?").focus();
  await page.keyboard.press("Enter");
  const form = page.getByRole("form", { name: "Mot de passe oublié" });
  const email = form.getByRole("textbox", { name: "Adresse de votre compte" });
  const send = button(form, "Recevoir un lien par e-mail");
  await send.click();
  await expect(form.getByText("L'email est requis")).toBeVisible();
  await email.fill("pas une adresse");
  await email.press("Enter");
  await expect(form.getByText("Adresse email invalide")).toBeVisible();
  for (const address of [account.email, `inconnu-${account.email}`]) {
    await email.fill(address);
    await expect(page.getByRole("status")).toBeEmpty();
    await email.press("Enter");
    await expect(page.getByRole("status")).toContainText("Si cette adresse est celle d’un compte actif");
  }
  await expect(page.getByText("demandez un nouveau lien à un super administrateur")).toBeVisible();
  await expectAccessibleInBothThemes(page, expectAccessible);
  await expectNoSidewaysScrolling(page);
});

test("whoever is held up by wrong passwords is offered the link by email, for the address that was typed", async ({
  page,
  site,
  allowConsole,
  expectAccessible,
}) => {
  allowConsole(/401|429/);
  const account = await createAccount(site);
  await fillLogin(page, { ...account, password: "pas le bon mot de passe" });
  await expect(page.getByRole("alert")).toHaveText("E-mail ou mot de passe incorrect");
  await site.sql("update attempt_counts set count = 10 where key like 'sign-in-account:%'");
  await button(page, "Se connecter").click();
  await expect(page.getByRole("alert")).toContainText("Trop de tentatives de connexion");
  await expectAccessibleInBothThemes(page, expectAccessible);
  await button(page, "Recevoir un lien par e-mail").first().click();
  const form = page.getByRole("form", { name: "Mot de passe oublié" });
  const email = form.getByRole("textbox", { name: "Adresse de votre compte" });
  await expect(email).toBeFocused();
  await expect(email).toHaveValue(account.email);
  await email.press("Enter");
  await expect(page.getByRole("status")).toContainText("Si cette adresse est celle d’un compte actif");
});

test("keys are shown by '?', and single letters rest once they are switched off", async ({
  page,
  site,
  expectAccessible,
}) => {
  const account = await createAccount(site);
  await enter(page, site, account);
  await open(page);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Raccourcis clavier" });
  await expect(help).toContainText("Annuler la dernière décision");
  await expectAccessibleInBothThemes(page, expectAccessible);
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();

  const letters = section(page, "Raccourcis").getByRole("switch", { name: "Raccourcis à une lettre" });
  await letters.click();
  await expect(letters).not.toBeChecked();
  await page.reload();
  await expect(letters).not.toBeChecked();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  await expect(help).toBeHidden();
});
