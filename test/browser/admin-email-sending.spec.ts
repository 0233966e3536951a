import type { Page } from "@playwright/test";
import { button, emptyMail, failing, saveSettings, sendingTo, startMailbox } from "./admin-email-support.ts";
import { calm, expectAccessibleInBothThemes, storeReaders } from "./admin-support.ts";
import { expect, superAdmin, test } from "./fixtures.ts";

test.use(calm);

const subject = (page: Page) => page.getByRole("textbox", { name: "Objet", exact: true });
const editor = (page: Page) => page.getByRole("textbox", { name: "Contenu" });
const sendButton = (page: Page) =>
  page
    .getByRole("form", { name: "E-mail à envoyer" })
    .getByRole("button", { name: /^Envoyer à|^Envoi en cours/ });

async function openBulk(page: Page): Promise<void> {
  await page.goto("/admin/dashboard/email-sender/new");
  await expect(page.getByRole("heading", { level: 1, name: "Envoi d'emails en masse" })).toBeVisible();
  await expect(editor(page)).toBeVisible();
}

async function write(page: Page, text = "Bonjour à vous"): Promise<void> {
  await subject(page).fill("La bêta ouvre");
  await editor(page).fill(text);
}

async function confirmSend(page: Page): Promise<void> {
  await sendButton(page).click();
  const question = page.getByRole("dialog", { name: "Envoyer cet e-mail ?" });
  await question.getByRole("button", { name: /^Envoyer à/ }).click();
  await expect(question).toBeHidden();
}

