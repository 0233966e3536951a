import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { press } from "#test/support/ui/press.ts";
import { question } from "#test/support/ui/questionnaire-fake.ts";
import {
  addQuestion,
  button,
  editForm,
  editQuestion,
  newForm,
  newOption,
  openQuestionnaire,
  option,
  questionnairePath,
  typeOf,
  wording,
} from "#test/support/ui/questionnaire-screen.ts";
import { fakeSite } from "#test/support/ui/site-fake.ts";

const asked = () => page.getByRole("dialog", { name: "Quitter sans enregistrer ?" });
const typed = "Alpha, en mieux";
const siteLink = () => page.getByRole("link", { name: "Site" });

/** Opens the form of 'Alpha' and types into it. */
async function typeIntoAlpha() {
  const admin = await openQuestionnaire(["Alpha", "Bravo"]);
  admin.api.answer(fakeSite().answers);
  await wording(await editQuestion("Alpha")).fill(typed);
  return admin;
}

/** Actions that replace the open form: name, control, the next form, and its wording. */
const exits = [
  ["'Modifier' of another question", () => button("Modifier : Bravo"), editForm, "Bravo"],
  ["'Dupliquer'", () => button("Dupliquer : Bravo"), editForm, "Copie de Bravo"],
  ["'Ajouter'", () => button("Ajouter"), newForm, ""],
] as const;

test.each(exits)(
  "%s asks first when a question has unsaved changes, then opens its own form",
  async (_name, control, form, next) => {
    const { fake } = await typeIntoAlpha();
    await press(control(), "{Enter}");
    await keepEditing(control());
    expect(fake.order()).toEqual(["Alpha", "Bravo"]);

    await press(control(), "{Enter}");
    await button("Quitter sans enregistrer", asked()).click();
    await expect.element(wording(form())).toHaveValue(next);
    await expect.element(wording(form())).toHaveFocus();
    expect(fake.find("Alpha").version).toBe(1);
  },
);

/** Chooses to continue editing. Expects the typed text to stay and the focus to return. */
async function keepEditing(back: Locator): Promise<void> {
  await expect.element(asked()).toMatchTextContent("Vos dernières modifications ne sont pas enregistrées.");
  await expect.element(button("Continuer à modifier", asked())).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(asked()).not.toBeInTheDocument();
  await expect.element(wording(editForm())).toHaveValue(typed);
  await expect.element(back).toHaveFocus();
}

test("'Annuler' asks first when a question has unsaved changes, then closes the form", async () => {
  await typeIntoAlpha();
  await press(button("Annuler", editForm()), "{Enter}");
  await keepEditing(button("Annuler", editForm()));
  await userEvent.keyboard("{Enter}");
  await button("Quitter sans enregistrer", asked()).click();
  await expect.element(editForm()).not.toBeInTheDocument();
  await expect.element(button("Modifier : Alpha")).toHaveFocus();
});

test("a link of the menu asks first when a question has unsaved changes, then opens its screen", async () => {
  const { address } = await typeIntoAlpha();
  await press(siteLink(), "{Enter}");
  await keepEditing(siteLink());
  expect(address()).toBe(questionnairePath);
  await userEvent.keyboard("{Enter}");
  await button("Quitter sans enregistrer", asked()).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Site" })).toBeVisible();
});

test("closing the tab makes the browser ask when a question has unsaved changes", async () => {
  await typeIntoAlpha();
  const leave = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  await expect.poll(leave).toBe(false);
  await wording(editForm()).fill("Alpha");
  await expect.poll(leave).toBe(true);
});

test("a new question asks before its options are lost, although its type shows none", async () => {
  await openQuestionnaire([]);
  const form = await addQuestion("Choix unique");
  await press(newOption(form), "Lin{Enter}");
  await typeOf(form).selectOptions("Texte court");
  await press(button("Annuler", form), "{Enter}");
  await expect.element(asked()).toBeVisible();
});

test("a new question asks before an option is lost that was typed but not added", async () => {
  await openQuestionnaire([]);
  const form = await addQuestion("Choix unique");
  await newOption(form).fill("Soie");
  await press(button("Annuler", form), "{Enter}");
  await expect.element(asked()).toBeVisible();
});

test("a form whose values equal the stored question again closes without asking", async () => {
  await typeIntoAlpha();
  await wording(editForm()).fill("Alpha");
  await press(button("Modifier : Bravo"), "{Enter}");
  await expect.element(wording(editForm())).toHaveValue("Bravo");
  await press(button("Dupliquer : Bravo"), "{Enter}");
  await expect.element(wording(editForm())).toHaveValue("Copie de Bravo");
  await press(button("Annuler", editForm()), "{Enter}");
  await expect.element(editForm()).not.toBeInTheDocument();
});

test("a saved form closes without asking", async () => {
  const { fake } = await typeIntoAlpha();
  await press(button("Enregistrer", editForm()), "{Enter}");
  await expect.element(editForm()).not.toBeInTheDocument();
  expect(fake.order()).toEqual([typed, "Bravo"]);
  await press(siteLink(), "{Enter}");
  await expect.element(page.getByRole("heading", { level: 1, name: "Site" })).toBeVisible();
});

