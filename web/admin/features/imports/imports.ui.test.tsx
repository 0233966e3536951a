import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Import, ImportSummary, Rehearsal } from "#contract/imports.schema.ts";
import { importMessages } from "#contract/imports.ts";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { question } from "#test/support/ui/questionnaire-fake.ts";

const id = "00000000-0000-4000-8000-000000000077";
const path = "/admin/dashboard/imports";
const button = (name: string | RegExp) => page.getByRole("button", { name });
const contentOf = (column: string) => page.getByRole("combobox", { name: `Contenu de la colonne ${column}` });

const summary: ImportSummary = {
  id,
  status: "uploaded",
  createdAt: "2026-01-31T12:00:00.000Z",
  createdBy: "ines@tenue.example",
  audience: null,
  total: 3,
  imported: 0,
  known: 0,
  suppressed: 0,
  invalid: 0,
  undone: 0,
  problem: null,
  expiresAt: "2999-02-07T12:00:00.000Z",
  finishedAt: null,
  undoUntil: null,
};
const file: Import = {
  ...summary,
  columns: [
    { name: "Courriel", samples: ["zoe@exemple.fr"], proposal: "email" },
    { name: "FNAME", samples: ["Zoé"], proposal: "firstname" },
    { name: "Note", samples: [], proposal: null },
  ],
};
const rehearsal: Rehearsal = {
  new: 2,
  known: 0,
  repeated: 0,
  suppressed: 0,
  invalid: 1,
  consented: 0,
  rows: [
    {
      line: 2,
      email: "zoe@exemple.fr",
      firstname: "Zoé",
      name: "",
      website: null,
      answers: [],
      consentedAt: null,
    },
  ],
  problems: [{ line: 4, message: "L'email est requis" }],
};

/** The calls of one import in memory, and the bodies of its rehearsals. */
function fakeImport() {
  let present = file;
  const asked: unknown[] = [];
  const set = (change: Partial<Import>) => {
    present = { ...present, ...change };
    return present;
  };
  return {
    asked,
    answers: {
      ...everyScreen,
      "GET /api/admin/imports": () => ({ items: [present] }),
      "GET /api/admin/imports/:id": () => present,
      "POST /api/admin/imports/:id/rehearse": ({ json }: { json: unknown }) => {
        asked.push(json);
        return rehearsal;
      },
      "POST /api/admin/imports/:id/start": () =>
        set({ status: "done", imported: 2, invalid: 1, audience: "user" }),
      "POST /api/admin/imports/:id/undo": () => set({ status: "undone", undone: 2 }),
    },
  };
}

test("an import that paused by itself shows why", async () => {
  const problem = importMessages.stepFailed(2);
  const paused = { ...file, status: "paused", problem } as const;
  await openAdmin(`${path}?import=${id}`, {
    ...fakeImport().answers,
    "GET /api/admin/imports/:id": () => paused,
  });
  await expect.element(page.getByRole("note").filter({ hasText: problem })).toBeVisible();
  await expect.element(button("Reprendre")).toBeVisible();
});

test("an import proposes and matches columns, then is rehearsed, run and undone", async () => {
  const fake = fakeImport();
  await openAdmin(`${path}?import=${id}`, fake.answers);
  await expect.element(contentOf("Courriel")).toHaveValue("email");
  await expect.element(contentOf("FNAME")).toHaveValue("firstname");
  await expect.element(contentOf("Note")).toHaveValue("none");
  await contentOf("Note").selectOptions("Nom");
  await button("Faire l’essai").click();
  await expect.element(page.getByText(/^2 nouvelles inscriptions/)).toBeVisible();
  await expect.element(page.getByText(/^Ligne 4/)).toBeVisible();
  expect(fake.asked).toEqual([
    {
      audience: "user",
      status: "pending",
      consent: null,
      columns: { email: 0, firstname: 1, name: 2, answers: {} },
    },
  ]);
  await button("Importer 2 inscriptions").click();
  await expect.element(page.getByText(/2 inscriptions ajoutées/)).toBeVisible();
  await button("Annuler l’import").click();
  await page.getByRole("dialog").getByRole("button", { name: "Annuler l’import" }).click();
  await expect.element(page.getByText(/2 inscriptions retirées/)).toBeVisible();
});

test("a changed form asks before it closes, but not when its file is discarded", async () => {
  const { address } = await openAdmin(`${path}?import=${id}`, {
    ...fakeImport().answers,
    "DELETE /api/admin/imports/:id": () => undefined,
  });
  const dialog = page.getByRole("dialog", { name: "Quitter sans enregistrer ?" });
  await button("Fermer").click();
  await expect.poll(address).not.toContain(id);
  await page.getByRole("table").getByRole("link").click();
  await contentOf("Note").selectOptions("Nom");
  await button("Fermer").click();
  await dialog.getByRole("button", { name: "Continuer à modifier" }).click();
  await expect.element(contentOf("Note")).toHaveValue("name");
  await button("Écarter ce fichier").click();
  await expect.poll(address).not.toContain(id);
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a changed column asks for another rehearsal before the import", async () => {
  const fake = fakeImport();
  await openAdmin(`${path}?import=${id}`, fake.answers);
  await button("Faire l’essai").click();
  await expect.element(button("Importer 2 inscriptions")).toBeVisible();
  await contentOf("FNAME").selectOptions("Ne pas importer");
  await expect.element(button("Importer 2 inscriptions")).not.toBeInTheDocument();
});

