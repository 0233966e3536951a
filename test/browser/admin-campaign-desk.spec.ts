import type { Page } from "@playwright/test";
import { createAccount, enter } from "./admin-accounts.ts";
import { button, emptyMail, saveSettings, sendingTo, startMailbox } from "./admin-email-support.ts";
import { calm, expectAccessibleInBothThemes, storeReaders } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

const desk = "/admin/dashboard/email-sender";
const subject = (page: Page) => page.getByRole("textbox", { name: "Objet", exact: true });
const editor = (page: Page) => page.getByRole("textbox", { name: "Contenu" });
const saved = (page: Page) => page.getByText(/^Brouillon enregistré à \d\d:\d\d$/);
const form = (page: Page) => page.getByRole("form", { name: "E-mail à envoyer" });

const approved = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ name: "Lefèvre", firstname: "Zoé", email: `p${index}@exemple.fr`, status: "approved" },
  }));

async function writeDraft(page: Page, title: string, text = "Bonjour à vous"): Promise<string> {
  await page.goto(`${desk}/new`);
  await subject(page).fill(title);
  await editor(page).fill(text);
  await expect(saved(page)).toBeVisible();
  await expect(page).toHaveURL(/\?draft=/);
  return new URL(page.url()).searchParams.get("draft") ?? "";
}

/** The chart of a campaign that sent 3 and failed 1: pointer, keys, picture and table tell the same. */
async function expectExplored(page: Page): Promise<void> {
  const panel = page.getByRole("region", { name: "Au fil du temps" });
  await panel.locator(".chart-surface .chart-shape").first().hover();
  await expect(panel.getByText("Envoyés: 3")).toBeVisible();
  await expect(panel.getByText("Échecs: 1")).toBeVisible();
  const picture = page.waitForEvent("download");
  await panel.getByRole("button", { name: "Enregistrer « Au fil du temps » en PNG" }).press("Enter");
  expect((await picture).suggestedFilename()).toBe("envoi-au-fil-du-temps.png");
  await page.keyboard.press("Tab");
  await expect(panel.getByRole("application", { name: "Au fil du temps" })).toBeFocused();
  await expect(panel.getByRole("status")).toHaveText(/: Envoyés 3, Échecs 1$/);
  await expect(panel.locator(".chart-marked")).toHaveCount(1);
  await panel.getByText("Voir les chiffres heure par heure").click();
  const table = panel.getByRole("table", { name: "Chiffres de l’envoi, heure par heure" });
  await expect(table.getByRole("rowheader")).toHaveCount(1);
  await expect(table.getByRole("row").last()).toHaveText(/31000$/);
}

test.beforeEach(async ({ adminPage: page, site }) => {
  await emptyMail(site);
  await saveSettings(page, site);
});

test("an empty desk says what to do, and N begins a message", async ({
  adminPage: page,
  expectAccessible,
  isMobile,
}) => {
  await page.goto(desk);
  await expect(page.getByText("Votre premier envoi commence ici")).toBeVisible();
  await expectAccessibleInBothThemes(page, expectAccessible);
  if (isMobile) await page.getByRole("link", { name: "Nouvel envoi" }).click();
  else await page.keyboard.press("n");
  await expect(page).toHaveURL(`${desk}/new`.replace(/^/, new URL(page.url()).origin));
  // While something is typed an N is a letter.
  await subject(page).pressSequentially("non");
  await expect(subject(page)).toHaveValue("non");
});

test("a draft is saved by itself, found on the desk by others, and deleted", async ({
  adminPage: page,
  site,
  expectAccessible,
  browser,
}) => {
  const id = await writeDraft(page, "La bêta ouvre");
  await expectAccessibleInBothThemes(page, expectAccessible);
  expect(await site.sql("select subject, status, version from campaigns")).toMatchObject([
    { subject: "La bêta ouvre", status: "draft" },
  ]);
  const others = await browser.newContext();
  const other = await others.newPage();
  await enter(other, site, await createAccount(site));
  await other.goto(`${site.url}${desk}?group=draft`);
  await other.getByRole("link", { name: "La bêta ouvre" }).click();
  await expect(editor(other)).toHaveText("Bonjour à vous");
  await others.close();

  await page.goto(`${desk}/${id}`);
  await expect(subject(page)).toHaveValue("La bêta ouvre");
  await subject(page).fill("La bêta ouvre demain");
  await expect(saved(page)).toBeVisible();
  await button(page, "Supprimer le brouillon").click();
  await button(page.getByRole("dialog"), "Supprimer").click();
  await expect(page.getByText("Votre premier envoi commence ici")).toBeVisible();
  await page.goto(`${desk}/new`);
  await expect(subject(page)).toHaveValue("");
});

