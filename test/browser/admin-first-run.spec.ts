import type { Page } from "@playwright/test";
import { readSetUpCode } from "#test/support/account-links.ts";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { calm } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

const account = { email: "premiere@tenue.example", password: "Soie sauvage, 1923" };

/** Values for the required fields of the site's form on a new installation. */
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

/** Sets up the first administrator from the address that the server prints. Also goes back to both links. */
async function setUp(page: Page, server: ServerProcess): Promise<void> {
  await page.goto(`${server.url}/admin`);
  await page.getByRole("link", { name: "first start? you must configure an admin account" }).click();
  await expect(page.getByRole("heading", { name: "Admin Setup" })).toBeFocused();
  const consoleAddress = `${server.url}/admin/setup#code=${readSetUpCode(server)}`;
  expect(server.output()).toContain(consoleAddress);
  await page.goto("about:blank");
  await page.goto(consoleAddress);
  await expect(page).toHaveURL(`${server.url}/admin/setup`);
  await page.getByRole("textbox", { name: "E-mail" }).fill(account.email);
  await page.getByRole("button", { name: "Créer Admin" }).click();
  await expect(page.getByRole("textbox", { name: "Compte" })).toHaveValue(account.email);
  const activation = page.url();
  await page.getByRole("textbox", { name: "Mot de passe", exact: true }).fill(account.password);
  await page.getByRole("textbox", { name: "Encore une fois" }).fill(account.password);
  await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
  await expect(page).toHaveURL(`${server.url}/admin/dashboard`);

  await page.goto(activation);
  await expect(page.getByRole("alert")).toContainText("Ce lien n’est plus valable");
  await page.goto(`${server.url}/admin/setup`);
  await expect(page.getByRole("main")).toContainText("Un administrateur est déjà configuré");
  await expect(page.getByRole("button", { name: "Créer Admin" })).toHaveCount(0);
  await page.goto(`${server.url}/admin/dashboard`);
}

test("the first steps lead from the link on the console to the first approved sign-up", {
  tag: "@mobile",
}, async ({ page, allowConsole }) => {
  test.setTimeout(240_000);
  allowConsole(/400|409/);
  const server = await startServerProcess({ entry: "build" });
  const line = page.getByRole("region", { name: "Premiers pas" });
  const next = (label: string) => line.getByRole("link", { name: label, exact: true });
  const save = page.getByRole("button", { name: "Enregistrer", exact: true });
  try {
    await setUp(page, server);
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
    // The page must not send requests to a server that is about to end.
    await page.goto("about:blank");
  } finally {
    await server.remove();
  }
});
