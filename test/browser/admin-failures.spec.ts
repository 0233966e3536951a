import type { Page } from "@playwright/test";
import { storeSignups, uniqueWord } from "./admin-support.ts";
import { ensureSuperAdmin, expect, superAdmin, test } from "./fixtures.ts";

/** Answers that are not our API's: a proxy's page, and a fault of which the API knows no more. */
const strange = { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" };
const fault = { status: 500, json: { error: { code: "internal", message: "Une erreur est survenue." } } };
/** What our API has to say. */
const said = {
  status: 503,
  json: { error: { code: "unavailable", message: "Le service est momentanément indisponible." } },
};

async function failing(page: Page, method: string, pattern: string, answer: object): Promise<void> {
  await page.unroute(pattern);
  await page.route(pattern, (route) =>
    route.request().method() === method ? route.fulfill(answer) : route.fallback(),
  );
}

test("the login says what our API says, and its own sentence otherwise", async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/401|50[023]/);
  await ensureSuperAdmin(site);
  await page.goto("/admin");
  const submit = async () => {
    await page.getByRole("textbox", { name: "E-mail" }).fill(superAdmin.email);
    await page.getByRole("textbox", { name: "Mot de passe" }).fill(superAdmin.password);
    await page.getByRole("button", { name: "Se connecter" }).click();
  };
  const alert = page.getByRole("alert");
  const signIn = "**/api/auth/sign-in/email";

  for (const answer of [strange, fault]) {
    await failing(page, "POST", signIn, answer);
    await submit();
    await expect(alert).toHaveText("Une erreur s'est produite lors de la connexion");
  }
  await failing(page, "POST", signIn, said);
  await submit();
  await expect(alert).toHaveText("Le service est momentanément indisponible.");
  await page.unroute(signIn);

  // A browser that keeps no cookies: the password is right, and there is nobody.
  await page.route("**/api/auth/get-session", (route) => route.fulfill({ json: null }));
  await submit();
  await expect(alert).toHaveText("Erreur d'authentification");
  await page.unroute("**/api/auth/get-session");
});

test("the set-up says 'Failed to setup first admin' when nothing better is known", async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/502/);
  await ensureSuperAdmin(site);
  await page.route("**/api/setup", (route) =>
    route.request().method() === "POST"
      ? route.fulfill(strange)
      : route.fulfill({ json: { required: true } }),
  );
  await page.goto("/admin/setup#code=ABCDE-FGHJK-MNPQR-STUVW");
  await page.getByRole("textbox", { name: "E-mail" }).fill("quelquun@exemple.fr");
  await page.getByRole("button", { name: "Créer Admin" }).click();
  await expect(page.getByRole("alert")).toHaveText("Failed to setup first admin");
});

test("a list that cannot be read and a deletion that fails say so in their own words", async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  allowConsole(/50[023]/);
  const name = uniqueWord();
  await storeSignups(site, "user", [{ name, email: `${name}@exemple.fr` }]);
  const list = "**/api/admin/signups/user?*";
  await failing(page, "GET", list, fault);
  await page.goto(`/admin/dashboard/signups?search=${name}`);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Erreur: Erreur lors de la récupération des inscriptions");
  await page.unroute(list);
  await page.getByRole("button", { name: "Réessayer" }).click();

  await page.getByRole("button", { name: `Détails de Zoé ${name}` }).click();
  await page.getByRole("button", { name: "Supprimer" }).click();
  await failing(page, "DELETE", "**/api/admin/signups/user/*", strange);
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
  await expect(alert).toHaveText("Erreur lors de la suppression de l'inscription");
  await failing(page, "DELETE", "**/api/admin/signups/user/*", said);
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
  await expect(alert).toHaveText("Le service est momentanément indisponible.");
});

test("a question that cannot be saved keeps what was typed and says so", async ({
  adminPage: page,
  allowConsole,
}) => {
  allowConsole(/502/);
  await page.goto("/admin/dashboard/questionnaire");
  await page.getByRole("button", { name: "Ajouter" }).first().click();
  const question = page.getByRole("textbox", { name: /^Question/ });
  await question.fill("Quelle matière ?");
  await failing(page, "POST", "**/api/admin/questions", strange);
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Une erreur est survenue lors de l'enregistrement de la question.",
  );
  await expect(question).toHaveValue("Quelle matière ?");
});
