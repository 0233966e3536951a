import type { Locator, Page } from "@playwright/test";
import { type TOTP, URI } from "otpauth";
import type { ServerProcess } from "#test/support/server-process.ts";
import { type Account, createAccount, enter, expectNoSidewaysScrolling } from "./admin-accounts.ts";
import { button, saveSettings } from "./admin-email-support.ts";
import { calm, expectAccessibleInBothThemes, storeSignups, uniqueWord } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Confirmez votre identité" });
const passwordIn = (dialog: Locator) => dialog.getByRole("textbox", { name: "Votre mot de passe" });
const codeIn = (dialog: Locator) => dialog.getByRole("textbox", { name: "Code de vérification" });

/** As if the sign-in, and whatever was confirmed since, were long ago. */
async function ageSession(site: ServerProcess, { email }: Account): Promise<void> {
  await site.sql(
    `update auth_sessions set created_at = created_at - interval '11 minutes', confirmed_at = null
     where user_id = (select id from admin_users where email = $1)`,
    [email],
  );
}

/** Without its screen; gives the recovery codes. */
async function switchTwoFactorOn(page: Page, site: ServerProcess, { password }: Account): Promise<string[]> {
  const headers = { origin: site.url };
  const path = "/api/admin/me/two-factor";
  const started = await page.request.post(path, { data: { password }, headers });
  const { totpUri, recoveryCodes } = await started.json();
  const code = (URI.parse(totpUri) as TOTP).generate();
  const confirmed = await page.request.post(`${path}/confirmation`, { data: { code }, headers });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);
  return recoveryCodes;
}

async function openUsers(page: Page): Promise<void> {
  await page.goto("/admin/dashboard/users");
  await expect(page.getByRole("heading", { level: 1, name: "Gestion des Utilisateurs" })).toBeVisible();
}

test("a protected action asks for the password and goes on; nothing that was typed is lost", async ({
  page,
  site,
  expectAccessible,
  allowConsole,
}) => {
  allowConsole(/40[03]/);
  const account = await createAccount(site, { isSuperAdmin: true });
  await enter(page, site, account);
  await openUsers(page);
  await ageSession(site, account);
  const invited = `${uniqueWord()}@tenue.example`;
  const email = page.getByRole("textbox", { name: "E-mail" });
  await email.fill(invited);
  await button(page, "Ajouter").click();

  const dialog = dialogOf(page);
  await expect(passwordIn(dialog)).toBeFocused();
  await expect(codeIn(dialog)).toHaveCount(0);
  await expectAccessibleInBothThemes(page, expectAccessible);
  await expectNoSidewaysScrolling(page);

  await test.step("what is missing or wrong is said beside the field", async () => {
    await button(dialog, "Confirmer").click();
    await expect(dialog.getByText("Le mot de passe est requis")).toBeVisible();
    await passwordIn(dialog).fill("pas le bon mot de passe");
    await passwordIn(dialog).press("Enter");
    await expect(dialog.getByText("Le mot de passe actuel est incorrect")).toBeVisible();
  });

  await test.step("Escape gives the refusal back calmly and keeps the form", async () => {
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("alert")).toHaveText("Confirmez votre identité pour continuer.");
    await expect(email).toHaveValue(invited);
    await expect(button(page, "Ajouter")).toBeFocused();
  });

  await test.step("after the password the invitation is made, and more need no other question", async () => {
    await button(page, "Ajouter").click();
    await passwordIn(dialog).fill(account.password);
    await passwordIn(dialog).press("Enter");
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`L'utilisateur ${invited} a été créé avec succès`)).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: invited })).toBeVisible();
    await page.getByRole("button", { name: `Nouveau lien d’activation pour ${invited}` }).click();
    await expect(page.getByText(`Lien d’activation de ${invited}`)).toBeVisible();
    await expect(dialog).toBeHidden();
  });
});

test("with a second factor the code is asked for too, above the dialog that asked first", async ({
  page,
  site,
  expectAccessible,
  allowConsole,
}) => {
  test.slow();
  allowConsole(/40[03]/);
  const account = await createAccount(site);
  await enter(page, site, account);
  const codes = await switchTwoFactorOn(page, site, account);
  await page.goto("/admin/dashboard/account");
  await ageSession(site, account);
  await button(page, "Nouveaux codes de récupération").click();
  const asking = page.getByRole("dialog", { name: "Nouveaux codes de récupération" });
  await passwordIn(asking).fill(account.password);
  await button(asking, "Créer les codes").click();

  const dialog = dialogOf(page);
  await expect(codeIn(dialog)).toBeVisible();
  await expect(passwordIn(dialog)).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(asking).toBeVisible();
  await expect(passwordIn(asking)).toHaveValue(account.password);

  await button(asking, "Créer les codes").click();
  await passwordIn(dialog).fill(account.password);
  await passwordIn(dialog).press("Enter");
  await expect(dialog.getByText("Le code de vérification est requis")).toBeVisible();
  await codeIn(dialog).fill("abcde-fghij");
  await codeIn(dialog).press("Enter");
  await expect(dialog.getByText("Ce code est incorrect ou a déjà servi")).toBeVisible();
  await codeIn(dialog).fill(codes[0] ?? "");
  await codeIn(dialog).press("Enter");
  await expect(page.getByRole("dialog", { name: "Vos codes de récupération" })).toBeVisible();
});

