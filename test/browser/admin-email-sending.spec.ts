import type { Page } from "@playwright/test";
import { button, emptyMail, saveSettings, sendingTo, startMailbox } from "./admin-email-support.ts";
import { calm, storeReaders } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

const progressOf = (page: Page) => page.getByRole("region", { name: "Progression de l’envoi" });

/** Writes a message to all people of the filters and confirms the send. */
async function sendBulk(page: Page, people: number): Promise<void> {
  await page.goto("/admin/dashboard/email-sender/new");
  await page.getByRole("textbox", { name: "Objet", exact: true }).fill("La bêta ouvre");
  await page.getByRole("textbox", { name: "Contenu" }).fill("Bonjour à vous");
  const send = `Envoyer à ${people} destinataires`;
  await button(page.getByRole("form", { name: "E-mail à envoyer" }), send).click();
  const question = page.getByRole("dialog", { name: "Envoyer cet e-mail ?" });
  await button(question, send).click();
  await expect(question).toBeHidden();
}

const approved = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: "Lefèvre",
    email: `p${index}@exemple.fr`,
    status: "approved",
  }));

test.beforeEach(async ({ adminPage: page, site }) => {
  await emptyMail(site);
  await saveSettings(page, site);
});

test.afterEach(async ({ adminPage: page, site }) => {
  await emptyMail(site);
  await saveSettings(page, site);
});

test("a real bulk send reaches every recipient once and lists the refused recipients", async ({
  adminPage: page,
  site,
}) => {
  const mailbox = await startMailbox();
  try {
    await storeReaders(site, "user", [
      ...approved(4),
      { name: "Brun", email: "refus@exemple.fr", status: "approved" },
    ]);
    // This brand has the address of a user, so it gets no second message.
    await storeReaders(site, "brand", [{ name: "Maison", email: "P0@exemple.fr", status: "approved" }]);
    await saveSettings(page, site, sendingTo(mailbox.port));
    await sendBulk(page, 5);
    const summary = page.getByText("Emails envoyés avec succès: 4. Échecs: 1.");
    await expect(summary).toBeVisible();
    expect(mailbox.mails.map(({ recipient }) => recipient.toLowerCase()).sort()).toEqual(
      approved(4).map(({ email }) => email),
    );
    await page.reload();
    await expect(summary).toBeVisible();
    await button(page, "Échecs").click();
    await expect(page.getByRole("list", { name: "E-mails de cet envoi" })).toContainText("Boîte inconnue");
    await button(page, "Fermer").click();
    await expect(page.getByRole("link", { name: "La bêta ouvre" })).toBeVisible();
  } finally {
    await mailbox.stop();
  }
});

test("a running send is paused, found again after a reload, resumed and cancelled", async ({
  adminPage: page,
  site,
}) => {
  const mailbox = await startMailbox();
  try {
    await storeReaders(site, "user", approved(300));
    // The send takes ten minutes, so it is still under way even on a busy machine.
    await saveSettings(page, site, { ...sendingTo(mailbox.port), pauseMs: 2_000 });
    await sendBulk(page, 300);
    const progress = progressOf(page);
    await expect(progress).toContainText("En cours");
    await button(progress, "Mettre en pause").click();
    await expect(progress).toContainText("En pause");

    await page.reload();
    await expect(progress).toContainText("En pause");
    await page.getByRole("link", { name: "Tous les envois" }).click();
    await page.getByRole("link", { name: "La bêta ouvre" }).click();
    await button(progress, "Reprendre").click();
    await expect(progress).toContainText("En cours");
    await button(progress, "Annuler l’envoi").click();
    await button(page.getByRole("dialog", { name: "Annuler cet envoi ?" }), "Annuler l’envoi").click();
    await expect(progress).toContainText(
      /Envoi annulé\. \d+ e-mails annulés ne partiront pas\. Emails envoyés/,
    );
    await expect(progress).toContainText("Échecs: 0.");
    await expect(progress).toContainText("Restants0");

    await page.goto("/admin/dashboard/emails?tab=log");
    await button(page, "Annulés").click();
    await expect(page.getByText("100 e-mails affichés")).toBeVisible();
    // Cancelled messages cannot be sent again, so there is nothing to choose.
    await expect(page.getByRole("checkbox")).toHaveCount(0);
    await expect(button(page, "Relancer les échecs")).toBeHidden();
  } finally {
    await mailbox.stop();
  }
});

test("a send with an unreachable mail server shows that at once, and reaches every recipient once after the retry", async ({
  adminPage: page,
  site,
}) => {
  const gone = await startMailbox();
  await gone.stop();
  const mailbox = await startMailbox();
  try {
    await storeReaders(site, "user", approved(3));
    await saveSettings(page, site, sendingTo(gone.port));
    await sendBulk(page, 3);
    const progress = progressOf(page);
    const notice = progress.getByRole("alert");
    await expect(notice).toContainText("Le serveur SMTP refuse la connexion");
    await expect(notice).toContainText("(ECONNREFUSED)");
    // The server does this automatically within a minute, which server/mail/sending/outage.api.test.ts tests.
    await site.sql("update campaigns set status = 'paused', next_attempt_at = now() + interval '15 minutes'");
    await expect(notice).toContainText(/Prochain essai à \d\d:\d\d \(dans 14 min \d\d s\)/);
    await saveSettings(page, site, sendingTo(mailbox.port));
    await button(progress, "Réessayer maintenant").click();
    await expect(progress).toContainText("Emails envoyés avec succès: 3. Échecs: 0.");
    expect(mailbox.mails.map(({ recipient }) => recipient).sort()).toEqual(
      approved(3).map(({ email }) => email),
    );
  } finally {
    await mailbox.stop();
  }
});
