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
import { calm, expectAccessibleInBothThemes, storeSignups } from "./admin-support.ts";
import { expect, superAdmin, test } from "./fixtures.ts";

test.use(calm);

const api = "**/api/admin/email";

async function open(page: Page): Promise<void> {
  await page.goto("/admin/dashboard/emails?tab=templates");
  await expect(page.getByRole("list", { name: "Modèles" })).toBeVisible();
}

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const editor = (page: Page) => field(page, "Contenu");
const templates = (page: Page) => page.getByRole("list", { name: "Modèles" });

async function chooseTemplate(page: Page, name: string): Promise<void> {
  await templates(page).getByRole("button", { name }).click();
  await expect(page.getByRole("form", { name })).toBeVisible();
}

async function createTemplate(page: Page, name: string): Promise<void> {
  await button(page, "Nouveau modèle").click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Nom du modèle" }).fill(name);
  await button(page, "Créer le modèle").click();
  await expect(page.getByRole("form", { name })).toBeVisible();
}

test.beforeEach(async ({ adminPage: page, site }) => {
  await emptyMail(site);
  await saveSettings(page, site);
});

test.afterEach(async ({ adminPage: page, site }) => {
  await site.sql("delete from email_templates where event is null");
  await saveSettings(page, site);
});

test("a template is edited; unknown variables are pointed out; its preview is for a sample or a real person", async ({
  adminPage: page,
  allowConsole,
  site,
  expectAccessible,
}) => {
  allowConsole(frameNotice);
  allowConsole(/status of 400/); // nobody has that address
  await storeSignups(site, "user", [{ firstname: "Éloïse", name: "Brun", email: "eloise@exemple.fr" }]);
  await open(page);
  await expect(page.getByText("Aucun modèle sélectionné")).toBeVisible();
  await chooseTemplate(page, "Inscription refusée");
  await page.getByRole("switch", { name: "HTML" }).check();
  const content = field(page, "Contenu (HTML)");
  await expect(content).toHaveAttribute("rows", "15");
  const [before] = await site.sql(
    "select subject, content, is_active from email_templates where name = 'Inscription refusée'",
  );

  await field(page, "Objet").fill("");
  await content.fill(" ");
  await button(page, "Enregistrer").click();
  await expect(page.getByText("L'objet est requis")).toBeVisible();
  await expect(page.getByText("Le contenu est requis")).toBeVisible();

  await field(page, "Objet").fill("Pour ");
  await page.getByRole("button", { name: "Insérer une variable : objet" }).click();
  await page.getByRole("menuitem", { name: /firstName/ }).click();
  await expect(field(page, "Objet")).toHaveValue("Pour {{firstName}}");
  await content.fill(
    "<p>Bonjour {{firstName}} {{name}} {{prenom}}</p><script>document.title='piégé'</script>",
  );
  await expect(page.getByText("Variable inconnue")).toContainText("{{prenom}}");
  await expectAccessibleInBothThemes(page, expectAccessible);

  await button(page, "Aperçu").click();
  const dialog = page.getByRole("dialog", { name: "Aperçu du modèle" });
  const frame = dialog.frameLocator("iframe");
  await expect(frame.getByText("Bonjour Camille Durand")).toBeVisible();
  await expect(dialog.locator("iframe")).toHaveAttribute("sandbox", "");
  const person = dialog.getByRole("combobox", { name: "Voir comme ce destinataire" });
  await person.pressSequentially("élo");
  await expect(dialog.getByRole("option")).toHaveCount(1);
  await expectAccessible(page);
  await person.press("ArrowDown");
  await person.press("Enter");
  await expect(frame.getByText("Bonjour Éloïse Brun")).toBeVisible();
  await person.fill("personne@exemple.fr");
  await expect(dialog.getByText("Aucune inscription n’a cette adresse")).toBeVisible();
  await expect(page).not.toHaveTitle(/piégé/);
  await button(dialog, "Fermer").click();

  await page.getByRole("switch", { name: "Actif" }).check();
  await button(page, "Enregistrer").click();
  await expect(page.getByText("Modèle enregistré avec succès")).toBeVisible();
  const [after] = await site.sql(
    "select subject, is_active from email_templates where name = 'Inscription refusée'",
  );
  expect(after).toEqual({ subject: "Pour {{firstName}}", is_active: true });
  await site.sql(
    "update email_templates set subject = $1, content = $2, is_active = $3 where name = 'Inscription refusée'",
    [before?.subject, before?.content, before?.is_active],
  );
});

test("templates that cannot be read or saved say so", async ({ adminPage: page, allowConsole }) => {
  allowConsole(/status of 5\d\d/);
  await failing(page, `${api}/templates`);
  await page.goto("/admin/dashboard/emails?tab=templates");
  await expect(page.getByText("Erreur lors du chargement des données")).toBeVisible();
  await page.unroute(`${api}/templates`);
  await button(page, "Réessayer").click();
  await chooseTemplate(page, "Inscription approuvée");
  await failing(page, `${api}/templates/*`, { method: "PUT" });
  await button(page, "Enregistrer").click();
  await expect(page.getByText("Erreur lors de l'enregistrement du modèle")).toBeVisible();
});