const approved = (count: number, name = "p") =>
  Array.from({ length: count }, (_, index) => ({
    name: "Lefèvre",
    email: `${name}${index}@exemple.fr`,
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

test("recipients are counted as they are chosen; nobody blocks the send", async ({
  adminPage: page,
  site,
  expectAccessible,
  isMobile,
}) => {
  await storeReaders(site, "user", [...approved(3), { name: "Brun", email: "attente@exemple.fr" }]);
  await storeReaders(site, "brand", approved(2, "marque"));
  await openBulk(page);
  await expect(sendButton(page)).toHaveText("Envoyer à 5 destinataires");
  const type = page.getByRole("combobox", { name: "Type de destinataires" });
  if (isMobile) {
    await expect(type).toBeHidden();
    await button(page, "Filtres").click();
  } else {
    await expect(button(page, "Filtres")).toBeHidden();
  }
  await type.selectOption("user");
  await expect(sendButton(page)).toHaveText("Envoyer à 3 destinataires");
  await page.getByRole("combobox", { name: "Statut" }).selectOption("pending");
  await expect(sendButton(page)).toHaveText("Envoyer à 1 destinataire");
  await page.getByRole("combobox", { name: "Statut" }).selectOption("rejected");
  await expect(page.getByText("Aucun destinataire ne correspond à vos critères de filtre")).toBeVisible();
  await expect(sendButton(page)).toBeDisabled();
  await expectAccessibleInBothThemes(page, expectAccessible);
});

test("subject and content are required", async ({ adminPage: page, site }) => {
  await storeReaders(site, "user", approved(1));
  await openBulk(page);
  await expect(sendButton(page)).toHaveText("Envoyer à 1 destinataire");
  await sendButton(page).click();
  await expect(page.getByText("L'objet est requis")).toBeVisible();
  await expect(page.getByText("Le contenu est requis")).toBeVisible();
  await expect(subject(page)).toBeFocused();
});

test("a simulated bulk send is noted in the log, and nothing leaves", async ({ adminPage: page, site }) => {
  await storeReaders(site, "user", approved(3));
  await storeReaders(site, "brand", [{ name: "Maison", email: "P0@exemple.fr", status: "approved" }]);
  await openBulk(page);
  await expect(page.getByText("Mode simulation activé")).toBeVisible();
  await write(page, "Bonjour {{firstName}}");
  await sendButton(page).click();
  await expect(
    page.getByText(
      "MODE SIMULATION: 3 email(s) ont été marqués comme envoyés dans le journal, mais aucun email réel n'a été envoyé.",
    ),
  ).toBeVisible();
  await openBulk(page);
  await expect(subject(page)).toHaveValue("");
  await page.goto("/admin/dashboard/emails?tab=log");
  await expect(page.getByText("Email simulé (pas d'envoi réel)")).toHaveCount(3);
  const rows = await site.sql("select distinct status, email_type, template_id from email_log");
  expect(rows).toEqual([{ status: "sent", email_type: "bulk", template_id: null }]);
});

test("a real bulk send reaches everybody once, and tells what was refused", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  const mailbox = await startMailbox();
  try {
    await storeReaders(site, "user", [
      ...approved(4),
      { name: "Brun", email: "refus@exemple.fr", status: "approved" },
    ]);
    await saveSettings(page, site, sendingTo(mailbox.port));
    await openBulk(page);
    await write(page);
    await sendButton(page).click();
    const question = page.getByRole("dialog", { name: "Envoyer cet e-mail ?" });
    await expect(question).toContainText("5 destinataires");
    await expectAccessibleInBothThemes(page, expectAccessible);
    await button(question, "Envoyer à 5 destinataires").click();
    await expect(page.getByText("Emails envoyés avec succès: 4. Échecs: 1.")).toBeVisible();
    expect(mailbox.mails.map(({ recipient }) => recipient).sort()).toEqual(
      approved(4).map(({ email }) => email),
    );
    await page.reload();
    await expect(page.getByText("Emails envoyés avec succès: 4. Échecs: 1.")).toBeVisible();
    await button(page, "Fermer").click();
    await expect(page.getByRole("region", { name: "Progression de l’envoi" })).toBeHidden();
    await expect(page.getByRole("link", { name: "La bêta ouvre" })).toBeVisible();
  } finally {
    await mailbox.stop();
  }
});

test("a running send is paused, found again after a reload, resumed and cancelled", { tag: "@once" }, async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  const mailbox = await startMailbox();
  try {
    await storeReaders(site, "user", approved(300));
    // Ten minutes of work: the send is still under way whatever this machine is doing.
    await saveSettings(page, site, { ...sendingTo(mailbox.port), pauseMs: 2_000 });
    await openBulk(page);
    await write(page);
    await confirmSend(page);
    const progress = page.getByRole("region", { name: "Progression de l’envoi" });
    await expect(progress).toContainText("En cours");
    await openBulk(page);
    await expect(sendButton(page)).toHaveText("Envoi en cours...");
    await expect(sendButton(page)).toBeDisabled();
    await page.getByRole("link", { name: "Tous les envois" }).click();
    await page.getByRole("link", { name: "La bêta ouvre" }).click();
    await button(progress, "Mettre en pause").click();
    await expect(progress).toContainText("En pause");
    await expectAccessibleInBothThemes(page, expectAccessible);

    await page.goto("/admin/dashboard/email-sender");
    await page.getByRole("link", { name: "La bêta ouvre" }).click();
    await expect(progress).toContainText("La bêta ouvre");
    await button(progress, "Reprendre").click();
    await expect(progress).toContainText("En cours");
    await button(progress, "Annuler l’envoi").click();
    const question = page.getByRole("dialog", { name: "Annuler cet envoi ?" });
    await button(question, "Annuler l’envoi").click();
    await expect(progress).toContainText(
      /Envoi annulé\. \d+ e-mails annulés ne partiront pas\. Emails envoyés/,
    );
    await expect(progress).toContainText("Échecs: 0.");
    await expect(progress).toContainText("Restants0");

    await page.goto("/admin/dashboard/emails?tab=log");
    await button(page, "Annulés").click();
    await expect(page.getByText("100 e-mails affichés")).toBeVisible();
    await expect(page.getByRole("checkbox")).toHaveCount(0);
    await expect(button(page, "Relancer les échecs")).toBeHidden();
    await expectAccessibleInBothThemes(page, expectAccessible);
  } finally {
    await mailbox.stop();
  }
});

test("a watched send goes on being told after its connection was refused and cut", { tag: "@once" }, async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource.*\/events\)$/s);
  const mailbox = await startMailbox();
  try {
    await storeReaders(site, "user", approved(8));
    await saveSettings(page, site, { ...sendingTo(mailbox.port), pauseMs: 2_000 });
    let opened = 0;
    await page.route("**/api/admin/campaigns/*/events", async (route) => {
      opened += 1;
      if (opened === 1) return route.fulfill({ status: 503, json: {} });
      if (opened === 2) return route.abort("connectionreset");
      return route.continue();
    });
    await openBulk(page);
    await write(page);
    await confirmSend(page);
    await expect(page.getByText("Emails envoyés avec succès: 8. Échecs: 0.")).toBeVisible({
      timeout: 60_000,
    });
    expect(opened).toBeGreaterThanOrEqual(3);
  } finally {
    await mailbox.stop();
  }
});

