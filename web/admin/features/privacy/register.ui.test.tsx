import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { fakePrivacy, privacyRequest } from "#test/support/ui/privacy-fake.ts";

const register = page.getByRole("region", { name: "Registre des demandes" });
const button = (name: string) => register.getByRole("button", { name, exact: true });

const openRegister = (fake = fakePrivacy()) => openAdmin("/admin/dashboard/privacy", fake.answers);

test("an empty register of requests offers to record the first one", async () => {
  await openRegister();
  await expect.element(register).toMatchTextContent("Aucune demande pour le moment");
  expect(button("Noter une demande").elements()).toHaveLength(1);
});

test("a request of a person is recorded by keyboard, with a valid address only", async () => {
  const fake = fakePrivacy();
  await openRegister(fake);
  await expect.element(button("Noter une demande")).toBeVisible();
  button("Noter une demande").element().focus();
  await userEvent.keyboard("{Enter}");
  const dialog = page.getByRole("dialog", { name: "Noter une demande" });
  await expect.element(dialog.getByRole("textbox")).toHaveFocus();
  await userEvent.keyboard("zoe{Enter}");
  await expect.element(dialog).toMatchTextContent("Adresse email invalide");
  await userEvent.keyboard("@exemple.fr{Enter}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(register.getByRole("rowheader")).toMatchTextContent("Accèspar un administrateur");
  await expect.element(register.getByRole("row").nth(1)).toMatchTextContent("21/12/2026");
  expect(fake.state.requests).toHaveLength(1);
});

test("a request that is due soon is marked as urgent", async () => {
  const urgent = privacyRequest({ isUrgent: true, source: "person", kind: "objection" });
  await openRegister(fakePrivacy({ requests: [urgent] }));
  await expect.element(register.getByRole("rowheader")).toMatchTextContent("Oppositionpar la personne");
  await expect.element(register).toMatchTextContent("Urgent : 21/12/2026");
});

test("a request is closed by keyboard with its outcome, and cannot be closed again", async () => {
  await openRegister(fakePrivacy({ requests: [privacyRequest()] }));
  await expect.element(button("Clore")).toBeVisible();
  button("Clore").element().focus();
  await userEvent.keyboard("{Enter}");
  const dialog = page.getByRole("dialog", { name: "Clore la demande : Accès" });
  await expect.element(dialog.getByRole("textbox")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog).toMatchTextContent("La suite donnée est requise");
  await userEvent.keyboard("Copie envoyée{Enter}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(register).toMatchTextContent(/Copie envoyée.*ines@tenue\.example/);
  expect(button("Clore").elements()).toEqual([]);
});

test("a register that cannot be read is reported and read again", async () => {
  const { answers } = fakePrivacy();
  const { api } = await openAdmin("/admin/dashboard/privacy", {
    "GET /api/admin/privacy/requests": () =>
      refuse(500, { code: "internal", message: "Une erreur est survenue." }),
  });
  await expect.element(register).toMatchTextContent("Une erreur est survenue.");
  api.answer(answers);
  await button("Réessayer").click();
  await expect.element(register).toMatchTextContent("Aucune demande pour le moment");
});