test("a template of one's own is added, written, used, and deleted after a question", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await open(page);
  await button(page, "Nouveau modèle").click();
  await button(page, "Créer le modèle").click();
  await expect(page.getByText("Le nom du modèle est requis")).toBeVisible();
  await expectAccessibleInBothThemes(page, expectAccessible);
  await page.getByRole("dialog").getByRole("textbox", { name: "Nom du modèle" }).fill("Ouverture");
  await button(page, "Créer le modèle").click();
  await expect(page.getByRole("form", { name: "Ouverture" })).toBeVisible();
  await expect(page.getByRole("switch", { name: "Actif" })).toHaveCount(0);
  await field(page, "Nom du modèle").fill("La bêta ouvre");
  await field(page, "Objet").fill("C’est ouvert");
  await editor(page).fill("Entrez donc");
  await button(page, "Enregistrer").click();
  await expect(page.getByText("Modèle enregistré avec succès")).toBeVisible();
  await expectAccessibleInBothThemes(page, expectAccessible);

  await page.goto("/admin/dashboard/single-email");
  await button(page, "Partir d’un modèle").click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /La bêta ouvre/ })
    .click();
  await expect(page.getByRole("textbox", { name: "Sujet" })).toHaveValue("C’est ouvert");

  await page.goBack();
  await expect(page.getByRole("form", { name: "La bêta ouvre" })).toBeVisible();
  await button(page, "Supprimer").click();
  const question = page.getByRole("dialog", { name: "Supprimer ce modèle ?" });
  await expectAccessible(page);
  await button(question, "Garder le modèle").click();
  await button(page, "Supprimer").click();
  await button(question, "Supprimer le modèle").click();
  await expect(templates(page).getByRole("button", { name: /La bêta ouvre/ })).toHaveCount(0);
  await expect(page.getByText("Aucun modèle sélectionné")).toBeVisible();
  await expect(button(page, "Nouveau modèle")).toBeFocused();
  expect(await site.sql("select 1 from email_templates where event is null")).toEqual([]);
  await chooseTemplate(page, "Inscription refusée");
  await expect(button(page, "Supprimer")).toHaveCount(0);
});

test("an old text is looked at in the history, and becomes the newest", async ({
  adminPage: page,
  allowConsole,
  site,
  expectAccessible,
}) => {
  allowConsole(frameNotice);
  await open(page);
  await createTemplate(page, "Histoire");
  for (const text of ["Premier texte", "Second texte"]) {
    await editor(page).fill(text);
    await button(page, "Enregistrer").click();
    await expect
      .poll(async () => (await site.sql("select content from email_templates where event is null"))[0])
      .toEqual({ content: `<p>${text}</p>` });
  }
  await button(page, "Historique").click();
  const dialog = page.getByRole("dialog", { name: "Historique de « Histoire »" });
  const versions = dialog.getByRole("list", { name: "Versions" }).getByRole("button");
  await expect(versions).toHaveCount(3);
  await expect(versions.first()).toContainText("(actuelle)");
  await expect(versions.first()).toContainText(superAdmin.email);
  await expect(button(dialog, "Revenir à cette version")).toBeDisabled();
  await versions.nth(1).click();
  await expect(dialog.frameLocator("iframe").getByText("Premier texte")).toBeVisible();
  await expectAccessibleInBothThemes(page, expectAccessible);
  await button(dialog, "Revenir à cette version").click();
  await expect(dialog).toBeHidden();
  await expect(editor(page)).toHaveText("Premier texte");
  await expect
    .poll(async () => (await site.sql("select content, version from email_templates where event is null"))[0])
    .toEqual({ content: "<p>Premier texte</p>", version: 4 });
  await button(page, "Historique").click();
  await expect(versions).toHaveCount(4);
});

test("what is typed survives a reload, is asked about before it is left, and is given up on demand", async ({
  adminPage: page,
}) => {
  await open(page);
  await createTemplate(page, "Brouillon");
  await editor(page).fill("Pas encore enregistré");
  page.once("dialog", (leaving) => void leaving.accept());
  await page.reload();
  await expect(editor(page)).toHaveText("Pas encore enregistré");
  await expect(page.getByText("Vos dernières modifications ne sont pas enregistrées")).toBeVisible();
  await templates(page).getByRole("button", { name: "Inscription refusée" }).click();
  const question = page.getByRole("dialog", { name: "Quitter sans enregistrer ?" });
  await button(question, "Continuer à modifier").click();
  await button(page, "Les abandonner").click();
  await expect(editor(page)).toHaveText("Bonjour {{firstName}},");
  await editor(page).fill("Encore");
  await templates(page).getByRole("button", { name: "Inscription refusée" }).click();
  await button(question, "Quitter sans enregistrer").click();
  await expect(page.getByRole("form", { name: "Inscription refusée" })).toBeVisible();
  await templates(page).getByRole("button", { name: "Brouillon" }).click();
  await expect(editor(page)).toHaveText("Bonjour {{firstName}},");
});

test("exactly this draft is sent to oneself, saved or not", async ({ adminPage: page, site }) => {
  const mailbox = await startMailbox();
  try {
    await saveSettings(page, site, sendingTo(mailbox.port));
    await open(page);
    await createTemplate(page, "Test");
    await field(page, "Objet").fill("Un essai");
    await editor(page).fill("Pas encore enregistré");
    await button(page, "M’envoyer un test").click();
    await expect.poll(() => mailbox.mails.map((mail) => mail.recipient)).toEqual([superAdmin.email]);
    expect(mailbox.mails[0]?.text).toContain("Subject: [Test] Un essai");
    await button(page, "Enregistrer").click();
    await expect(page.getByText("Modèle enregistré avec succès")).toBeVisible();
  } finally {
    await mailbox.stop();
  }
});
