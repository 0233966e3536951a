import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { ApiToken, CreateToken } from "#contract/api-tokens.schema.ts";
import { tokenMessages } from "#contract/api-tokens.ts";
import { type FakeAnswers, refuse, held as withheld } from "#test/support/ui/fake-api.ts";
import { openAdmin, plainAdmin } from "#test/support/ui/open-admin.tsx";

const path = "/admin/dashboard/tokens";
const secret = `tenue_${"a".repeat(43)}`;
const app: ApiToken = {
  ...{ id: "00000000-0000-4000-8000-00000000000a", name: "Application", scopes: ["invitations:redeem"] },
  ...{ state: "active", createdBy: "ines@tenue.example", createdAt: "2026-11-01T10:00:00.000Z" },
  ...{ expiresAt: "2027-01-31T23:00:00.000Z", lastUsedAt: "2026-11-20T08:15:00.000Z" },
};
const old: ApiToken = {
  ...{ ...app, id: "00000000-0000-4000-8000-00000000000b", name: "Tableur", state: "suspended" },
  ...{ scopes: ["signups:read", "stats:read"], lastUsedAt: null },
};

const form = page.getByRole("region", { name: "Nouveau jeton" });
const nameField = form.getByRole("textbox", { name: "Nom" });
const dayField = form.getByLabelText(/^Dernier jour/);
const list = page.getByRole("region", { name: /^Jetons existants/ });
const row = (name: string) => list.getByRole("row").filter({ hasText: name });
const dialog = page.getByRole("dialog", { name: /^Révoquer ce jeton/ });

/** Opens the screen on a fake API that stores its tokens. */
async function openTokens(items: ApiToken[] = [app, old], changes: FakeAnswers = {}) {
  const made: CreateToken[] = [];
  const state = { items };
  const opened = await openAdmin(path, {
    "GET /api/admin/tokens": () => state,
    "POST /api/admin/tokens": ({ json }) => {
      made.push(json);
      const id = "00000000-0000-4000-8000-00000000000c";
      state.items = [{ ...app, ...json, id, lastUsedAt: null }, ...state.items];
      return { id, token: secret };
    },
    "DELETE /api/admin/tokens/:id": ({ param }) => {
      state.items = state.items.filter(({ id }) => id !== param.id);
      return undefined;
    },
    ...changes,
  });
  await expect.element(page.getByRole("heading", { name: "Jetons", exact: true })).toBeVisible();
  return { ...opened, made, state };
}

test("the list shows each token's rights, expiry, last call and creator, and which token is suspended", async () => {
  await openTokens();
  await expect.element(list.getByRole("heading", { name: "Jetons existants (2)" })).toBeVisible();
  for (const text of ["Vérifier les codes d’invitation", "01/02/2027", "20/11/2026", app.createdBy]) {
    await expect.element(row("Application")).toMatchTextContent(text);
  }
  for (const text of ["Lire les inscriptions, Lire les nombres d’inscriptions", "Jamais", "Suspendu"]) {
    await expect.element(row("Tableur")).toMatchTextContent(text);
  }
});

test("a new token is shown once to copy it, and has the chosen rights and last day", async () => {
  const { made } = await openTokens([]);
  await nameField.fill(" Application mobile ");
  await form.getByRole("checkbox", { name: "Lire les inscriptions" }).click();
  const last = dayField.element().getAttribute("max") ?? "";
  await dayField.fill(last);
  await form.getByRole("button", { name: "Créer le jeton" }).click();
  const field = page.getByRole("textbox", { name: "Jeton à copier" });
  await expect.element(field).toHaveValue(secret);
  await expect.element(field).toHaveFocus();
  await expect.element(page.getByRole("button", { name: "Copier le jeton" })).toBeVisible();
  expect(made).toMatchObject([{ name: "Application mobile", scopes: ["signups:read"] }]);
  expect(Date.parse(made[0]?.expiresAt ?? "")).toBeGreaterThan(Date.parse(`${last}T20:00:00Z`));
  await expect.element(row("Application mobile")).toBeVisible();
  await expect.element(nameField).toHaveValue("");
  await page.getByRole("main").getByRole("button", { name: "Fermer" }).click();
  await expect.element(field).not.toBeInTheDocument();
});

