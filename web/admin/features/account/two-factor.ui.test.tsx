import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { code, fakeAccounts, password, recoveryCodes } from "#test/support/ui/accounts-fake.ts";
import { openAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";

const section = page.getByRole("region", { name: "Double authentification" });
const button = (name: string) => section.getByRole("button", { name });
const dialog = (name: string) => page.getByRole("dialog", { name });
const asking = dialog("Activer la double authentification");
const linking = dialog("Relier votre application");
const shown = dialog("Vos codes de récupération");
const passwordIn = (scope: typeof asking) => scope.getByRole("textbox", { name: "Votre mot de passe" });
const codeField = linking.getByRole("textbox", { name: "Code à six chiffres" });

async function openAccount(twoFactorEnabled: boolean) {
  const { answers, state } = fakeAccounts({ me: { ...superAdmin, twoFactorEnabled } });
  await openAdmin("/admin/dashboard/account", answers);
  return state;
}

async function confirmPassword(): Promise<void> {
  await button("Activer").click();
  await expect.element(passwordIn(asking)).toHaveFocus();
  await passwordIn(asking).fill(password);
  await userEvent.keyboard("{Enter}");
  await expect.element(codeField).toHaveFocus();
}

test("a wrong password is refused at its field each time, which keeps the focus", async () => {
  await openAccount(false);
  await button("Activer").click();
  for (const attempt of ["une première erreur", "une seconde erreur"]) {
    await passwordIn(asking).fill(attempt);
    await userEvent.keyboard("{Enter}");
    await expect.element(asking.getByText("Le mot de passe actuel est incorrect")).toBeVisible();
    await expect.element(passwordIn(asking)).toHaveAttribute("aria-invalid", "true");
    await expect.element(passwordIn(asking)).toHaveFocus();
  }
});

test("two factors are switched on with the password and a first code, then show the recovery codes", async () => {
  const state = await openAccount(false);
  await expect.element(section.getByText("Désactivée")).toBeVisible();
  await confirmPassword();
  await expect
    .element(linking.getByRole("img", { name: "Code QR pour l’application d’authentification" }))
    .toBeVisible();
  await expect.element(linking.getByRole("code")).toHaveTextContent("JBSWY3DPEHPK3PXP");
  await codeField.fill(code);
  await userEvent.keyboard("{Enter}");
  const codes = shown.getByRole("listitem");
  await expect.poll(() => codes.elements().map((item) => item.textContent)).toEqual(recoveryCodes);
  expect(state.me.twoFactorEnabled).toBe(true);
  await shown.getByRole("button", { name: "Je les ai notés" }).click();
  await expect.element(section.getByText("Activée")).toBeVisible();
  await expect.element(button("Nouveaux codes de récupération")).toHaveFocus();
});

test.each([
  ["an incomplete code", "12", "Saisissez les six chiffres affichés par l’application"],
  ["a wrong code", "000000", "Ce code est incorrect ou a déjà servi"],
])("%s switches no second factor on", async (_, typed, message) => {
  const state = await openAccount(false);
  await confirmPassword();
  await codeField.fill(typed);
  await userEvent.keyboard("{Enter}");
  await expect.element(linking.getByText(message)).toBeVisible();
  expect(state.me.twoFactorEnabled).toBe(false);
});

test("Escape cancels either step and returns the focus to 'Activer'", async () => {
  await openAccount(false);
  await button("Activer").click();
  await expect.element(passwordIn(asking)).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(asking).not.toBeInTheDocument();
  await expect.element(button("Activer")).toHaveFocus();
  await confirmPassword();
  await userEvent.keyboard("{Escape}");
  await expect.element(linking).not.toBeInTheDocument();
  await expect.element(button("Activer")).toHaveFocus();
});

test("new recovery codes are created with the password", async () => {
  await openAccount(true);
  await button("Nouveaux codes de récupération").click();
  const renewing = dialog("Nouveaux codes de récupération");
  await passwordIn(renewing).fill(password);
  await renewing.getByRole("button", { name: "Créer les codes" }).click();
  await expect.poll(() => shown.getByRole("listitem").elements().length).toBe(recoveryCodes.length);
});

test("two factors are switched off with the password and a code, and not without a code", async () => {
  const state = await openAccount(true);
  await button("Désactiver").click();
  const stopping = dialog("Désactiver la double authentification ?");
  const stopCode = stopping.getByRole("textbox", { name: "Code de vérification ou de récupération" });
  await passwordIn(stopping).fill(password);
  await stopping.getByRole("button", { name: "Désactiver" }).click();
  await expect.element(stopping.getByText("Le code de vérification est requis")).toBeVisible();
  await stopCode.fill("000000");
  await userEvent.keyboard("{Enter}");
  await expect.element(stopping.getByText("Ce code est incorrect ou a déjà servi")).toBeVisible();
  expect(state.me.twoFactorEnabled).toBe(true);
  await stopCode.fill(code);
  await userEvent.keyboard("{Enter}");
  await expect.element(section.getByText("Désactivée")).toBeVisible();
});
