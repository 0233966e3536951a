import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { press } from "#test/support/ui/press.ts";
import { question } from "#test/support/ui/questionnaire-fake.ts";
import {
  addQuestion,
  button,
  editQuestion,
  openQuestionnaire,
  row,
  wording,
} from "#test/support/ui/questionnaire-screen.ts";

const select = (form: Pick<typeof page, "getByRole">, name: string) =>
  form.getByRole("combobox", { name, exact: true });
const fabric = () =>
  question("Matière", { fieldType: "select", options: ["Lin", "Soie"], targetType: "both" });
const season = () => question("Saison", { fieldType: "checkbox", options: ["Été", "Hiver"] });

test("a question gets a condition on an earlier choice, and the list shows it in words", async () => {
  const { fake } = await openQuestionnaire([fabric(), season()]);
  const form = await addQuestion("text");
  await wording(form).fill("Entretien");
  await press(button("Ajouter une condition", form), "{Enter}");
  await select(form, "Condition 1 : option").selectOptions("Soie");
  await press(button("Ajouter une condition", form), "{Enter}");
  await select(form, "Condition 2 : question").selectOptions("Saison");
  await select(form, "Condition 2 : comparaison").selectOptions("ne contient pas");
  await select(form, "Combien de conditions").selectOptions("au moins une de ces conditions");
  await press(button("Enregistrer", form), "{Enter}");
  const condition = row("Entretien").getByText(/^seulement si/);
  await expect.element(condition).toBeVisible();
  expect(condition.element().textContent).toBe(
    "seulement si « Matière » est Soie ou « Saison » ne contient pas Été",
  );
  expect(fake.find("Entretien").showIf).toEqual({
    match: "any",
    rules: [
      { questionId: fake.find("Matière").id, op: "is", value: "Soie" },
      { questionId: fake.find("Saison").id, op: "isNot", value: "Été" },
    ],
  });
});

test("a question without its former condition is asked of all people", async () => {
  const needed = fabric();
  const rule = { questionId: needed.id, op: "is" as const, value: "Lin" };
  const { fake } = await openQuestionnaire([
    needed,
    question("Entretien", { showIf: { match: "all", rules: [rule] } }),
  ]);
  const form = await editQuestion("Entretien");
  await press(button("Retirer la condition : Condition 1", form), "{Enter}");
  await expect.element(button("Ajouter une condition", form)).toHaveFocus();
  await press(button("Enregistrer", form), "{Enter}");
  await expect.element(form).not.toBeInTheDocument();
  expect(fake.find("Entretien").showIf).toBeNull();
});

test("a condition can use only earlier choice questions that the same people are asked", async () => {
  await openQuestionnaire([
    fabric(),
    season(),
    question("Texte"),
    question("Pour les marques", { targetType: "brand" }),
    question("Plus tard", { fieldType: "radio", options: ["Oui"] }),
  ]);
  const form = await editQuestion("Pour les marques");
  await press(button("Ajouter une condition", form), "{Enter}");
  const proposed = select(form, "Condition 1 : question").element().querySelectorAll("option");
  expect([...proposed].map(({ textContent }) => textContent)).toEqual(["Matière"]);
});

test("the first question cannot have a condition", async () => {
  await openQuestionnaire([fabric()]);
  const form = await editQuestion("Matière");
  await expect.element(button("Enregistrer", form)).toBeVisible();
  expect(page.getByText("Montrer seulement si").elements()).toEqual([]);
});
