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

const recipient = (page: Page) => page.getByRole("combobox", { name: "E-mail du destinataire" });
const subject = (page: Page) => page.getByRole("textbox", { name: "Sujet" });
const content = (page: Page) => page.getByRole("textbox", { name: "Contenu" });

async function open(page: Page): Promise<void> {
  await page.goto("/admin/dashboard/single-email");
  await expect(page.getByRole("heading", { level: 1, name: "Envoyer un Email Individuel" })).toBeVisible();
}

test.beforeEach(async ({ adminPage: page, site }) => {
  await emptyMail(site);
  await saveSettings(page, site);
});

test.afterEach(async ({ adminPage: page, site }) => {
  await emptyMail(site);
  await saveSettings(page, site);
});

test("the recipient is completed from the sign-ups, by keyboard alone; any other address is typed", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await storeSignups(site, "user", [
    { firstname: "Zoé", name: "Lefèvre", email: "zoe@exemple.fr" },
    { firstname: "Anne", name: "Lefèvre", email: "anne@exemple.fr" },
  ]);
  await open(page);
  await recipient(page).pressSequentially("lefèv");
  await expect(page.getByRole("option")).toHaveCount(2);
  await expect(page.getByText("2 personnes proposées")).toBeAttached();
  await expect(recipient(page)).toHaveAttribute("aria-expanded", "true");
  await recipient(page).press("ArrowDown");
  await recipient(page).press("ArrowDown");
  const second = page.getByRole("option").nth(1);
  await expect(recipient(page)).toHaveAttribute(
    "aria-activedescendant",
    (await second.getAttribute("id")) ?? "",
  );
  await expectAccessibleInBothThemes(page, expectAccessible);
  await recipient(page).press("Enter");
  await expect(recipient(page)).toHaveValue("zoe@exemple.fr");
  await expect(page.getByRole("textbox", { name: "Nom du destinataire" })).toHaveValue("Zoé Lefèvre");
  await expect(recipient(page)).toHaveAttribute("aria-expanded", "false");
  await recipient(page).fill("personne@exemple.fr");
  await expect(page.getByRole("option")).toHaveCount(0);
  await expect(recipient(page)).not.toHaveAttribute("aria-activedescendant", /./);
});

test("the address of a sample is pointed out before anything is written", async ({
  adminPage: page,
  site,
}) => {
  await storeSignups(site, "user", [
    { firstname: "Zoé", name: "Lefèvre", email: "zoe@exemple.test" },
    { firstname: "Anne", name: "Lefèvre", email: "anne@exemple.test" },
  ]);
  await site.sql("update beta_signups set sample = true where email = 'zoe@exemple.test'");
  await open(page);
  await recipient(page).fill("zoe@exemple.test");
  const notice = page.getByText("Cette adresse est celle d’une inscription d’exemple");
  await expect(notice).toBeVisible();
  await recipient(page).fill("anne@exemple.test");
  await expect(notice).toBeHidden();
});

test("a template is the start of a message, and replaces nothing unasked", async ({
  adminPage: page,
  expectAccessible,
}) => {
  await open(page);
  await button(page, "Partir d’un modèle").click();
  const choice = page.getByRole("dialog", { name: "Partir d’un modèle" });
  await expectAccessibleInBothThemes(page, expectAccessible);
  await choice.getByRole("button", { name: /Inscription approuvée/ }).click();
  await expect(choice).toBeHidden();
  await expect(button(page, "Partir d’un modèle")).toBeFocused();
  await expect(subject(page)).not.toHaveValue("");
  await subject(page).fill("À moi");
  await button(page, "Partir d’un modèle").click();
  await choice.getByRole("button", { name: /Inscription refusée/ }).click();
  const question = page.getByRole("dialog", { name: "Remplacer votre texte ?" });
  await button(question, "Garder mon texte").click();
  await expect(question).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(choice).toBeHidden();
  await expect(subject(page)).toHaveValue("À moi");
  await button(page, "Partir d’un modèle").click();
  await choice.getByRole("button", { name: /Inscription refusée/ }).click();
  await button(question, "Remplacer").click();
  await expect(choice).toBeHidden();
  await expect(subject(page)).not.toHaveValue("À moi");
});