test("a start sends the settings of the shown rehearsal; when another one was rehearsed, the form says so and keeps its choices", async () => {
  const fake = fakeImport();
  const started: unknown[] = [];
  const { api } = await openAdmin(`${path}?import=${id}`, {
    ...fake.answers,
    "POST /api/admin/imports/:id/start": ({ json }) => {
      started.push(json);
      return refuse(409, { code: "conflict", message: importMessages.rehearsedAgain });
    },
  });
  await contentOf("Note").selectOptions("Nom");
  await page.getByRole("combobox", { name: "État de leurs inscriptions" }).selectOptions("Approuvée");
  await button("Faire l’essai").click();
  await button("Importer 2 inscriptions").click();
  await expect.element(page.getByText(importMessages.rehearsedAgain)).toBeVisible();
  expect(started).toEqual([{ settings: fake.asked[0] }]);
  expect(fake.asked).toMatchObject([{ status: "approved" }]);
  await expect.element(contentOf("Note")).toHaveValue("name");
  await button("Faire l’essai").click();
  await expect.element(page.getByText(importMessages.rehearsedAgain)).not.toBeInTheDocument();
  expect(fake.asked[1]).toEqual(fake.asked[0]);
  const message = importMessages.startedOtherwise;
  api.answer({
    "GET /api/admin/imports/:id": () => ({ ...file, status: "running", audience: "user" }),
    "POST /api/admin/imports/:id/start": () => refuse(409, { code: "conflict", message }),
  });
  await button("Importer 2 inscriptions").click();
  await expect.element(button("Mettre en pause")).toBeVisible();
  await expect.element(page.getByText(message)).toBeVisible();
});

test("the form asks for the parts of a consent's proof that no column holds", async () => {
  const fake = fakeImport();
  await openAdmin(`${path}?import=${id}`, fake.answers);
  await contentOf("Note").selectOptions("Date de l’accord");
  await page.getByRole("checkbox", { name: /^Ces personnes ont accepté/ }).click();
  await expect.element(page.getByLabelText("Date de l’accord, pour toutes")).not.toBeInTheDocument();
  await page.getByLabelText("Lieu de l’accord, pour toutes").fill("Boutique");
  await page.getByLabelText("Mots acceptés, pour toutes").fill("Oui");
  await button("Faire l’essai").click();
  await expect.element(page.getByText(/^2 nouvelles inscriptions/)).toBeVisible();
  expect(fake.asked).toMatchObject([
    { consent: { at: null, place: "Boutique", words: "Oui" }, columns: { consentAt: 2 } },
  ]);
});

test("an import does not send the column of a question that the chosen audience is not asked", async () => {
  const fake = fakeImport();
  const note = { ...question("Note"), answerCount: 0, orderPosition: 1 };
  await openAdmin(`${path}?import=${id}`, {
    ...fake.answers,
    "GET /api/admin/questions": () => ({ items: [note], restorable: [] }),
  });
  await expect.element(contentOf("Note")).toHaveValue(`answer ${note.id}`);
  await contentOf("FNAME").selectOptions("Réponse\u00a0: Note");
  await page.getByRole("combobox", { name: "Personnes" }).selectOptions("Marques");
  await expect.element(contentOf("FNAME")).toHaveValue("none");
  await button("Faire l’essai").click();
  await vi.waitFor(() => expect(fake.asked).toMatchObject([{ audience: "brand", columns: { answers: {} } }]));
  expect(fake.asked).toEqual([expect.objectContaining({ columns: { email: 0, answers: {} } })]);
});

test("the reason for a refused file is beside the button, and the file can be chosen again", async () => {
  const { api } = await openAdmin(path, { ...everyScreen });
  const refused = { code: "invalid_request", message: importMessages.nul(3) } as const;
  api.answer({ "POST /api/admin/imports": () => refuse(400, refused) });
  await expect.element(button("Choisir un fichier")).toBeVisible();
  const chooser = document.querySelector("input[type=file]") as HTMLInputElement;
  await userEvent.upload(chooser, new File(["x"], "liste.csv", { type: "text/csv" }));
  await expect.element(page.getByText(/^Ligne 3/)).toBeVisible();
  expect(chooser.value).toBe("");
});

test("the row of the open import shows its progress between two reads of the list", async () => {
  const fake = fakeImport();
  await openAdmin(`${path}?import=${id}`, {
    ...fake.answers,
    "GET /api/admin/imports": () => ({ items: [{ ...summary, status: "paused" }] }),
    "GET /api/admin/imports/:id": () => ({ ...file, status: "paused", imported: 2 }),
  });
  await expect.element(page.getByRole("cell", { name: "2 sur 3 lignes" })).toBeVisible();
});

test("an import is rehearsed only with the questions, whose failed read is reported and repeated", async () => {
  const { answers } = fakeImport();
  const { api } = await openAdmin(`${path}?import=${id}`, {
    ...answers,
    "GET /api/admin/questions": () => refuse(500, { code: "internal", message: "" }),
  });
  const alert = page.getByRole("alert");
  await expect.element(alert).toMatchTextContent("Les questions n’ont pas pu être chargées.");
  await expect.element(button("Faire l’essai")).toBeDisabled();
  api.answer(answers);
  await button("Réessayer").click();
  await expect.element(button("Faire l’essai")).toBeEnabled();
  await expect.element(alert).not.toBeInTheDocument();
});