test("the form closes before the list is read again, so that 'Ajouter' opens a new one", async () => {
  const { api } = await typeIntoAlpha();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  api.answer({ "GET /api/admin/questions": () => promise });
  await press(button("Enregistrer", editForm()), "{Enter}");
  await expect.element(editForm()).not.toBeInTheDocument();
  await press(button("Ajouter"), "{Enter}");
  await expect.element(wording(newForm())).toHaveFocus();
  resolve(undefined);
});

type Opened = Awaited<ReturnType<typeof openQuestionnaire>>;

/** Withholds the answers to saves. @returns what lets the server answer */
function holdSaves(api: Opened["api"], fake: Opened["fake"]): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { answers } = fake;
  api.answer({
    "POST /api/admin/questions": (request) =>
      promise.then(() => answers["POST /api/admin/questions"]?.(request)),
    "PUT /api/admin/questions/:id": (request) =>
      promise.then(() => answers["PUT /api/admin/questions/:id"]?.(request)),
  });
  return resolve;
}

test("the late answer to a saved question leaves the form of another question open", async () => {
  const { api, fake } = await typeIntoAlpha();
  const letGo = holdSaves(api, fake);
  await press(button("Enregistrer", editForm()), "{Enter}");
  await expect.poll(() => api.calls.at(-1)).toContain("PUT ");
  await press(button("Modifier : Bravo"), "{Enter}");
  await button("Quitter sans enregistrer", asked()).click();
  await wording(editForm()).fill("Bravo, en mieux");
  letGo();
  await expect.element(page.getByText("La question est enregistrée.")).toBeVisible();
  await expect.element(wording(editForm())).toHaveValue("Bravo, en mieux");
});

test("text that is typed while a question is being saved stays in its form, and is saved next", async () => {
  const { api, fake } = await typeIntoAlpha();
  const letGo = holdSaves(api, fake);
  await press(button("Enregistrer", editForm()), "{Enter}");
  await expect.poll(() => api.calls.at(-1)).toContain("PUT ");
  await wording(editForm()).fill("Alpha, encore mieux");
  letGo();
  await expect.element(page.getByText("La question est enregistrée.")).toBeVisible();
  await expect.element(wording(editForm())).toHaveValue("Alpha, encore mieux");
  await press(button("Enregistrer", editForm()), "{Enter}");
  await expect.element(editForm()).not.toBeInTheDocument();
  expect(fake.order()).toEqual(["Alpha, encore mieux", "Bravo"]);
});

test("text that is typed while a new question is being added changes the added question", async () => {
  const { api, fake } = await openQuestionnaire(["Alpha"]);
  const letGo = holdSaves(api, fake);
  const form = await addQuestion("Texte court");
  await press(wording(form), "Bravo{Enter}");
  await expect.poll(() => api.calls.at(-1)).toContain("POST ");
  await wording(form).fill("Bravo, en mieux");
  letGo();
  await expect.element(page.getByText("La question est ajoutée.")).toBeVisible();
  await expect.element(wording(editForm())).toHaveValue("Bravo, en mieux");
  await press(button("Enregistrer", editForm()), "{Enter}");
  await expect.element(editForm()).not.toBeInTheDocument();
  expect(fake.order()).toEqual(["Alpha", "Bravo, en mieux"]);
});

test("the form of a question that was just added closes when the question is deleted", async () => {
  const { api, fake } = await openQuestionnaire(["Alpha"]);
  const letGo = holdSaves(api, fake);
  const form = await addQuestion("Texte court");
  await press(wording(form), "Bravo{Enter}");
  await expect.poll(() => api.calls.at(-1)).toContain("POST ");
  await wording(form).fill("Bravo, en mieux");
  letGo();
  await expect.element(editForm()).toBeVisible();
  await press(button("Supprimer : Bravo"), "{Enter}");
  await button("Supprimer", page.getByRole("dialog")).click();
  await expect.element(editForm()).not.toBeInTheDocument();
  expect(fake.order()).toEqual(["Alpha"]);
});

test("an option that is renamed again while its question is being saved is renamed from its saved name", async () => {
  const { api, fake } = await openQuestionnaire([
    question("Matière", { fieldType: "radio", options: ["Lin", "Soie"] }),
  ]);
  const letGo = holdSaves(api, fake);
  const form = await editQuestion("Matière");
  await option(form, 1).fill("Lin lavé");
  await press(button("Enregistrer", form), "{Enter}");
  await expect.poll(() => api.calls.at(-1)).toContain("PUT ");
  await option(form, 1).fill("Lin froissé");
  letGo();
  await expect.element(page.getByText("La question est enregistrée.")).toBeVisible();
  await press(button("Enregistrer", form), "{Enter}");
  await expect.element(form).not.toBeInTheDocument();
  expect(fake.renamed).toEqual([
    { from: "Lin", to: "Lin lavé" },
    { from: "Lin lavé", to: "Lin froissé" },
  ]);
});
