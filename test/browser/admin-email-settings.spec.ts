import type { Page } from "@playwright/test";
import {
  button,
  emptyMail,
  failing,
  frameNotice,
  saveSettings,
  sendingTo,
  startMailbox,
} from "./admin-email-support.ts";
import { calm, expectAccessibleInBothThemes } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

const api = "**/api/admin/email";

async function open(page: Page, tab?: "log"): Promise<void> {
  await page.goto(`/admin/dashboard/emails${tab ? `?tab=${tab}` : ""}`);
  await expect(page.getByRole("heading", { level: 1, name: "Gestion des Emails" })).toBeVisible();
}

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

test.beforeEach(async ({ adminPage: page, site }) => {
  await emptyMail(site);
  await saveSettings(page, site);
});

test.afterEach(async ({ adminPage: page, site }) => saveSettings(page, site));

test("settings are checked, saved and read again; simulation shows a blue banner", async ({
  adminPage: page,
  expectAccessible,
}) => {
  await open(page);
  const banner = page.getByText("Mode simulation activé");
  await expect(banner).toBeVisible();
  await expectAccessibleInBothThemes(page, expectAccessible);

  await field(page, "Nom de l’expéditeur").fill("");
  await field(page, "E-mail de l’expéditeur").fill("nulle part");
  await field(page, "Port SMTP").fill("70000");
  await button(page, "Enregistrer").click();
  await expect(page.getByText("Le nom de l’expéditeur est requis")).toBeVisible();
  await expect(page.getByText("Adresse email invalide")).toBeVisible();
  await expect(page.getByText("Le port doit être un nombre de 1 à 65535")).toBeVisible();
  await expect(field(page, "Nom de l’expéditeur")).toBeFocused();

  await field(page, "Nom de l’expéditeur").fill("Tenue, la bêta");
  await field(page, "E-mail de l’expéditeur").fill("beta@tenue.example");
  await field(page, "Adresse de réponse").fill("reponse@tenue.example");
  await field(page, "Serveur SMTP").fill("smtp.tenue.example");
  await expect(field(page, "Port SMTP")).toHaveAttribute("placeholder", "587");
  await field(page, "Port SMTP").fill("587");
  await page.getByRole("switch", { name: "Mode simulation" }).uncheck();
  await button(page, "Enregistrer").press("Enter");
  await expect(page.getByText("Paramètres enregistrés avec succès")).toBeVisible();
  await expect(button(page, "Enregistrer")).toBeFocused();
  await expect(banner).toBeHidden();

  await page.reload();
  await expect(field(page, "Nom de l’expéditeur")).toHaveValue("Tenue, la bêta");
  await expect(field(page, "Adresse de réponse")).toHaveValue("reponse@tenue.example");
  await expect(field(page, "Port SMTP")).toHaveValue("587");
  await expect(banner).toBeHidden();
});

test("a stored password is never shown; it can be replaced or removed", async ({ adminPage: page, site }) => {
  await open(page);
  await page.getByLabel("Mot de passe SMTP", { exact: true }).fill("Lin & laine");
  await button(page, "Enregistrer").click();
  await expect(page.getByText("Enregistré, chiffré, jamais affiché.")).toBeVisible();
  expect(await page.content()).not.toContain("Lin & laine");
  const secret = async () => {
    const [row] = await site.sql<{ smtp_password: string | null }>(
      "select smtp_password from email_settings",
    );
    return row?.smtp_password ?? null;
  };
  const first = await secret();
  expect(first).not.toBeNull();
  expect(first).not.toContain("Lin");

  await button(page, "Remplacer : Mot de passe SMTP").click();
  await page.getByLabel("Mot de passe SMTP", { exact: true }).fill("Velours");
  await button(page, "Enregistrer").click();
  await expect(button(page, "Retirer : Mot de passe SMTP")).toBeVisible();
  expect(await secret()).not.toBe(first);

  await button(page, "Retirer : Mot de passe SMTP").click();
  await expect(page.getByText("Sera retiré à l’enregistrement.")).toBeVisible();
  await button(page, "Enregistrer").click();
  await expect(page.getByLabel("Mot de passe SMTP", { exact: true })).toHaveValue("");
  await expect.poll(secret).toBeNull();
});

