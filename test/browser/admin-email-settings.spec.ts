import type { Page } from "@playwright/test";
import { expectNoSidewaysScrolling } from "./admin-accounts.ts";
import { button, emptyMail, frameNotice, saveSettings, startMailbox } from "./admin-email-support.ts";
import { calm } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

test.beforeEach(async ({ adminPage: page, site }) => {
  await emptyMail(site);
  await saveSettings(page, site);
});

test.afterEach(async ({ adminPage: page, site }) => saveSettings(page, site));

test("saved settings are read again without their password, and send a test message over SMTP", async ({
  adminPage: page,
}) => {
  const mailbox = await startMailbox();
  try {
    await page.goto("/admin/dashboard/emails");
    const banner = page.getByText("Mode simulation activé");
    await expect(banner).toBeVisible();
    await field(page, "Nom de l’expéditeur").fill("Tenue, la bêta");
    await field(page, "E-mail de l’expéditeur").fill("beta@tenue.example");
    await field(page, "Serveur SMTP").fill("127.0.0.1");
    await field(page, "Port SMTP").fill(String(mailbox.port));
    await page.getByLabel("Mot de passe SMTP", { exact: true }).fill("Lin & laine");
    await page.getByRole("switch", { name: "Mode simulation" }).uncheck();
    await button(page, "Enregistrer").click();
    await expect(page.getByText("Paramètres enregistrés avec succès")).toBeVisible();
    await expect(banner).toBeHidden();

    await page.reload();
    await expect(field(page, "Nom de l’expéditeur")).toHaveValue("Tenue, la bêta");
    await expect(page.getByText("Enregistré, chiffré, jamais affiché.")).toBeVisible();
    expect(await page.content()).not.toContain("Lin & laine");
    await expectNoSidewaysScrolling(page);
    await button(page, "Tester la connexion").click();
    await expect(page.getByText("Connexion réussie.")).toBeVisible();
    await button(page, "Envoyer un e-mail de test").click();
    await expect(page.getByText("E-mail de test envoyé à beta@tenue.example.")).toBeVisible();
    expect(mailbox.mails.map(({ recipient }) => recipient)).toEqual(["beta@tenue.example"]);
  } finally {
    await mailbox.stop();
  }
  await button(page, "Tester la connexion").click();
  await expect(page.getByText(/^Échec de la connexion: ./)).toBeVisible();
});

test("a hostile message in the log is shown without running", async ({
  adminPage: page,
  allowConsole,
  site,
}) => {
  allowConsole(frameNotice);
  await site.sql(
    `insert into email_log (recipient_email, recipient_name, subject, content, status, email_type)
     values ('h@exemple.fr', '<img src=x onerror=document.title=1>', '<script>document.title=1</script>',
             '<p onclick="top.document.title=1">Bonjour</p><script>top.document.title="piégé"</script><iframe src="/admin"></iframe>',
             'sent', 'transactional')`,
  );
  await page.goto("/admin/dashboard/emails?tab=log");
  await button(page, "Contenu de l’e-mail à h@exemple.fr").click();
  const dialog = page.getByRole("dialog", { name: "<script>document.title=1</script>" });
  const frame = dialog.frameLocator("iframe");
  await frame.getByText("Bonjour").click();
  await expect(frame.locator("script, iframe")).toHaveCount(0);
  await expect(dialog.locator("iframe")).toHaveAttribute("sandbox", "");
  await expect(page).toHaveTitle(/^Réglages e-mail ·/);
});
