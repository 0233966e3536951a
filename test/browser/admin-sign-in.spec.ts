import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { createAccount, enter, fillLogin } from "./admin-accounts.ts";
import { calm } from "./admin-support.ts";
import { ensureSuperAdmin, expect, superAdmin, test } from "./fixtures.ts";

test.use(calm);

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("every route of the back office leads to the login without a session, and back after the sign-in", async ({
  adminPage,
  browser,
  site,
  allowConsole,
}) => {
  test.slow(); // a page load for each route
  allowConsole(/401/);
  await ensureSuperAdmin(site);
  await adminPage.goto("/admin/dashboard/account");
  const links = adminPage.getByRole("navigation", { name: "Menu d’administration" }).getByRole("link");
  await expect(links.first()).toBeVisible();
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const routes = hrefs.filter((href) => href.startsWith("/admin"));
  expect(routes.length).toBeGreaterThanOrEqual(12);

  const context = await browser.newContext({ ...calm.contextOptions, baseURL: site.url });
  const page = await context.newPage();
  const outsideMenu = ["help", "journal", "suppressions"].map((path) => `/admin/dashboard/${path}`);
  for (const route of [...routes, ...outsideMenu, "/admin/dashboard/brands?search=lin"]) {
    await page.goto(route);
    await expect(page.getByRole("heading", { name: "Admin space" }), route).toBeVisible();
    await expect(page, route).toHaveURL(/\/admin$/);
  }
  await page.getByRole("textbox", { name: "E-mail" }).fill(superAdmin.email);
  await page.getByRole("textbox", { name: "Mot de passe", exact: true }).fill(superAdmin.password);
  await button(page, "Se connecter").click();
  await expect(page).toHaveURL(/\/brands\?search=lin$/);
  await button(page, "Déconnexion").click();
  await expect(page).toHaveURL(/\/admin$/);
  expect((await page.request.get("/api/admin/me")).status()).toBe(401);
  await context.close();
});

test("a second factor is switched on, asked for at the sign-in, replaced by a recovery code once, and switched off", async ({
  page,
  browser,
  site,
  allowConsole,
}) => {
  test.slow(); // five sign-ins with Argon2
  allowConsole(/400|401/);
  const account = await createAccount(site);
  await enter(page, site, account);
  await page.goto("/admin/dashboard/account");
  await button(page, "Activer").click();
  await page.getByRole("textbox", { name: "Votre mot de passe" }).fill(account.password);
  await page.keyboard.press("Enter");
  const linking = page.getByRole("dialog", { name: "Relier votre application" });
  const app = new TOTP({ secret: Secret.fromBase32(await linking.getByRole("code").innerText()) });
  // A code works only once, so the sign-in later needs the present one.
  const earlier = app.generate({ timestamp: Date.now() - 30_000 });
  await linking.getByRole("textbox", { name: "Code à six chiffres" }).fill(earlier);
  await page.keyboard.press("Enter");
  const shown = page.getByRole("dialog", { name: "Vos codes de récupération" });
  await expect(shown.getByRole("listitem")).toHaveCount(10);
  const [first = "", second = ""] = await shown.getByRole("listitem").allInnerTexts();
  await button(page, "Je les ai notés").click();

  const context = await browser.newContext({ ...calm.contextOptions, baseURL: site.url });
  const elsewhere = await context.newPage();
  await test.step("a code of the app opens the dashboard", async () => {
    await fillLogin(elsewhere, account);
    await elsewhere.getByRole("textbox", { name: "Code de vérification" }).fill(app.generate());
    await button(elsewhere, "Vérifier").click();
    await expect(elsewhere).toHaveURL(/\/admin\/dashboard$/);
    await button(elsewhere, "Déconnexion").click();
    await expect(elsewhere.getByRole("heading", { name: "Admin space" })).toBeVisible();
  });
  await test.step("a recovery code opens it once", async () => {
    const enterWith = async (code: string) => {
      await fillLogin(elsewhere, account);
      await button(elsewhere, "Utiliser un code de récupération").click();
      await elsewhere.getByRole("textbox", { name: "Code de récupération" }).fill(code);
      await button(elsewhere, "Vérifier").click();
    };
    await enterWith(first);
    await expect(elsewhere).toHaveURL(/\/admin\/dashboard$/);
    await button(elsewhere, "Déconnexion").click();
    await expect(elsewhere.getByRole("heading", { name: "Admin space" })).toBeVisible();
    await enterWith(first);
    await expect(elsewhere.getByRole("alert")).toContainText("Ce code est incorrect ou a déjà servi");
  });
  await test.step("once it is switched off, the password is enough", async () => {
    await button(page, "Désactiver").click();
    const asking = page.getByRole("dialog", { name: "Désactiver la double authentification ?" });
    await asking.getByRole("textbox", { name: "Votre mot de passe" }).fill(account.password);
    await asking.getByRole("textbox", { name: "Code de vérification ou de récupération" }).fill(second);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Désactivée", { exact: true })).toBeVisible();
    await fillLogin(elsewhere, account);
    await expect(elsewhere).toHaveURL(/\/admin\/dashboard$/);
  });
  await context.close();
});