test("the connection is untested, then works or not, in the server's own words", async ({
  adminPage: page,
  site,
}) => {
  const mailbox = await startMailbox();
  try {
    await saveSettings(page, site, sendingTo(mailbox.port));
    await open(page);
    await expect(page.getByText("La connexion n'a pas encore été testée")).toBeVisible();
    await button(page, "Tester la connexion").click();
    await expect(page.getByText("Connexion réussie.")).toBeVisible();
    await button(page, "Envoyer un e-mail de test").click();
    await expect(page.getByText("E-mail de test envoyé à bonjour@tenue.example.")).toBeVisible();
    expect(mailbox.mails.map(({ recipient }) => recipient)).toEqual(["bonjour@tenue.example"]);
  } finally {
    await mailbox.stop();
  }
  await button(page, "Tester la connexion").click();
  await expect(page.getByText(/^Échec de la connexion: ./)).toBeVisible();
  await button(page, "Envoyer un e-mail de test").click();
  await expect(page.getByText(/^Échec de l'envoi: ./)).toBeVisible();
});

test("'Automatique' tries every provider that is set up and names the broken one", async ({
  adminPage: page,
  site,
}) => {
  const mailbox = await startMailbox();
  try {
    await saveSettings(page, site, {
      ...sendingTo(mailbox.port),
      preferredProvider: "auto",
      sendgridKey: "SG.wrong",
    });
    await open(page);
    await button(page, "Tester la connexion").click();
    await expect(page.getByText(/^Échec de la connexion: SendGrid : ./)).toBeVisible({ timeout: 20_000 });
    const tried = page.getByRole("list", { name: "Moyens d’envoi essayés" });
    await expect(tried.getByRole("listitem")).toHaveText([
      "Serveur SMTP : connexion réussie",
      "SendGrid : échec de la connexion",
    ]);
  } finally {
    await mailbox.stop();
  }
});

test("what fails is said with the specified words", async ({ adminPage: page, allowConsole }) => {
  allowConsole(/status of 5\d\d/);
  await failing(page, `${api}/settings`);
  await open(page);
  await expect(page.getByText("Erreur lors du chargement des données")).toBeVisible();
  await page.unroute(`${api}/settings`);
  await button(page, "Réessayer").click();
  await expect(field(page, "Nom de l’expéditeur")).toHaveValue("Tenue");

  await failing(page, `${api}/settings`, { method: "PUT" });
  await button(page, "Enregistrer").click();
  await expect(page.getByText("Erreur lors de l'enregistrement des paramètres")).toBeVisible();

  await failing(page, `${api}/settings/test`, { method: "POST" });
  await button(page, "Tester la connexion").click();
  await expect(page.getByText("Échec de la connexion: Une erreur inattendue est survenue")).toBeVisible();
  await failing(page, `${api}/test`, { method: "POST" });
  await button(page, "Envoyer un e-mail de test").click();
  await expect(page.getByText("Échec de l'envoi: Une erreur inattendue est survenue")).toBeVisible();

  await failing(page, `${api}/log/process`, { method: "POST" });
  await button(page, "Traiter emails en attente").click();
  await expect(
    page.getByText("Une erreur est survenue lors du traitement des emails en attente."),
  ).toBeVisible();
});

test("unsaved settings are not lost without a question", async ({ adminPage: page }) => {
  await open(page);
  await field(page, "Nom de l’expéditeur").fill("Tenue en cours");
  await page.getByRole("tab", { name: "Historique" }).click();
  const question = page.getByRole("dialog", { name: "Quitter sans enregistrer ?" });
  await button(question, "Continuer à modifier").click();
  await expect(field(page, "Nom de l’expéditeur")).toHaveValue("Tenue en cours");
  await page.getByRole("tab", { name: "Historique" }).click();
  await button(question, "Quitter sans enregistrer").click();
  await expect(page.getByText("Aucun e-mail pour le moment")).toBeVisible();
});

test("the log shows the newest 100, finds, filters, and goes on to the last", async ({
  adminPage: page,
  site,
  expectAccessible,
  isMobile,
}) => {
  await site.sql(
    `insert into email_log (recipient_email, recipient_name, subject, content, status, email_type, error_message, attempts, next_attempt_at, created_at)
     select 'p' || n || '@exemple.fr', 'Zoé ' || n, 'Message ' || n, '<p>Bonjour</p>',
            case when n = 1 then 'failed' when n = 2 then 'pending' else 'sent' end, 'transactional',
            case when n = 1 then '550 Boîte inconnue' when n = 2 then '451 Plus tard' end, 1,
            case when n = 2 then now() + interval '1 hour' end, now() - n * interval '1 second'
     from generate_series(1, 130) as n`,
  );
  await open(page, "log");
  await expect(page.getByText("100 e-mails affichés")).toBeVisible();
  const rows = isMobile
    ? page.getByRole("list", { name: "Historique des e-mails" }).getByRole("listitem")
    : page.getByRole("table", { name: "Historique des e-mails" }).locator("tbody tr");
  await expect(rows).toHaveCount(100);
  await expect(rows.nth(0)).toContainText("Échec");
  await expect(rows.nth(0)).toContainText("550 Boîte inconnue");
  await expect(rows.nth(1)).toContainText("En attente");
  await expect(rows.nth(1)).toContainText("Nouvel essai le");
  await button(page, "Afficher plus").click();
  await expect(rows).toHaveCount(130);
  await expect(button(page, "Afficher plus")).toBeHidden();

  await button(page, "Échecs").click();
  await expect(rows).toHaveCount(1);
  await expectAccessibleInBothThemes(page, expectAccessible);
  await page.getByRole("checkbox", { name: "Sélectionner l’e-mail à p1@exemple.fr" }).check();
  await button(page, "Relancer les échecs").click();
  const question = page.getByRole("dialog", { name: "Relancer 1 e-mail ?" });
  await expectAccessibleInBothThemes(page, expectAccessible);
  await button(question, "Ne pas relancer").click();
  await expect(question).toBeHidden();
  expect(await site.sql("select 1 from email_log where status = 'failed'")).toHaveLength(1);
  await button(page, "Relancer les échecs").click();
  await button(question, "Relancer 1 e-mail").click();
  await expect(page.getByText("1 e-mail remis en attente d’envoi.")).toBeVisible();
  await expect(page.getByText("Aucun e-mail ne correspond")).toBeVisible();
  await button(page, "Voir tous les e-mails").click();

  await page.getByRole("searchbox").fill("Message 77");
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/search=Message\+77/);
  await page.getByRole("searchbox").fill("personne");
  await expect(page.getByText("Aucun e-mail ne correspond")).toBeVisible();
});

test("what a hostile message holds does nothing in the log", async ({
  adminPage: page,
  allowConsole,
  site,
  expectAccessible,
}) => {
  allowConsole(frameNotice);
  await site.sql(
    `insert into email_log (recipient_email, recipient_name, subject, content, status, email_type)
     values ('h@exemple.fr', '<img src=x onerror=document.title=1>', '<script>document.title=1</script>',
             '<p onclick="top.document.title=1">Bonjour</p><script>top.document.title="piégé"</script><iframe src="/admin"></iframe>',
             'sent', 'transactional')`,
  );
  await open(page, "log");
  await page.getByRole("button", { name: "Contenu de l’e-mail à h@exemple.fr" }).click();
  const dialog = page.getByRole("dialog", { name: "<script>document.title=1</script>" });
  const frame = dialog.frameLocator("iframe");
  await frame.getByText("Bonjour").click();
  await expect(frame.locator("script, iframe")).toHaveCount(0);
  await expect(dialog.locator("iframe")).toHaveAttribute("sandbox", "");
  await expect(page).toHaveTitle(/^Réglages e-mail ·/);
  await expectAccessible(page);
});

test("pending messages are treated on request, ten at a time", async ({ adminPage: page, site }) => {
  const mailbox = await startMailbox();
  try {
    await site.sql(
      `insert into email_log (recipient_email, subject, content, status, email_type, attempts, next_attempt_at)
       select case when n = 1 then 'refus-attente@exemple.fr' else 'p' || n || '@exemple.fr' end, 'Bonjour', '<p>Bonjour</p>',
              'pending', 'transactional', 1, now() + interval '1 day'
       from generate_series(1, 3) as n`,
    );
    await saveSettings(page, site, sendingTo(mailbox.port));
    await open(page, "log");
    await button(page, "Traiter emails en attente").click();
    await expect(page.getByText("2 email(s) envoyé(s) avec succès, 1 échec(s).")).toBeVisible();
    await expect(page.getByText(/Boîte inconnue/)).toBeVisible();
    expect(mailbox.mails.map(({ recipient }) => recipient).sort()).toEqual([
      "p2@exemple.fr",
      "p3@exemple.fr",
    ]);
  } finally {
    await mailbox.stop();
  }
});
