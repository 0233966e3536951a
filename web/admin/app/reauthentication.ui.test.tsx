import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeAccounts, password, recoveryCodes, refuseUnconfirmed } from "#test/support/ui/accounts-fake.ts";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { openAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeSignups, signups } from "#test/support/ui/signups-fake.ts";

const dialog = () => page.getByRole("dialog", { name: "Confirmez votre identité" });
const passwordField = () => dialog().getByRole("textbox", { name: "Votre mot de passe" });
const codeField = () => dialog().getByRole("textbox", { name: "Code de vérification" });
const email = () => page.getByRole("textbox", { name: "E-mail" });
const add = () => page.getByRole("button", { name: "Ajouter" });
const invited = "nina@tenue.example";

/** Invites `nina@…` in the list of administrators, which requires a recent confirmation of the password. */
async function invite(me = superAdmin) {
  const { answers, state } = fakeAccounts({ me });
  let isConfirmed = false;
  const create = answers["POST /api/admin/admins"];
  const confirm = answers["POST /api/auth/confirm-password"];
  const { api } = await openAdmin("/admin/dashboard/users", {
    ...answers,
    "POST /api/admin/admins": (request) => (isConfirmed ? create?.(request) : refuseUnconfirmed()),
    "POST /api/auth/confirm-password": async (request) => {
      const answer = await confirm?.(request);
      isConfirmed = !(answer instanceof Response);
      return answer;
    },
  });
  await email().fill(invited);
  await add().click();
  await expect.element(passwordField()).toHaveFocus();
  return { api, state };
}

test("a protected action asks for the password, then continues automatically", async () => {
  const { state } = await invite();
  await expect.element(codeField()).not.toBeInTheDocument();
  await passwordField().fill(password);
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByText(`Lien d’activation de ${invited}`)).toBeVisible();
  expect(state.admins.map((admin) => admin.email)).toEqual([superAdmin.email, invited]);
});

test("a missing or wrong password is refused beside its field", async () => {
  await invite();
  await dialog().getByRole("button", { name: "Confirmer" }).click();
  await expect.element(dialog().getByText("Le mot de passe est requis")).toBeVisible();
  await passwordField().fill("pas le bon mot de passe");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog().getByText("Le mot de passe actuel est incorrect")).toBeVisible();
  await expect.element(passwordField()).toHaveFocus();
});

test("Escape in the password dialog cancels the action, and keeps the form and the focus", async () => {
  const { state } = await invite();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect
    .element(page.getByRole("alert"))
    .toMatchTextContent("Confirmez votre identité pour continuer.");
  await expect.element(email()).toHaveValue(invited);
  await expect.element(add()).toHaveFocus();
  expect(state.admins).toHaveLength(1);
});

test("the password dialog also asks for a code of the second factor, and accepts a recovery code", async () => {
  await invite({ ...superAdmin, twoFactorEnabled: true });
  await passwordField().fill(password);
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog().getByText("Le code de vérification est requis")).toBeVisible();
  await codeField().fill("zzzzz-zzzzz");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog().getByText("Ce code est incorrect ou a déjà servi")).toBeVisible();
  await codeField().fill(recoveryCodes[0] ?? "");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog()).not.toBeInTheDocument();
});

test("Escape closes only the password dialog when it was opened from another dialog", async () => {
  const me = { ...superAdmin, twoFactorEnabled: true };
  await openAdmin("/admin/dashboard/account", {
    ...fakeAccounts({ me }).answers,
    "POST /api/admin/me/two-factor/recovery-codes": () => refuseUnconfirmed(),
  });
  await page.getByRole("button", { name: "Nouveaux codes de récupération" }).click();
  const asking = page.getByRole("dialog", { name: "Nouveaux codes de récupération" });
  const field = asking.getByRole("textbox", { name: "Votre mot de passe" });
  await field.fill(password);
  await userEvent.keyboard("{Enter}");
  await expect.element(passwordField()).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(field).toHaveValue(password);
});

test("declining the confirmation of an export starts no download and returns the focus to its link", async () => {
  await openAdmin("/admin/dashboard/signups", {
    ...everyScreen,
    ...fakeSignups(signups(1)).answers,
    "GET /api/admin/me/confirmation": () => refuseUnconfirmed(),
  });
  const link = page.getByRole("link", { name: "Exporter en CSV" });
  let isFollowed = false;
  document.addEventListener(
    "click",
    (event) => {
      isFollowed ||= !event.defaultPrevented;
      event.preventDefault();
    },
    { once: true },
  );
  await link.click();
  await dialog().getByRole("button", { name: "Annuler" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(link).toHaveFocus();
  expect(isFollowed).toBe(false);
});