test("a draft is sent to whoever writes it, and to nobody else", async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 400/);
  const mailbox = await startMailbox();
  try {
    await saveSettings(page, site, sendingTo(mailbox.port));
    await open(page);
    await button(page, "M’envoyer un test").click();
    await expect(page.getByText("Le sujet est requis")).toBeVisible();
    await recipient(page).fill("zoe@exemple.fr");
    await subject(page).fill("Bonjour");
    await content(page).fill("Un essai");
    await button(page, "M’envoyer un test").click();
    await expect.poll(() => mailbox.mails.map((mail) => mail.recipient)).toEqual([superAdmin.email]);
    await expect(page.getByRole("alert").filter({ hasText: superAdmin.email })).toBeVisible();
    await expect(content(page)).toHaveText("Un essai");
  } finally {
    await mailbox.stop();
  }
});

test("it is looked at as that very recipient will see it, signed up or not", async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  allowConsole(frameNotice);
  await storeSignups(site, "user", [{ firstname: "Zoé", name: "Lefèvre", email: "zoe@exemple.fr" }]);
  await open(page);
  await subject(page).fill("Pour {{firstName}}");
  await content(page).fill("Bonjour {{firstName}} {{name}}");
  const shown = page.getByRole("dialog", { name: "Aperçu de l’e-mail" });
  const previewFor = async (address: string, text: string) => {
    await recipient(page).fill(address);
    await button(page, "Aperçu").click();
    await expect(shown.frameLocator("iframe").getByText(text, { exact: true })).toBeVisible();
    await button(shown, "Fermer").click();
    await expect(shown).toBeHidden();
  };
  await previewFor("", "Bonjour Camille Durand");
  await page.getByRole("textbox", { name: "Nom du destinataire" }).fill("Madame Petit");
  await previewFor("zoe@exemple.fr", "Bonjour Zoé Lefèvre");
  await previewFor("petit@exemple.fr", "Bonjour Madame Petit");
});