test("what is typed survives a lost network, and is saved once it is back", async ({
  adminPage: page,
  site,
  context,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await writeDraft(page, "Avant");
  await context.setOffline(true);
  await subject(page).fill("Après");
  await expect(page.getByText(/^Non enregistré, gardé dans cet onglet/)).toBeVisible();
  await context.setOffline(false);
  await expect(saved(page)).toBeVisible({ timeout: 15_000 });
  expect(await site.sql("select subject from campaigns")).toEqual([{ subject: "Après" }]);
});

test("two who write one draft: the second sees both and decides", async ({
  adminPage: page,
  site,
  expectAccessible,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  await writeDraft(page, "Ma version");
  await site.sql(
    "update campaigns set subject = 'La leur', recipient_type = 'user', version = version + 1, updated_by = 'autre@tenue.example'",
  );
  await subject(page).fill("Ma nouvelle version");
  const dialog = page.getByRole("dialog", { name: "Modifié entre-temps" });
  await expect(dialog).toContainText("autre@tenue.example");
  await expect(dialog).toContainText("La leur");
  await expect(dialog).toContainText("Ma nouvelle version");
  await expectAccessibleInBothThemes(page, expectAccessible);
  await button(dialog, "Enregistrer ma version").click();
  await expect(saved(page)).toBeVisible();
  expect(await site.sql("select subject, recipient_type from campaigns")).toEqual([
    { subject: "Ma nouvelle version", recipient_type: "user" },
  ]);
});

test("the check list is looked at before it leaves: errors keep it, remarks are ticked", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  const mailbox = await startMailbox();
  try {
    await storeReaders(site, "user", approved(2));
    await saveSettings(page, site, sendingTo(mailbox.port));
    await writeDraft(page, "LA GRANDE OUVERTURE", "Bonjour {{prenom}}");
    await button(form(page), "Vérifier").click();
    const checks = page.getByRole("region", { name: "Avant l’envoi" });
    await expect(checks).toContainText("{{prenom}}");
    await expect(checks).toContainText("tout en majuscules");
    await expectAccessibleInBothThemes(page, expectAccessible);
    await form(page)
      .getByRole("button", { name: /^Envoyer à 2/ })
      .click();
    const question = page.getByRole("dialog", { name: "Envoyer cet e-mail ?" });
    const confirm = question.getByRole("button", { name: /^Envoyer à 2/ });
    await expect(question).toContainText("inconnue");
    await expect(confirm).toBeDisabled();
    await button(question, "Revenir au message").click();
    await editor(page).fill("Bonjour {{firstName}}");
    await form(page)
      .getByRole("button", { name: /^Envoyer à 2/ })
      .click();
    await expect(question.getByRole("checkbox")).toBeVisible();
    await expect(confirm).toBeDisabled();
    await expectAccessibleInBothThemes(page, expectAccessible);
    await question.getByRole("checkbox").check();
    await confirm.click();
    await expect(page.getByText("Emails envoyés avec succès: 2. Échecs: 0.")).toBeVisible();
    expect(mailbox.mails).toHaveLength(2);
  } finally {
    await mailbox.stop();
  }
});

test("a campaign has a page: figures, its log by outcome, a copy, and those who did not get it", async ({
  adminPage: page,
  site,
  expectAccessible,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const mailbox = await startMailbox();
  try {
    await storeReaders(site, "user", [
      ...approved(3),
      { name: "Brun", email: "refus-bureau@exemple.fr", status: "approved" },
    ]);
    await saveSettings(page, site, sendingTo(mailbox.port));
    await writeDraft(page, "La bêta ouvre");
    await form(page)
      .getByRole("button", { name: /^Envoyer à 4/ })
      .click();
    await page
      .getByRole("dialog", { name: "Envoyer cet e-mail ?" })
      .getByRole("button", { name: /^Envoyer à 4/ })
      .click();
    await expect(page.getByText("Emails envoyés avec succès: 3. Échecs: 1.")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("img", { name: /envoyés 3, échecs 1/ })).toBeVisible();
    await expectExplored(page);
    const entries = page.getByRole("list", { name: "E-mails de cet envoi" }).getByRole("listitem");
    await expect(entries).toHaveCount(4);
    await button(page, "Échecs").click();
    await expect(entries).toHaveCount(1);
    await expect(entries).toContainText("Boîte inconnue");
    await expectAccessibleInBothThemes(page, expectAccessible);

    await button(page, "Dupliquer").click();
    await expect(subject(page)).toHaveValue("La bêta ouvre");
    await expect(page).toHaveURL(/\?draft=/);
    await page.getByRole("link", { name: "Tous les envois" }).click();
    await expect(button(page, "Brouillons (1)")).toBeVisible();
    await button(page, "Terminés (1)").click();
    await expectAccessibleInBothThemes(page, expectAccessible);
    await page.getByRole("link", { name: "La bêta ouvre" }).click();

    await site.sql(
      "update beta_signups set email = 'revenu@exemple.fr' where email = 'refus-bureau@exemple.fr'",
    );
    await button(page, "Renvoyer à ceux qui ne l’ont pas reçu").click();
    const question = page.getByRole("dialog", { name: "Renvoyer à ceux qui ne l’ont pas reçu ?" });
    await expectAccessibleInBothThemes(page, expectAccessible);
    await button(question, "Renvoyer").click();
    await expect(question.getByRole("alert")).toContainText("Il n’y a personne à qui renvoyer ce message.");
  } finally {
    await mailbox.stop();
  }
});
