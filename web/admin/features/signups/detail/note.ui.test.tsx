import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { SignupDetail } from "#contract/signup-list.schema.ts";
import { type FakeAnswers, held, refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeSignups, idOf, signup } from "#test/support/ui/signups-fake.ts";
import { dialogOf, rowOf } from "#test/support/ui/signups-page.ts";

const dialog = dialogOf(0);
const star = dialog.getByRole("button", { name: "Étoile" });
const note = dialog.getByRole("textbox", { name: "Note privée" });
const save = dialog.getByRole("button", { name: "Enregistrer" });
const asked = page.getByRole("dialog", { name: "Quitter sans enregistrer ?" });

/** Opens a sign-up on a fake server that stores its star and note. */
async function openNoted() {
  let stored: SignupDetail = { ...signup(0, { note: "Vue à Paris." }), limitedAt: null, version: 1 };
  const { answers } = fakeSignups([signup(0), signup(1)]);
  const { api, address } = await openAdmin(`/admin/dashboard/signups?signup=${idOf(0)}`, {
    ...answers,
    "GET /api/admin/signups/:audience": (request) => {
      const list = answers["GET /api/admin/signups/:audience"](request);
      return {
        ...list,
        items: list.items.map((row) => (row.id === stored.id ? { ...row, starred: stored.starred } : row)),
      };
    },
    "GET /api/admin/signups/:audience/:id": () => stored,
    "PUT /api/admin/signups/:audience/:id/note": ({ json }) => {
      if (json.version !== stored.version)
        return refuse(
          409,
          { code: "stale", message: "Léa a enregistré une autre version." },
          { current: stored },
        );
      stored = { ...stored, ...json, version: json.version + 1 };
      return stored;
    },
  } satisfies FakeAnswers);
  await expect.element(note).toHaveValue("Vue à Paris.");
  return {
    api,
    address,
    stored: () => stored,
    saveElsewhere(changes: Partial<SignupDetail>) {
      stored = { ...stored, ...changes, version: stored.version + 1 };
    },
  };
}

test("a star is saved at once with the typed note, and is shown in the list", async () => {
  const { stored } = await openNoted();
  await star.click();
  await expect.element(star).toHaveAttribute("aria-pressed", "true");
  await expect.poll(stored).toMatchObject({ starred: true, note: "Vue à Paris." });
  await expect.element(rowOf(0).getByRole("img", { name: "Étoile" })).toBeVisible();
  await note.fill("Vue à Lyon.");
  await star.click();
  await expect.poll(stored).toMatchObject({ starred: false, note: "Vue à Lyon.", version: 3 });
  await expect.element(save).not.toBeInTheDocument();
});

test("a note that another administrator changed meanwhile asks which one stays", async () => {
  const { stored, saveElsewhere } = await openNoted();
  await note.fill("La mienne");
  saveElsewhere({ note: "La leur", starred: true });
  await save.click();
  const stale = page.getByRole("dialog", { name: "Modifié entre-temps" });
  await expect.element(stale).toMatchTextContent(/La mienne.*La leur/);
  await stale.getByRole("button", { name: "Enregistrer ma version" }).click();
  await expect.poll(stored).toMatchObject({ note: "La mienne", starred: true, version: 3 });
});

test("leaving a sign-up with an unsaved note asks first", async () => {
  await openNoted();
  await note.fill("Pas encore");
  await dialog.getByRole("button", { name: "Fermer" }).first().click();
  await asked.getByRole("button", { name: "Continuer à modifier" }).click();
  await expect.element(note).toHaveValue("Pas encore");
  await dialog.getByRole("button", { name: "Fermer" }).first().click();
  await asked.getByRole("button", { name: "Quitter sans enregistrer" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a note that is typed while the star is being saved stays, and is unsaved", async () => {
  const { api, stored, saveElsewhere } = await openNoted();
  const saving = held(() => {
    saveElsewhere({ starred: true });
    return stored();
  });
  api.answer({ "PUT /api/admin/signups/:audience/:id/note": saving.fake });
  await star.click();
  await note.fill("Tapée pendant l’envoi");
  saving.letGo();
  await expect.poll(stored).toMatchObject({ starred: true });
  await expect.element(star).not.toHaveAttribute("data-loading");
  await expect.element(note).toHaveValue("Tapée pendant l’envoi");
  await expect.element(save).toBeVisible();
});

test.each([
  ["Rectifier", "Rectifier l’inscription"],
  ["Supprimer", "Supprimer cette inscription ?"],
])("'Annuler' after '%s' returns to the unsaved note", async (action, title) => {
  await openNoted();
  await note.fill("Pas encore");
  await dialog.getByRole("button", { name: action }).click();
  const question = page.getByRole("dialog", { name: title });
  await question.getByRole("button", { name: "Annuler" }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(note).toHaveValue("Pas encore");
});

test("deleting a sign-up with an unsaved note asks about the deletion only", async () => {
  const { api, address } = await openNoted();
  api.answer({ "DELETE /api/admin/signups/:audience/:id": () => undefined });
  await note.fill("Pas encore");
  await dialog.getByRole("button", { name: "Supprimer" }).click();
  const question = page.getByRole("dialog", { name: "Supprimer cette inscription ?" });
  await question.getByRole("button", { name: "Supprimer" }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.poll(address).not.toContain("signup=");
  await expect.element(asked).not.toBeInTheDocument();
});

test("a sign-up that cannot be loaded again keeps its unsaved note", async () => {
  const { api, stored } = await openNoted();
  await note.fill("Pas encore");
  api.answer({
    "GET /api/admin/signups/:audience/:id": () => refuse(500, { code: "internal", message: "" }),
  });
  window.dispatchEvent(new Event("visibilitychange"));
  const retry = dialog.getByRole("button", { name: "Réessayer" });
  await expect.element(retry).toBeVisible();
  api.answer({ "GET /api/admin/signups/:audience/:id": stored });
  await retry.click();
  await expect.element(retry).not.toBeInTheDocument();
  await expect.element(note).toHaveValue("Pas encore");
});
