import type { Page } from "@playwright/test";
import { createAccount, enter } from "./admin-accounts.ts";
import { button, emptyMail, saveSettings } from "./admin-email-support.ts";
import { calm } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

const desk = "/admin/dashboard/email-sender";
const subject = (page: Page) => page.getByRole("textbox", { name: "Objet", exact: true });
const editor = (page: Page) => page.getByRole("textbox", { name: "Contenu" });

/** Saves with 'Vérifier', which does not wait for a pause in typing. */
async function save(page: Page): Promise<void> {
  await button(page.getByRole("form", { name: "E-mail à envoyer" }), "Vérifier").click();
}

const expectSaved = (page: Page) =>
  expect(page.getByText(/^Brouillon enregistré à \d\d:\d\d$/)).toBeVisible();

test("two admins edit one draft: the second one to save sees both versions and decides", async ({
  adminPage: page,
  site,
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  await emptyMail(site);
  await saveSettings(page, site);
  await page.goto(`${desk}/new`);
  await subject(page).fill("Ma version");
  await editor(page).fill("Bonjour à vous");
  await save(page);
  await expectSaved(page);

  const account = await createAccount(site);
  const others = await browser.newContext();
  const other = await others.newPage();
  await enter(other, site, account);
  await other.goto(`${site.url}${desk}?group=draft`);
  await other.getByRole("link", { name: "Ma version" }).click();
  await expect(editor(other)).toHaveText("Bonjour à vous");
  await subject(other).fill("La leur");
  await other.getByRole("combobox", { name: "Type de destinataires" }).selectOption("user");
  await save(other);
  await expectSaved(other);
  await others.close();

  await subject(page).fill("Ma nouvelle version");
  await save(page);
  const dialog = page.getByRole("dialog", { name: "Modifié entre-temps" });
  await expect(dialog).toContainText(account.email);
  await expect(dialog).toContainText("La leur");
  await expect(dialog).toContainText("Ma nouvelle version");
  await button(dialog, "Enregistrer ma version").click();
  await expectSaved(page);
  expect(await site.sql("select subject, recipient_type, status from campaigns")).toEqual([
    { subject: "Ma nouvelle version", recipient_type: "user", status: "draft" },
  ]);
});