test("what this person got before is shown, opened, and a blocked address is pointed out", async ({
  adminPage: page,
  site,
  allowConsole,
  expectAccessible,
}) => {
  allowConsole(frameNotice);
  await open(page);
  await recipient(page).fill("zoe@exemple.fr");
  await expect(page.getByText("Aucun e-mail à cette adresse dans l’historique.")).toBeVisible();
  await subject(page).fill("Un premier mot");
  await content(page).fill("Bonjour à vous");
  await button(page, "Envoyer l’e-mail").click();
  await expect(page.getByText(/^MODE SIMULATION: L'email à zoe@exemple.fr/)).toBeVisible();
  await page.request.post("/api/admin/suppressions", {
    data: { email: "zoe@exemple.fr", reason: "complained" },
    headers: { origin: site.url },
  });
  await page.reload();
  await recipient(page).fill("zoe@exemple.fr");
  const received = page.getByRole("region", { name: "Déjà reçu" });
  await expect(received.getByRole("listitem")).toContainText(["Envoyé"]);
  await expect(page.getByText(/Motif\s: plainte pour spam/)).toBeVisible();
  await expectAccessibleInBothThemes(page, expectAccessible);
  await button(received, "Un premier mot").click();
  const message = page.getByRole("dialog", { name: "Un premier mot" });
  await expect(message.frameLocator("iframe").getByText("Bonjour à vous")).toBeVisible();
  await button(message, "Fermer").click();
  await expect(button(received, "Un premier mot")).toBeFocused();
  await site.sql("delete from suppressions");
});

test("the format is changed without losing words, formatting only after a question; a reload keeps all", async ({
  adminPage: page,
}) => {
  await open(page);
  await content(page).fill("Bonjour");
  await page.getByText("Texte simple", { exact: true }).click();
  await expect(content(page)).toHaveValue("Bonjour");
  await page.getByText("Mise en forme", { exact: true }).click();
  await page.getByRole("switch", { name: "HTML" }).check();
  await page.getByRole("textbox", { name: "Contenu (HTML)" }).fill("<h2>Titre</h2><p>Un<br>Deux</p>");
  await page.getByText("Texte simple", { exact: true }).click();
  const question = page.getByRole("dialog", { name: "Passer en texte simple ?" });
  await button(question, "Garder la mise en forme").click();
  await page.getByText("Texte simple", { exact: true }).click();
  await button(question, "Passer en texte simple").click();
  await expect(content(page)).toHaveValue("Titre\n\nUn\nDeux");
  await recipient(page).fill("zoe@exemple.fr");
  await page.reload();
  await expect(recipient(page)).toHaveValue("zoe@exemple.fr");
  await expect(content(page)).toHaveValue("Titre\n\nUn\nDeux");
});

test("a single message is checked, simulated, noted, and the form starts afresh", async ({
  adminPage: page,
  allowConsole,
  site,
  expectAccessible,
}) => {
  allowConsole(frameNotice);
  await page.goto("/admin/dashboard/single-email");
  await expect(page.getByRole("heading", { level: 1, name: "Envoyer un Email Individuel" })).toBeVisible();
  await button(page, "Envoyer l’e-mail").click();
  for (const message of [
    "L'email du destinataire est requis",
    "Le sujet est requis",
    "Le contenu est requis",
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await expectAccessibleInBothThemes(page, expectAccessible);
  await recipient(page).fill("zoe");
  await button(page, "Envoyer l’e-mail").click();
  await expect(page.getByText("Adresse email invalide")).toBeVisible();
  await recipient(page).fill("zoe@exemple.fr");
  await subject(page).fill("Bonjour");
  await page.getByText("Texte simple", { exact: true }).click();
  await content(page).fill("Ligne 1\n<b>pas du HTML</b>");
  await button(page, "Envoyer l’e-mail").click();
  await expect(
    page.getByText(
      "MODE SIMULATION: L'email à zoe@exemple.fr a été enregistré dans le journal, mais n'a PAS été réellement envoyé.",
    ),
  ).toBeVisible();
  await expect(recipient(page)).toHaveValue("");
  const rows = await site.sql("select status, email_type, error_message from email_log");
  expect(rows).toEqual([
    { status: "sent", email_type: "transactional", error_message: "Email simulé (pas d'envoi réel)" },
  ]);
  await page.goto("/admin/dashboard/emails?tab=log");
  await page.getByRole("button", { name: "Contenu de l’e-mail à zoe@exemple.fr" }).click();
  await expect(page.frameLocator("iframe").getByText("<b>pas du HTML</b>")).toBeVisible();
});

test("a single message really leaves, or fails with the server's words", async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 5\d\d/);
  const mailbox = await startMailbox();
  try {
    await saveSettings(page, site, sendingTo(mailbox.port));
    await page.goto("/admin/dashboard/single-email");
    await recipient(page).fill("zoe@exemple.fr");
    await subject(page).fill("Bonjour");
    await page.getByRole("switch", { name: "HTML" }).check();
    await page.getByRole("textbox", { name: "Contenu (HTML)" }).fill("<h1>Bonjour</h1>");
    await button(page, "Envoyer l’e-mail").click();
    await expect(page.getByText("L'email a été envoyé avec succès à zoe@exemple.fr.")).toBeVisible();
    expect(mailbox.mails.map((mail) => mail.recipient)).toEqual(["zoe@exemple.fr"]);
    expect(mailbox.mails[0]?.text).toContain("<h1");
    await expect(recipient(page)).toHaveValue("");

    await recipient(page).fill("refus@exemple.fr");
    await subject(page).fill("Bonjour");
    await page.getByRole("switch", { name: "HTML" }).uncheck();
    await content(page).fill("Bonjour");
    await button(page, "Envoyer l’e-mail").click();
    await expect(page.getByRole("alert").filter({ hasText: "Boîte inconnue" })).toBeVisible();
    await expect(recipient(page)).toHaveValue("refus@exemple.fr");
  } finally {
    await mailbox.stop();
  }
});

test("failures of a single message are told in the specified words", async ({
  adminPage: page,
  allowConsole,
}) => {
  allowConsole(/status of 5\d\d/);
  await failing(page, "**/api/admin/email/settings");
  await page.goto("/admin/dashboard/single-email");
  await expect(page.getByText("Impossible de récupérer les paramètres d'email")).toBeVisible();
  await recipient(page).fill("zoe@exemple.fr");
  await subject(page).fill("Bonjour");
  await content(page).fill("Bonjour");
  const refusals = [
    ["", "Une erreur s'est produite lors de l'envoi de l'email"],
    ["Échec de l'envoi de l'email", "Échec de l'envoi de l'email"],
    ["Échec de l'appel au script PHP: 500", "Échec de l'appel au script PHP: 500"],
    ["Une erreur inattendue est survenue", "Une erreur inattendue est survenue"],
  ] as const;
  for (const [message, shown] of refusals) {
    await failing(page, "**/api/admin/email/single", { method: "POST", status: 502, message });
    await button(page, "Envoyer l’e-mail").click();
    await expect(page.getByText(shown, { exact: true })).toBeVisible();
    await page.unroute("**/api/admin/email/single");
  }
});
