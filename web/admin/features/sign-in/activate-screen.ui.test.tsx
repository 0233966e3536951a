import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { adminMessages } from "#contract/admins.ts";
import { fakeAccounts, refuseField } from "#test/support/ui/accounts-fake.ts";
import { type FakeAnswers, refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";

const password = () => page.getByRole("textbox", { name: "Mot de passe" });
const again = () => page.getByRole("textbox", { name: "Encore une fois" });
const save = () => page.getByRole("button", { name: "Enregistrer le mot de passe" });
const chosen = "Soie sauvage, 1923";

function openLink(hash: string, changes: FakeAnswers = {}) {
  const { answers } = fakeAccounts({ signedIn: false });
  return openAdmin(`/admin/activate${hash}`, {
    ...answers,
    "POST /api/auth/link": () => ({ email: superAdmin.email }),
    ...changes,
  });
}

test("an activation link names its account and refuses passwords that are too short or differ", async () => {
  const { api } = await openLink("#token=jeton");
  await expect.element(page.getByRole("textbox", { name: "Compte" })).toHaveValue(superAdmin.email);
  await password().fill("trop court");
  await again().fill("autre chose");
  await save().click();
  await expect.element(page.getByText("Le mot de passe doit compter au moins 12 caractères")).toBeVisible();
  await expect.element(page.getByText("Les deux saisies diffèrent")).toBeVisible();
  await expect.element(password()).toHaveFocus();
  expect(api.calls).not.toContain("POST /api/auth/reset-password");
});

test("a password that the server finds too common is refused beside its field", async () => {
  await openLink("#token=jeton", {
    "POST /api/auth/reset-password": () => refuseField("newPassword", adminMessages.passwordTooCommon),
  });
  await password().fill(chosen);
  await again().fill(chosen);
  await save().click();
  await expect.element(page.getByText(/Ce mot de passe est trop courant/).last()).toBeVisible();
  await expect.element(password()).toHaveFocus();
});

type SignInAnswer = NonNullable<FakeAnswers["POST /api/auth/sign-in/email"]>;

/** Chooses a password for an account. `signIn` is the response to its sign-in. */
async function choosePassword(signIn: SignInAnswer, changes: FakeAnswers = {}) {
  const admin = await openLink("#token=jeton", {
    "POST /api/auth/reset-password": () => ({ status: true }),
    "POST /api/auth/sign-in/email": signIn,
    ...changes,
  });
  await password().fill(chosen);
  await again().fill(chosen);
  await save().click();
  return admin;
}

test("an accepted password signs in and opens the dashboard", async () => {
  const sent: unknown[] = [];
  const signIn: SignInAnswer = ({ json }) => {
    sent.push(json);
    return { twoFactorRedirect: false, user: null };
  };
  // Without a session the dashboard would lead back to the login.
  const { address } = await choosePassword(signIn, { "GET /api/admin/me": () => superAdmin });
  await expect.poll(address).toBe("/admin/dashboard");
  expect(sent).toEqual([{ email: superAdmin.email, password: chosen }]);
});

test.each<[string, SignInAnswer]>([
  ["an account with a second factor", () => ({ twoFactorRedirect: true, user: null })],
  ["a sign-in that fails", () => refuse(503, { code: "internal", message: "Indisponible" })],
])("after an accepted password %s leads to the login", async (_, signIn) => {
  await choosePassword(signIn);
  await expect.element(page.getByText("Votre mot de passe est enregistré")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Se connecter" })).toHaveAttribute("href", "/admin");
});

test.each([
  ["without a token", ""],
  ["with a token that is used or unknown", "#token=inconnu"],
])("a link %s shows that before anything is typed", async (_, hash) => {
  await openLink(hash, {
    "POST /api/auth/link": () => refuse(400, { code: "invalid_request", message: adminMessages.linkInvalid }),
  });
  await expect.element(page.getByRole("alert")).toMatchTextContent("Ce lien n’est plus valable");
  await expect.element(page.getByRole("textbox")).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "Retour à la connexion" })).toBeVisible();
});
