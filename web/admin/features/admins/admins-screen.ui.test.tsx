import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { admin, fakeAccounts } from "#test/support/ui/accounts-fake.ts";
import { type FakeAnswers, refuse, held as withheld } from "#test/support/ui/fake-api.ts";
import { openAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";

const leo = admin({ id: "leo", email: "leo@tenue.example", isSuperAdmin: false });
const broken = () => refuse(500, { code: "internal", message: "Une erreur est survenue." });

const row = (email: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: email });
const form = page.getByRole("region", { name: "Ajouter un administrateur" });
const linkField = page.getByRole("textbox", { name: "Lien à copier" });
const alert = page.getByRole("alert");

async function openAdmins(changes: FakeAnswers = {}) {
  const { answers, state } = fakeAccounts({ admins: [admin(), leo] });
  const { api } = await openAdmin("/admin/dashboard/users", { ...answers, ...changes });
  return { api, state };
}

async function add(email: string): Promise<void> {
  await form.getByRole("textbox", { name: "E-mail" }).fill(email);
  await form.getByRole("button", { name: "Ajouter" }).click();
}

test("an invited administrator waits for activation, and the link to copy takes the focus", async () => {
  await openAdmins();
  await expect.element(form.getByRole("button", { name: "Ajouter" })).toBeDisabled();
  await add("nina@tenue.example");
  await expect.element(page.getByRole("heading", { name: "Administrateurs (3)" })).toBeVisible();
  await expect.element(row("nina@tenue.example")).toMatchTextContent("En attente d’activation");
  await expect.element(row("nina@tenue.example")).not.toMatchTextContent("Super Admin");
  await expect.element(page.getByText("Lien d’activation de nina@tenue.example")).toBeVisible();
  await expect.element(linkField).toHaveFocus();
  await expect.element(linkField).toHaveValue(`${location.origin}/admin/activate#token=nina@tenue.example-1`);
});

test("the choice 'Super Administrateur' applies to one invitation only, and is shown as a badge", async () => {
  await openAdmins();
  const choice = form.getByRole("checkbox", { name: "Super Administrateur" });
  await choice.click();
  await add("nina@tenue.example");
  await expect.element(row("nina@tenue.example").getByText("Super Admin")).toBeVisible();
  await expect.element(choice).not.toBeChecked();
});

test("a renewed activation link replaces the earlier one until it is closed", async () => {
  await openAdmins();
  await add("nina@tenue.example");
  await page.getByRole("button", { name: "Nouveau lien d’activation pour nina@tenue.example" }).click();
  await expect.element(linkField).toHaveValue(`${location.origin}/admin/activate#token=nina@tenue.example-2`);
  await page.getByRole("main").getByRole("button", { name: "Fermer" }).click();
  await expect.element(linkField).not.toBeInTheDocument();
});

test("an activation link is shown although the address was changed while the administrator was being added", async () => {
  const added = admin({ id: "nina", email: "nina@tenue.example" });
  const activationLink = "https://tenue.example/admin/activate#token=nina";
  const answer = { admin: added, activationLink, expiresAt: "2026-11-30T10:00:00.000Z", emailed: false };
  const addition = withheld(() => answer);
  const { api } = await openAdmins({ "POST /api/admin/admins": addition.fake });
  await add("nina@tenue.example");
  await expect.poll(() => api.calls).toContain("POST /api/admin/admins");
  await form.getByRole("textbox", { name: "E-mail" }).fill("max@tenue.example");
  addition.letGo();
  await expect.element(linkField).toHaveValue(activationLink);
});

test("administrators cannot delete their own account, and its row says why", async () => {
  await openAdmins();
  const own = row(superAdmin.email);
  await expect.element(own.getByText("Vous", { exact: true })).toBeVisible();
  await expect.element(own.getByRole("button", { name: `Supprimer ${superAdmin.email}` })).toBeDisabled();
  await expect.element(own).toMatchTextContent("Vous ne pouvez pas supprimer votre propre compte");
});