test("a new token is shown although a field was changed while it was being created", async () => {
  const creation = withheld(() => ({ id: app.id, token: secret }));
  const { api } = await openTokens([], { "POST /api/admin/tokens": creation.fake });
  await nameField.fill("Application");
  await form.getByRole("checkbox", { name: "Lire les inscriptions" }).click();
  await form.getByRole("button", { name: "Créer le jeton" }).click();
  await expect.poll(() => api.calls).toContain("POST /api/admin/tokens");
  await nameField.fill("Application mobile");
  creation.letGo();
  await expect.element(page.getByRole("textbox", { name: "Jeton à copier" })).toHaveValue(secret);
});

test("a token without a name, a right or a day within the year is refused beside its field", async () => {
  const { made } = await openTokens();
  await dayField.fill("2020-01-01");
  await form.getByRole("button", { name: "Créer le jeton" }).click();
  for (const message of [tokenMessages.name, tokenMessages.scopes, tokenMessages.expiry]) {
    await expect.element(form.getByText(message)).toBeVisible();
  }
  await expect.element(nameField).toHaveFocus();
  expect(made).toEqual([]);
});

test("the server's refusal of a new token is shown beside the field that it names", async () => {
  const message = tokenMessages.tooMany;
  await openTokens([], { "POST /api/admin/tokens": () => refuse(409, { code: "conflict", message }) });
  await nameField.fill("Application");
  await form.getByRole("checkbox", { name: "Lire les inscriptions" }).click();
  await form.getByRole("button", { name: "Créer le jeton" }).click();
  await expect.element(form.getByRole("alert")).toMatchTextContent(message);
});

test("revoking a token asks first, then removes the row and moves the focus to the list's heading", async () => {
  const { state } = await openTokens();
  await row("Application").getByRole("button", { name: "Révoquer Application" }).click();
  await expect.element(dialog).toMatchTextContent("refusée dès son prochain appel");
  await dialog.getByRole("button", { name: "Annuler" }).click();
  expect(state.items).toHaveLength(2);
  await row("Application").getByRole("button", { name: "Révoquer Application" }).click();
  await dialog.getByRole("button", { name: "Révoquer" }).click();
  const heading = list.getByRole("heading", { name: "Jetons existants (1)" });
  await expect.element(heading).toBeVisible();
  await expect.element(heading).toHaveFocus();
  await expect.element(page.getByText("Jeton révoqué")).toBeVisible();
});

test("a failed revocation of a token shows the reason in its dialog", async () => {
  await openTokens([app], {
    "DELETE /api/admin/tokens/:id": () => refuse(404, { code: "not_found", message: tokenMessages.notFound }),
  });
  await row("Application").getByRole("button", { name: "Révoquer Application" }).click();
  await dialog.getByRole("button", { name: "Révoquer" }).click();
  await expect.element(dialog.getByRole("alert")).toMatchTextContent(tokenMessages.notFound);
});

test("an empty list of tokens says that no application has access", async () => {
  await openTokens([]);
  await expect.element(list).toMatchTextContent("Aucune application n’a accès aux inscriptions.");
});

test("a list of tokens that cannot be loaded is reported and loaded again", async () => {
  const { api, state } = await openTokens([app], {
    "GET /api/admin/tokens": () => refuse(500, { code: "internal", message: "" }),
  });
  await expect.element(list.getByRole("alert")).toMatchTextContent("n’ont pas pu être chargés");
  api.answer({ "GET /api/admin/tokens": () => state });
  await list.getByRole("button", { name: "Réessayer" }).click();
  await expect.element(row("Application")).toBeVisible();
});

test("the menu offers tokens only to super administrators", async () => {
  await openAdmin("/admin/dashboard/help", {}, plainAdmin);
  await expect.element(page.getByRole("heading", { name: "Aide", exact: true })).toBeVisible();
  expect(page.getByRole("link", { name: "Jetons" }).elements()).toEqual([]);
});
