import type { Page } from "@playwright/test";
import { readSetUpCode } from "#test/support/account-links.ts";
import type { ServerProcess } from "#test/support/server-process.ts";
import { calm } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

// A separate server without any account.
test.use({ ...calm, serverEnvironment: {} });

const account = { email: "premiere@tenue.example", password: "Soie sauvage, 1923" };

/** What the site's form asks for on a fresh installation; optional details are left empty. */
const owner: [RegExp, string][] = [
  [/^Société/, "Maison Tenue"],
  [/^Forme juridique/, "SAS au capital de 10 000 €"],
  [/^Siège/, "12 rue du Fil, 69001 Lyon"],
  [/^Immatriculation/, ""],
  [/^TVA/, ""],
  [/^Direction de la publication/, "Inès Tisserand"],
  [/^Téléphone$/, "04 00 00 00 00"],
  [/^Nom de l’hébergeur/, "Hébergeur du Rhône"],
  [/^Adresse de l’hébergeur/, "1 quai du Rhône, 69001 Lyon"],
  [/^Téléphone de l’hébergeur/, "04 00 00 00 01"],
  [/^Nom du prestataire/, "Messagerie du Rhône"],
  [/^Pays$/, "France"],
  [/^E-mail de contact/, "bonjour@maison-tenue.fr"],
  [/^Discussion de la communauté/, ""],
  [/^TikTok/, ""],
  [/^Instagram/, ""],
  [/^Projet suivi par.*nom$/, ""],
  [/^Projet accompagné par.*nom$/, ""],
];

/** From the address that the server prints to the dashboard. */
async function setUp(page: Page, site: ServerProcess): Promise<void> {
  await page.goto(`${site.url}/admin/setup#code=${readSetUpCode(site)}`);
  await page.getByRole("textbox", { name: "E-mail" }).fill(account.email);
  await page.getByRole("button", { name: "Créer Admin" }).click();
  await page.getByRole("textbox", { name: "Mot de passe", exact: true }).fill(account.password);
  await page.getByRole("textbox", { name: "Encore une fois" }).fill(account.password);
  await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
  await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
}

test("from the console's link to the first approved sign-up, one step leads to the next", {
  tag: "@mobile",
}, async ({ page, site }) => {
  test.setTimeout(240_000);
  const line = page.getByRole("region", { name: "Premiers pas" });
  const next = (label: string) => line.getByRole("link", { name: label, exact: true });
  const save = page.getByRole("button", { name: "Enregistrer", exact: true });
  await setUp(page, site);
  await expect(line).toContainText("0 étape sur 5 faite.");

  await next("Préparer le questionnaire").click();
  await expect(line).toContainText("Maintenant, ici : préparer le questionnaire");
  await page.getByRole("button", { name: "Partir d’un exemple" }).click();
  await expect(page.getByText("Quel style vous ressemble le plus")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(line).toContainText("1 étape sur 5 faite.");

  await next("Régler l’expéditeur").click();
  await expect(page.getByRole("heading", { level: 1, name: "Gestion des Emails" })).toBeFocused();
  const sender = page.getByRole("textbox", { name: "E-mail de l’expéditeur" });
  await expect(sender).toHaveValue("");
  await expect(sender).toHaveAccessibleDescription("À compléter");
  await sender.fill("bonjour@maison-tenue.fr");
  await save.click();
  await expect(line).toContainText("2 étapes sur 5 faites.");

  await next("Dire qui vous êtes sur le site").click();
  await expect(page.getByText("18 informations sont provisoires")).toBeVisible();
  await save.click();
  await expect(page.getByText("Enregistré : le site le dit dès maintenant.")).toBeVisible();
  await expect(line, "saved as it came, nothing is done").toContainText("2 étapes sur 5 faites.");
  for (const [name, value] of owner) await page.getByRole("textbox", { name }).fill(value);
  await save.click();
  await expect(page.getByText("informations sont provisoires")).toBeHidden();
  await expect(line).toContainText("3 étapes sur 5 faites.");

  await next("Recevoir une première inscription").click();
  await expect(page.getByText("Aucune inscription pour le moment")).toBeVisible();
  await page.getByRole("button", { name: "Ajouter des exemples" }).click();
  await expect(line).toContainText("4 étapes sur 5 faites.");
  await next("Approuver une première inscription").click();
  await page
    .getByRole("button", { name: /^Approuver/ })
    .first()
    .click();
  await expect(line).toContainText("votre première inscription est approuvée.");
  await next("Voir la suite sur le tableau de bord").click();

  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeFocused();
  await expect(line).toBeHidden();
  const toDo = page.getByRole("region", { name: "Ce qui reste à faire" });
  await expect(toDo).toContainText("7 étapes restent à faire");
  await expect(toDo.getByRole("link", { name: "Donner au site une adresse en https" })).toBeVisible();
});