test("deleting an administrator asks in the row, where 'Non' and Escape give the focus back", async () => {
  const { state } = await openAdmins();
  const ask = row(leo.email).getByRole("button", { name: `Supprimer ${leo.email}` });
  await ask.click();
  const no = row(leo.email).getByRole("button", { name: "Non" });
  await expect.element(no).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(ask).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(no).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(ask).toHaveFocus();
  expect(state.admins).toHaveLength(2);
});

test("a confirmed deletion removes the row and moves the focus to the list's heading", async () => {
  const { state } = await openAdmins();
  await row(leo.email)
    .getByRole("button", { name: `Supprimer ${leo.email}` })
    .click();
  await row(leo.email).getByRole("button", { name: "Oui" }).click();
  await expect.element(row(leo.email)).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { name: "Administrateurs (1)" })).toHaveFocus();
  await expect.element(page.getByText("Utilisateur supprimé avec succès")).toBeVisible();
  expect(state.admins.map(({ email }) => email)).toEqual([superAdmin.email]);
});

test("a list of administrators that cannot be read says so and is read again on demand", async () => {
  const { answers } = fakeAccounts();
  const { api } = await openAdmins({ "GET /api/admin/admins": broken });
  await expect
    .element(alert)
    .toMatchTextContent("Une erreur s'est produite lors du chargement des utilisateurs");
  api.answer(answers);
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect.element(row(superAdmin.email)).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

test.each([
  ["no address", "pas une adresse", "Adresse email invalide"],
  [
    "the address of another administrator",
    superAdmin.email.toUpperCase(),
    "Un administrateur avec cette adresse e-mail existe déjà",
  ],
])("%s is refused with a sentence", async (_, typed, sentence) => {
  const { state } = await openAdmins();
  await add(typed);
  await expect.element(page.getByText(sentence, { exact: false })).toBeVisible();
  expect(state.admins).toHaveLength(2);
});

test("a failed addition and a failed deletion of an administrator have different sentences", async () => {
  await openAdmins({ "POST /api/admin/admins": broken, "DELETE /api/admin/admins/:id": broken });
  await add("nina@tenue.example");
  await expect
    .element(alert)
    .toMatchTextContent("Erreur lors de la création de l'utilisateur : Failed to create admin user");
  await form.getByRole("button", { name: "Fermer" }).click();
  await row(leo.email)
    .getByRole("button", { name: `Supprimer ${leo.email}` })
    .click();
  await row(leo.email).getByRole("button", { name: "Oui" }).click();
  await expect.element(alert).toMatchTextContent("Erreur lors de la suppression de l'utilisateur");
  await expect.element(row(leo.email)).toBeVisible();
});

test("the server's message follows the sentence of a failed addition or deletion", async () => {
  const refused = () => refuse(409, { code: "conflict", message: "Le dernier super administrateur reste." });
  await openAdmins({ "POST /api/admin/admins": refused, "DELETE /api/admin/admins/:id": refused });
  await add("nina@tenue.example");
  await expect
    .element(alert)
    .toHaveTextContent(
      "Erreur lors de la création de l'utilisateur : Le dernier super administrateur reste.",
    );
  await form.getByRole("button", { name: "Fermer" }).click();
  await row(leo.email)
    .getByRole("button", { name: `Supprimer ${leo.email}` })
    .click();
  await row(leo.email).getByRole("button", { name: "Oui" }).click();
  await expect
    .element(alert)
    .toHaveTextContent(
      "Erreur lors de la suppression de l'utilisateur : Le dernier super administrateur reste.",
    );
});

test("adding an administrator without an answer of the server shows 'An unexpected error occurred'", async () => {
  await openAdmins({ "POST /api/admin/admins": () => Promise.reject(new TypeError("Failed to fetch")) });
  await add("nina@tenue.example");
  await expect
    .element(alert)
    .toHaveTextContent(
      "Erreur lors de la création de l'utilisateur : An unexpected error occurred (une erreur inattendue est survenue)",
    );
});
