import { type Locator, page } from "vitest/browser";
import { openAdmin } from "./open-admin.tsx";
import { press } from "./press.ts";
import { fakeQuestionnaire } from "./questionnaire-fake.ts";

export const questionnairePath = "/admin/dashboard/questionnaire";

/** Draws the questionnaire editor with these questions. */
export async function openQuestionnaire(
  questions: Parameters<typeof fakeQuestionnaire>,
  path = questionnairePath,
) {
  const fake = fakeQuestionnaire(...questions);
  const admin = await openAdmin(path, fake.answers);
  return { ...admin, fake };
}

type Scope = Pick<Locator, "getByRole">;

export const button = (name: string, scope: Scope = page) => scope.getByRole("button", { name, exact: true });
const list = () => page.getByRole("list", { name: "Questions" });
/** The entries of the list, including notices of deleted questions. */
const rows = () => list().getByRole("listitem");
export const row = (text: string) => rows().filter({ hasText: text });
/** The texts in the list from top to bottom; "Question supprimée." for a notice. */
export const shown = () =>
  rows()
    .elements()
    .map((entry) => entry.querySelector("p")?.textContent);

export const newForm = () => page.getByRole("form", { name: "Nouvelle question" });
export const editForm = () => page.getByRole("form", { name: "Modifier la question" });
export const wording = (form: Scope) => form.getByRole("textbox", { name: "Question" });
export const typeOf = (form: Scope) => form.getByRole("combobox", { name: "Type de champ" });
export const newOption = (form: Scope) => form.getByRole("textbox", { name: "Nouvelle option" });
export const option = (form: Scope, place: number) => form.getByRole("textbox", { name: `Option ${place}` });
export const options = (form: Scope) =>
  form
    .getByRole("textbox", { name: /^Option \d+$/ })
    .elements()
    .map((field) => (field as HTMLInputElement).value);

/** Opens the form of a new question of this type. */
export async function addQuestion(type: string): Promise<Locator> {
  await press(button("Ajouter"), "{Enter}");
  await typeOf(newForm()).selectOptions(type);
  return newForm();
}

export async function editQuestion(text: string): Promise<Locator> {
  await press(button(`Modifier : ${text}`), "{Enter}");
  return editForm();
}
