import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { OwnSession } from "#contract/account.schema.ts";
import { adminMessages } from "#contract/admins.ts";
import { fakeAccounts, refuseField } from "#test/support/ui/accounts-fake.ts";
import { openAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";

const address = "/admin/dashboard/account";
const section = (name: string) => page.getByRole("region", { name });
const current = () => section("Mot de passe").getByRole("textbox", { name: "Mot de passe actuel" });
const next = () => section("Mot de passe").getByRole("textbox", { name: "Nouveau mot de passe" });
const save = () => section("Mot de passe").getByRole("button", { name: "Modifier le mot de passe" });

test("the account screen shows the admin's address, and refuses an empty change of password", async () => {
  await openAdmin(address, fakeAccounts().answers);
  await expect.element(page.getByRole("main")).toMatchTextContent(superAdmin.email);
  await save().click();
  await expect.element(section("Mot de passe")).toMatchTextContent("Le mot de passe est requis");
  await expect.element(section("Mot de passe")).toMatchTextContent("au moins 12 caractères");
  await expect.element(current()).toHaveFocus();
});

test.each([
  ["currentPassword", "Le mot de passe actuel est incorrect", current],
  ["newPassword", adminMessages.passwordTooCommon, next],
] as const)("a refusal of %s is shown beside its field", async (name, message, field) => {
  await openAdmin(address, {
    ...fakeAccounts().answers,
    "POST /api/admin/me/password": () => refuseField(name, message),
  });
  await current().fill("pas le bon mot de passe");
  await next().fill("motdepasse2026!");
  await save().click();
  await expect.element(section("Mot de passe").getByText(message)).toBeVisible();
  await expect.element(field()).toHaveFocus();
});

test("a changed password empties the form and reloads the sessions", async () => {
  const { api } = await openAdmin(address, {
    ...fakeAccounts().answers,
    "POST /api/admin/me/password": () => undefined,
  });
  await current().fill("Lin et velours, 1974");
  await next().fill("Organza froissé, 1911");
  await userEvent.keyboard("{Enter}");
  await expect.element(current()).toHaveValue("");
  await expect.element(page.getByText("Votre mot de passe est modifié.")).toBeVisible();
  const reads = () => api.calls.filter((call) => call === "GET /api/admin/me/sessions").length;
  await expect.poll(reads).toBe(2);
});

const session = (id: string, userAgent: string, isCurrent = false): OwnSession => ({
  id,
  current: isCurrent,
  userAgent,
  createdAt: "2026-01-31T12:00:00.000Z",
  lastUsedAt: "2026-01-31T12:00:00.000Z",
});
const firefox = "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0";
const sessions = [
  session("mac", "Mozilla/5.0 (Macintosh) Version/19.0 Safari/605.1.15"),
  session("windows", firefox),
  session("here", firefox, true),
];

test("an admin's sessions are listed with the current one first, and the others can be ended", async () => {
  const { answers, state } = fakeAccounts({ sessions });
  await openAdmin(address, answers);
  const rows = section("Mes sessions").getByRole("listitem");
  await expect.element(rows.first()).toMatchTextContent("Cette session");
  expect(rows.first().getByRole("button").elements()).toEqual([]);
  await rows.getByRole("button", { name: /^Terminer la session Safari sur macOS/ }).click();
  await expect.poll(() => state.sessions.map(({ id }) => id)).toEqual(["windows", "here"]);
  await expect.poll(() => rows.elements().length).toBe(2);
});

test("one button ends all other sessions, and then disappears", async () => {
  const { answers, state } = fakeAccounts({ sessions });
  await openAdmin(address, answers);
  const end = page.getByRole("button", { name: "Terminer toutes les autres sessions" });
  await end.click();
  await expect.element(end).not.toBeInTheDocument();
  expect(state.sessions.map(({ id }) => id)).toEqual(["here"]);
});

test("single-letter shortcuts do nothing once they are switched off", async () => {
  const { answers, state } = fakeAccounts();
  await openAdmin(address, answers);
  const letters = page.getByRole("switch", { name: "Raccourcis à une lettre" });
  await expect.element(letters).toBeChecked();
  await letters.click({ force: true });
  await expect.element(letters).not.toBeChecked();
  expect(state.me.preferences.singleKeys).toBe(false);
  letters.element().blur();
  await userEvent.keyboard("?");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});
