import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { code, fakeAccounts, password, recoveryCodes } from "#test/support/ui/accounts-fake.ts";
import { type FakeAnswers, refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";

const email = () => page.getByRole("textbox", { name: "E-mail" });
const send = () => page.getByRole("button", { name: "Se connecter" });
const alert = () => page.getByRole("alert");

async function openLogin(changes: FakeAnswers = {}, initial: Parameters<typeof fakeAccounts>[0] = {}) {
  const { answers, state } = fakeAccounts({ signedIn: false, ...initial });
  const admin = await openAdmin("/admin", { ...answers, ...changes });
  await expect.element(page.getByRole("heading", { level: 1, name: "Admin space" })).toBeVisible();
  return { ...admin, state };
}

async function signIn(typed = password): Promise<void> {
  await email().fill(superAdmin.email);
  await page.getByRole("textbox", { name: "Mot de passe" }).fill(typed);
  await send().click();
}

test("the login names the missing fields and focuses the first one", async () => {
  await openLogin();
  await send().click();
  await expect.element(page.getByText("L'email est requis")).toBeVisible();
  await expect.element(page.getByText("Le mot de passe est requis")).toBeVisible();
  await expect.element(email()).toHaveFocus();
});

test("the login begins with a skip link, and the keyboard can show its password", async () => {
  await openLogin();
  const skip = page.getByRole("link", { name: "Aller au contenu" });
  expect(document.querySelector("a, button, input")).toBe(skip.element());
  expect(document.querySelector(skip.element().getAttribute("href") ?? "")).toBe(
    page.getByRole("main").element(),
  );
  const eye = page.getByRole("button", { name: "Afficher ou masquer le mot de passe" });
  expect(eye.element().querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
  page.getByRole("textbox", { name: "Mot de passe" }).element().focus();
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(eye).toHaveFocus();
  await expect.element(page.getByRole("textbox", { name: "Mot de passe" })).toHaveAttribute("type", "text");
});

test("a wrong password shows a message, and the right one opens the dashboard", async () => {
  const { address } = await openLogin();
  await signIn("pas le bon mot de passe");
  await expect.element(alert()).toHaveTextContent("E-mail ou mot de passe incorrect");
  await signIn();
  await expect.poll(address).toBe("/admin/dashboard");
});

test("an administrator who is signed in already is led from the login to the dashboard", async () => {
  const { address } = await openAdmin("/admin", fakeAccounts().answers);
  await expect.poll(address).toBe("/admin/dashboard");
});

test("the login leads back to the page that was asked for, and to the dashboard after a logout", async () => {
  const { answers } = fakeAccounts({ signedIn: false });
  const { address } = await openAdmin("/admin/dashboard/brands?search=lin", answers);
  await expect.element(send()).toBeVisible();
  await expect.element(alert()).not.toBeInTheDocument();
  await signIn();
  await expect.poll(address).toBe("/admin/dashboard/brands?search=lin");
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await expect.element(send()).toBeVisible();
  await signIn();
  await expect.poll(address).toBe("/admin/dashboard");
});

test("the login offers the set-up while there is no administrator", async () => {
  await openLogin({}, { setUpRequired: true });
  const link = page.getByRole("link", { name: "first start? you must configure an admin account" });
  await expect.element(link).toHaveAttribute("href", "/admin/setup");
});

test.each([
  [
    "a proxy's page",
    () => new Response("<h1>Bad gateway</h1>", { status: 502 }),
    "Une erreur s'est produite lors de la connexion",
  ],
  [
    "a fault inside",
    () => refuse(500, { code: "internal", message: "Une erreur est survenue." }),
    "Une erreur s'est produite lors de la connexion",
  ],
  [
    "a refusal of our API",
    () => refuse(503, { code: "unavailable", message: "Le service est momentanément indisponible." }),
    "Le service est momentanément indisponible.",
  ],
])("the login answers %s with the right sentence", async (_, answer, sentence) => {
  await openLogin({ "POST /api/auth/sign-in/email": answer });
  await signIn();
  await expect.element(alert()).toHaveTextContent(sentence);
});

test("a browser without cookies gets an explanation after the right password", async () => {
  await openLogin({ "GET /api/auth/get-session": () => new Response("null") });
  await signIn();
  await expect.element(alert()).toHaveTextContent("Erreur d'authentification");
});

const withTwoFactors = { me: { ...superAdmin, twoFactorEnabled: true } };

test("an account with two factors is asked for a code, and a wrong one is refused", async () => {
  const { address } = await openLogin({}, withTwoFactors);
  await signIn();
  const field = page.getByRole("textbox", { name: "Code de vérification" });
  await expect.element(field).toHaveFocus();
  await field.fill("000000");
  await userEvent.keyboard("{Enter}");
  await expect.element(alert()).toHaveTextContent("Ce code est incorrect ou a déjà servi");
  await field.fill(code);
  await userEvent.keyboard("{Enter}");
  await expect.poll(address).toBe("/admin/dashboard");
});

test("an account with two factors takes a recovery code instead", async () => {
  const { address } = await openLogin({}, withTwoFactors);
  await signIn();
  await page.getByRole("button", { name: "Utiliser un code de récupération" }).click();
  await page.getByRole("textbox", { name: "Code de récupération" }).fill(recoveryCodes[0] ?? "");
  await userEvent.keyboard("{Enter}");
  await expect.poll(address).toBe("/admin/dashboard");
});

const lost = () => page.getByRole("form", { name: "Mot de passe oublié" });
const lostEmail = () => lost().getByRole("textbox", { name: "Adresse de votre compte" });
const sameForAll = "Si cette adresse est celle d’un compte actif";

test("a forgotten password needs an address, and the login explains how to proceed without mail", async () => {
  const { api } = await openLogin({ "POST /api/auth/request-password-reset": () => ({ status: true }) });
  await page.getByText("Mot de passe oublié ?").click();
  const ask = lost().getByRole("button", { name: "Recevoir un lien par e-mail" });
  await ask.click();
  await expect.element(lost().getByText("L'email est requis")).toBeVisible();
  await lostEmail().fill("pas une adresse");
  await ask.click();
  await expect.element(lost().getByText(/^Adresse email invalide/)).toBeVisible();
  expect(api.calls).not.toContain("POST /api/auth/request-password-reset");
  await lostEmail().fill("inconnu@tenue.example");
  await ask.click();
  await expect.element(page.getByRole("status")).toMatchTextContent(sameForAll);
  await expect.element(page.getByText(/demandez un nouveau lien à un super administrateur/)).toBeVisible();
});

test("after too many wrong passwords the login offers a link by e-mail for the typed address", async () => {
  await openLogin({
    "POST /api/auth/sign-in/email": () =>
      refuse(429, { code: "too_many_requests", message: "Trop de tentatives de connexion sur ce compte." }),
    "POST /api/auth/request-password-reset": () => ({ status: true }),
  });
  await signIn();
  await expect.element(alert()).toMatchTextContent("Trop de tentatives de connexion");
  await page.getByRole("button", { name: "Recevoir un lien par e-mail" }).first().click();
  await expect.element(lostEmail()).toHaveFocus();
  await expect.element(lostEmail()).toHaveValue(superAdmin.email);
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("status")).toMatchTextContent(sameForAll);
});