test("a mail server that is away is said at once, and tried again without anybody's doing", {
  tag: "@once",
}, async ({ adminPage: page, site, expectAccessible }) => {
  const gone = await startMailbox();
  await gone.stop();
  const mailbox = await startMailbox();
  try {
    await storeReaders(site, "user", approved(3));
    await saveSettings(page, site, sendingTo(gone.port));
    await openBulk(page);
    await write(page);
    await confirmSend(page);
    const progress = page.getByRole("region", { name: "Progression de l’envoi" });
    const notice = progress.getByRole("alert");
    await expect(notice).toContainText("Le serveur SMTP refuse la connexion");
    await expect(notice).toContainText("(ECONNREFUSED)");
    await expect(progress).toContainText("En cours");
    // Its patience ends within a minute; the server's own clock is not to be moved from here.
    await expect(progress).toContainText("En pause", { timeout: 60_000 });
    await expect(notice).toContainText(/Prochain essai à \d\d:\d\d \(dans /);
    await expect(button(progress, "Rester en pause")).toBeVisible();
    await expectAccessibleInBothThemes(page, expectAccessible);

    await saveSettings(page, site, sendingTo(mailbox.port));
    await site.sql("update campaigns set next_attempt_at = now()");
    await expect(progress).toContainText("Emails envoyés avec succès: 3. Échecs: 0.");
    await expect(progress).not.toContainText("Prochain essai");
    expect(mailbox.mails.map(({ recipient }) => recipient).sort()).toEqual(
      approved(3).map(({ email }) => email),
    );
  } finally {
    await mailbox.stop();
  }
});

test("one that is away is tried at once when somebody asks for it", async ({ adminPage: page, site }) => {
  const mailbox = await startMailbox();
  try {
    await storeReaders(site, "user", approved(3));
    await saveSettings(page, site, { ...sendingTo(mailbox.port), pauseMs: 60_000 });
    await openBulk(page);
    await write(page);
    await confirmSend(page);
    const progress = page.getByRole("region", { name: "Progression de l’envoi" });
    await expect(progress).toContainText("Envoyés1");
    await site.sql(
      `update campaigns set status = 'paused', paused_reason = 'Le serveur SMTP ne répond pas (ETIMEDOUT).',
       next_attempt_at = now() + interval '15 minutes'`,
    );
    await expect(progress.getByRole("alert")).toContainText(/\(dans 14 min \d\d s\)/);
    await saveSettings(page, site, sendingTo(mailbox.port));
    await button(progress, "Réessayer maintenant").click();
    await expect(progress).toContainText("Emails envoyés avec succès: 3. Échecs: 0.");
  } finally {
    await mailbox.stop();
  }
});

test("a second start of the same send shows the first one", async ({
  adminPage: page,
  site,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  await storeReaders(site, "user", approved(2));
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await openBulk(tab);
    await write(tab);
    await expect(sendButton(tab)).toHaveText("Envoyer à 2 destinataires");
  }
  // One tab after the other is looked at: the browser slows down the one that is not.
  await page.bringToFront();
  await sendButton(page).click();
  await expect(page.getByText(/^MODE SIMULATION: 2 email/)).toBeVisible();
  await other.bringToFront();
  await sendButton(other).click();
  await expect(other.getByText("Cet envoi a déjà été lancé.")).toBeVisible();
  await expect(other.getByText(/^MODE SIMULATION: 2 email/)).toBeVisible();
  // The second tab's text stays what it was by then: a draft.
  expect(await site.sql("select 1 from campaigns where status <> 'draft'")).toHaveLength(1);
  await other.close();
});

test("a send is scheduled on Paris clocks, shown, and cancelled", async ({ adminPage: page, site }) => {
  await storeReaders(site, "user", approved(2));
  await openBulk(page);
  await write(page);
  await page.getByRole("switch", { name: "Envoyer plus tard" }).check();
  const schedule = button(page.getByRole("form", { name: "E-mail à envoyer" }), "Programmer l’envoi");
  await schedule.click();
  await expect(page.getByText("Indiquez une date et une heure")).toBeVisible();
  const time = page.getByLabel("Date et heure d’envoi (heure de Paris)");
  await time.fill("2020-01-05T09:00");
  await schedule.click();
  await expect(page.getByText("La date d’envoi est déjà passée.")).toBeVisible();
  await time.fill("2099-01-05T09:00");
  await schedule.click();
  const progress = page.getByRole("region", { name: "Progression de l’envoi" });
  await expect(progress).toContainText("Départ le 5 janvier 2099");
  const [campaign] = await site.sql<{ scheduled_at: Date }>("select scheduled_at from campaigns");
  expect(campaign?.scheduled_at.toISOString()).toBe("2099-01-05T08:00:00.000Z");
  await button(progress, "Annuler l’envoi").click();
  await button(page.getByRole("dialog"), "Annuler l’envoi").click();
  await expect(progress).toContainText("Envoi annulé.");
});

test("a send that cannot start says why, and keeps what was written", async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 5\d\d/);
  await storeReaders(site, "user", approved(1));
  await openBulk(page);
  await write(page);
  await failing(page, "**/api/admin/campaigns/*/start", { method: "POST" });
  await sendButton(page).click();
  await expect(page.getByText("Échec de l'envoi des emails")).toBeVisible();
  await page.unroute("**/api/admin/campaigns/*/start");
  await failing(page, "**/api/admin/campaigns/*/start", {
    method: "POST",
    status: 502,
    message: "Impossible de récupérer les paramètres d'email",
  });
  await sendButton(page).click();
  await expect(page.getByText("Impossible de récupérer les paramètres d'email")).toBeVisible();
  await page.reload();
  await expect(subject(page)).toHaveValue("La bêta ouvre");
  await expect(editor(page)).toHaveText("Bonjour à vous");
});

test("a reload right after the last key loses nothing of what was written", async ({ adminPage: page }) => {
  await openBulk(page);
  await subject(page).fill("La bêta ouvre");
  // In one go: what is typed is kept 300 ms later at the latest, and a reload is quicker.
  await subject(page).evaluate((field: HTMLInputElement) => {
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    write?.call(field, "La bêta ouvre demain");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    location.reload();
  });
  await expect(subject(page)).toHaveValue("La bêta ouvre demain");
});

test("a session that ends loses nothing of what was written", async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/);
  await storeReaders(site, "user", approved(1));
  await openBulk(page);
  await write(page, "Un long message");
  await site.sql("delete from auth_sessions");
  await sendButton(page).click();
  await expect(page).toHaveURL(/\/admin$/);
  await page.getByRole("textbox", { name: "E-mail" }).fill(superAdmin.email);
  await page.getByRole("textbox", { name: "Mot de passe" }).fill(superAdmin.password);
  await button(page, "Se connecter").click();
  await expect(editor(page)).toHaveText("Un long message");
});
