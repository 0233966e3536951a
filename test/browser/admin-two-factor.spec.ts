import type { Locator, Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import {
  type Account,
  createAccount,
  enter,
  expectNoSidewaysScrolling,
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

/** Password, key and first code; gives the app and the recovery codes that the dialogs showed. */
async function switchOn(page: Page, account: Account): Promise<{ app: TOTP; codes: string[] }> {
  await button(section(page, "Double authentification"), "Activer").click();
  const asking = page.getByRole("dialog", { name: "Activer la double authentification" });
  const password = asking.getByRole("textbox", { name: "Votre mot de passe" });
  await expect(password).toBeFocused();
  await password.fill("pas le bon mot de passe");
  await password.press("Enter");
  await expect(asking.getByText("Le mot de passe actuel est incorrect")).toBeVisible();
  await password.fill(account.password);
  await password.press("Enter");

  const linking = page.getByRole("dialog", { name: "Relier votre application" });
  await expect(
    linking.getByRole("img", { name: "Code QR pour l’application d’authentification" }),
  ).toBeVisible();
  const app = new TOTP({ secret: Secret.fromBase32(await linking.getByRole("code").innerText()) });
  const code = linking.getByRole("textbox", { name: "Code à six chiffres" });
  await expect(code).toBeFocused();
  await code.fill("12");
  await code.press("Enter");
  await expect(linking.getByText("Saisissez les six chiffres affichés par l’application")).toBeVisible();
  await code.fill(wrongCode(app));
  await code.press("Enter");
  await expect(linking.getByText("Ce code est incorrect ou a déjà servi")).toBeVisible();
  // A code works once: the one of now is left for what comes after.
  await code.fill(app.generate({ timestamp: Date.now() - 30_000 }));
  await code.press("Enter");
  return { app, codes: await readCodes(page) };
}

/** Six digits that the app shows neither now nor in the minutes around. */
function wrongCode(app: TOTP): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => app.generate({ timestamp: Date.now() + steps * 30_000 }));
  return (
    ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !near.includes(code)) ?? ""
  );
}

async function readCodes(page: Page): Promise<string[]> {
  const shown = page.getByRole("dialog", { name: "Vos codes de récupération" });
  await expect(shown.getByRole("listitem")).toHaveCount(10);
  const codes = await shown.getByRole("listitem").allInnerTexts();
  await button(shown, "Je les ai notés").click();
  await expect(shown).toBeHidden();
  return codes;
}

/** Up to the second step of the login, in a browser of its own. */
async function startLogin(page: Page, account: Account): Promise<void> {
  await fillLogin(page, account);
  await expect(page.getByRole("textbox", { name: "Code de vérification" })).toBeFocused();
}

test("two-factor sign-in is switched on, asked for, passed with code and recovery code, and switched off", async ({
  page,
  browser,
  site,
  allowConsole,
  expectAccessible,
}) => {
  test.slow();
  allowConsole(/400|401/);
  const account = await createAccount(site);
  await enter(page, site, account);
  await open(page);
  const twoFactor = section(page, "Double authentification");
  await expect(twoFactor.getByText("Désactivée", { exact: true })).toBeVisible();
  const { app, codes } = await switchOn(page, account);
  await expect(twoFactor.getByText("Activée", { exact: true })).toBeVisible();
  await expect(button(twoFactor, "Nouveaux codes de récupération")).toBeFocused();

  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  await test.step("a code of the app lets in", async () => {
    await startLogin(elsewhere, account);
    await elsewhere.getByRole("textbox", { name: "Code de vérification" }).fill(app.generate());
    await button(elsewhere, "Vérifier").click();
    await expect(elsewhere).toHaveURL(/\/admin\/dashboard$/);
    await button(elsewhere, "Déconnexion").click();
    await expect(elsewhere.getByRole("heading", { name: "Admin space" })).toBeVisible();
  });

  await test.step("a recovery code lets in once", async () => {
    const enterWith = async (code: string) => {
      await startLogin(elsewhere, account);
      await button(elsewhere, "Utiliser un code de récupération").click();
      await elsewhere.getByRole("textbox", { name: "Code de récupération" }).fill(code);
      await button(elsewhere, "Vérifier").click();
    };
    await enterWith(codes[0] ?? "");
    await expect(elsewhere).toHaveURL(/\/admin\/dashboard$/);
    await button(elsewhere, "Déconnexion").click();
    await enterWith(codes[0] ?? "");
    await expect(elsewhere.getByRole("alert")).toContainText("Ce code est incorrect ou a déjà servi");
  });

  let renewed: string[] = [];
  await test.step("new recovery codes take the place of the old ones", async () => {
    await button(twoFactor, "Nouveaux codes de récupération").click();
    const asking = page.getByRole("dialog", { name: "Nouveaux codes de récupération" });
    await asking.getByRole("textbox", { name: "Votre mot de passe" }).fill(account.password);
    await button(asking, "Créer les codes").click();
    renewed = await readCodes(page);
    expect(renewed.filter((code) => codes.includes(code))).toEqual([]);
  });

  await test.step("it is switched off with password and code; from then on the password is enough", async () => {
    await button(twoFactor, "Désactiver").click();
    const asking = page.getByRole("dialog", { name: "Désactiver la double authentification ?" });
    const code = asking.getByRole("textbox", { name: "Code de vérification ou de récupération" });
    await asking.getByRole("textbox", { name: "Votre mot de passe" }).fill(account.password);
    await button(asking, "Désactiver").click();
    await expect(asking.getByText("Le code de vérification est requis")).toBeVisible();
    await code.fill(codes[1] ?? "");
    await code.press("Enter");
    await expect(asking.getByText("Ce code est incorrect ou a déjà servi")).toBeVisible();
    await expectAccessibleInBothThemes(page, expectAccessible);
    await code.fill(renewed[0] ?? "");
    await code.press("Enter");
    await expect(twoFactor.getByText("Désactivée", { exact: true })).toBeVisible();
    await expect(button(twoFactor, "Activer")).toBeFocused();
    await fillLogin(elsewhere, account);
    await expect(elsewhere).toHaveURL(/\/admin\/dashboard$/);
  });
  await context.close();
});

test("the dialogs of two-factor sign-in are accessible and give the focus back on Escape", async ({
  page,
  site,
  expectAccessible,
}) => {
  const account = await createAccount(site);
  await enter(page, site, account);
  await open(page);
  await expectAccessibleInBothThemes(page, expectAccessible);
  await expectNoSidewaysScrolling(page);
  const start = button(section(page, "Double authentification"), "Activer");
  await start.focus();
  await page.keyboard.press("Enter");
  const asking = page.getByRole("dialog", { name: "Activer la double authentification" });
  await expect(asking.getByRole("textbox", { name: "Votre mot de passe" })).toBeFocused();
  await expectAccessibleInBothThemes(page, expectAccessible);
  await page.keyboard.press("Escape");
  await expect(asking).toBeHidden();
  await expect(start).toBeFocused();

  await page.keyboard.press("Enter");
  await asking.getByRole("textbox", { name: "Votre mot de passe" }).fill(account.password);
  await page.keyboard.press("Enter");
  const linking = page.getByRole("dialog", { name: "Relier votre application" });
  await expect(linking.getByRole("textbox", { name: "Code à six chiffres" })).toBeFocused();
  await expectAccessibleInBothThemes(page, expectAccessible);
  await page.keyboard.press("Escape");
  await expect(linking).toBeHidden();
  await expect(start).toBeFocused();
});
