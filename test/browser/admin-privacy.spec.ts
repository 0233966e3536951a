import type { Page } from "@playwright/test";
import { calm, storeReaders, storeSignups, uniqueWord } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

const person = (page: Page) => page.locator("section[aria-labelledby=found-person]");
const register = (page: Page) => page.getByRole("region", { name: "Registre des demandes" });

async function search(page: Page, email: string): Promise<void> {
  await page.goto("/admin/dashboard/privacy");
  const field = page.getByRole("textbox", { name: "Adresse e-mail de la personne" });
  await field.fill(email);
  await field.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: email })).toBeFocused();
}

test("a person is found, corrected, limited and erased in one screen", { tag: "@mobile" }, async ({
  adminPage: page,
  site,
}) => {
  const name = uniqueWord();
  const email = `${name}@exemple.fr`;
  await storeReaders(site, "user", [{ name, email }]);
  await storeSignups(site, "brand", [{ name, email }]);

  await search(page, email);
  await expect(person(page)).toContainText("Reçoit les actualités");
  await expect(person(page).getByRole("button", { name: "Rectifier" })).toHaveCount(2);
  await expect(page).not.toHaveURL(/exemple/);

  await person(page).getByRole("button", { name: "Rectifier" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Rectifier l’inscription" });
  await dialog.getByRole("textbox", { name: "Prénom" }).fill("Chloé");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(dialog).toBeHidden();
  await expect(person(page)).toContainText("Chloé");

  await person(page).getByRole("button", { name: "Limiter" }).click();
  await expect(person(page)).toContainText("Traitement limité");
  await expect(person(page)).toContainText("plus aucun e-mail");
  await person(page).getByRole("button", { name: "Lever la limitation" }).click();
  await expect(person(page).getByRole("button", { name: "Limiter" })).toBeVisible();

  const download = page.waitForEvent("download");
  await person(page).getByRole("button", { name: "Exporter" }).click();
  const copy = JSON.parse((await (await (await download).createReadStream()).toArray()).join("")) as object;
  expect(copy).toMatchObject({ email, signups: [{ firstname: "Chloé" }, { audience: "brand" }] });

  await person(page).getByRole("button", { name: "Effacer" }).click();
  await page.getByRole("button", { name: "Effacer ses données" }).click();
  await expect(person(page)).toBeHidden();
  expect(await site.sql("select 1 from beta_signups where email = $1", [email])).toEqual([]);
  await expect(register(page)).toContainText("Données effacées");
  await expect(register(page)).not.toContainText(name);
  await search(page, email);
  await expect(person(page)).toContainText("Effacement demandé");
});

test("an admin records a request, sees when it is due, and closes it by keyboard", async ({
  adminPage: page,
  site,
}) => {
  await site.sql("truncate privacy_requests");
  await page.goto("/admin/dashboard/privacy");
  await register(page).getByRole("button", { name: "Noter une demande" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Noter une demande" });
  await expect(dialog.getByLabel("Adresse e-mail de la personne")).toBeFocused();
  await page.keyboard.type("zoe");
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("Adresse email invalide");
  await page.keyboard.type("@exemple.fr");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(register(page).getByRole("row")).toHaveCount(2);
  await site.sql("update privacy_requests set received_at = now() - interval '25 days'");
  await page.reload();
  await expect(register(page)).toContainText("Urgent");

  await register(page).getByRole("button", { name: "Clore" }).press("Enter");
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
  await page.keyboard.type("Copie envoyée");
  await page.keyboard.press("Enter");
  await expect(register(page)).toContainText("Copie envoyée");
  await expect(register(page).getByRole("button", { name: "Clore" })).toHaveCount(0);
});