test("the export asks before the download begins, and declining starts none", async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/403/);
  const account = await createAccount(site);
  const word = uniqueWord();
  await storeSignups(site, "user", [{ name: word, email: `${word}@exemple.fr` }]);
  await enter(page, site, account);
  await page.goto("/admin/dashboard/signups");
  const link = page.getByRole("link", { name: "Exporter en CSV" });
  await expect(link).toBeVisible();
  await ageSession(site, account);
  const downloads: string[] = [];
  page.on("download", (download) => downloads.push(download.suggestedFilename()));
  await link.click();
  const dialog = dialogOf(page);
  await button(dialog, "Annuler").click();
  await expect(dialog).toBeHidden();
  await expect(link).toBeFocused();
  expect(downloads).toEqual([]);

  await link.click();
  await passwordIn(dialog).fill(account.password);
  const downloading = page.waitForEvent("download");
  await button(dialog, "Confirmer").click();
  expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);
  await expect(page).toHaveURL(/\/signups$/);
});

test("asked for by its bare address, the export answers with the refusal alone", async ({ page, site }) => {
  const account = await createAccount(site);
  await enter(page, site, account);
  await ageSession(site, account);
  const answer = await page.request.get("/api/admin/signups/user/export.csv");
  expect(answer.status()).toBe(403);
  expect(await answer.json()).toMatchObject({ error: { code: "reauthentication_required" } });
});

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

async function openSettings(page: Page): Promise<void> {
  await page.goto("/admin/dashboard/emails");
  await expect(page.getByRole("form", { name: "Paramètres d’envoi" })).toBeVisible();
}

/** Simulated, with a server and a password. */
async function arrangeSettings(page: Page, site: ServerProcess): Promise<void> {
  await saveSettings(page, site, {
    smtpHost: "smtp.tenue.example",
    smtpPort: 587,
    smtpUsername: "tenue",
    smtpPassword: "Lin & laine",
  });
}

test("an administrator sees the mail transport read-only, with the reason, and saves the rest", async ({
  page,
  site,
  expectAccessible,
}) => {
  const owner = await createAccount(site, { isSuperAdmin: true });
  await enter(page, site, owner);
  await arrangeSettings(page, site);
  await enter(page, site, await createAccount(site));
  await openSettings(page);
  await expect(
    page.getByText("Seul un super administrateur peut modifier la façon dont les e-mails partent."),
  ).toBeVisible();
  await expect(field(page, "Fournisseur")).toHaveValue("Serveur SMTP");
  await expect(field(page, "Serveur SMTP")).toHaveValue("smtp.tenue.example");
  for (const name of ["Fournisseur", "Serveur SMTP", "Port SMTP", "Identifiant SMTP"]) {
    await expect(field(page, name)).toHaveJSProperty("readOnly", true);
  }
  await expect(page.getByText("Enregistré, chiffré, jamais affiché.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remplacer : Mot de passe SMTP" })).toHaveCount(0);
  await expect(page.getByRole("switch", { name: "Mode simulation" })).toBeDisabled();
  await expectAccessibleInBothThemes(page, expectAccessible);
  await expectNoSidewaysScrolling(page);

  await field(page, "Nom de l’expéditeur").fill("Tenue, la bêta");
  await button(page, "Enregistrer").click();
  await expect(page.getByText("Paramètres enregistrés avec succès")).toBeVisible();
  await page.reload();
  await expect(field(page, "Nom de l’expéditeur")).toHaveValue("Tenue, la bêta");
});

test("another mail server is confirmed, loses the old password, and is told on the dashboard", async ({
  page,
  site,
  expectAccessible,
  allowConsole,
}) => {
  allowConsole(/403/);
  const account = await createAccount(site, { isSuperAdmin: true });
  await enter(page, site, account);
  await arrangeSettings(page, site);
  await site.sql("delete from admin_notices");
  await openSettings(page);
  await ageSession(site, account);
  await field(page, "Serveur SMTP").fill("smtp.ailleurs.example");
  await expect(page.getByText("saisissez à nouveau le mot de passe")).toBeVisible();
  await button(page, "Enregistrer").click();
  const dialog = dialogOf(page);
  await button(dialog, "Annuler").click();
  await expect(page.getByRole("alert").getByText("Confirmez votre identité pour continuer.")).toBeVisible();
  await expect(field(page, "Serveur SMTP")).toHaveValue("smtp.ailleurs.example");

  await button(page, "Enregistrer").click();
  await passwordIn(dialog).fill(account.password);
  await passwordIn(dialog).press("Enter");
  await expect(page.getByText("Paramètres enregistrés avec succès")).toBeVisible();
  await expect(page.getByLabel("Mot de passe SMTP", { exact: true })).toHaveValue("");

  await page.goto("/admin/dashboard");
  const notices = page.getByRole("list", { name: "Avis" });
  await expect(notices).toContainText("smtp.tenue.example:587, puis smtp.ailleurs.example:587");
  await expect(notices).toContainText(account.email);
  await expectAccessibleInBothThemes(page, expectAccessible);
  await expectNoSidewaysScrolling(page);
  await notices.getByRole("button", { name: /^J’ai compris/ }).click();
  await expect(notices).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goto("/admin/dashboard/journal");
  await expect(page.getByText("Serveur SMTP précédent : smtp.tenue.example").first()).toBeVisible();
});
