import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
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
  options,
  questionnairePath,
  row,
  shown,
  wording,
} from "#test/support/ui/questionnaire-screen.ts";

const choice = { fieldType: "radio", options: ["Coton", "Laine", "Lin", "Soie"] } as const;
const optionsMissing = "Au moins une option non vide est requise";

test("a new question becomes the last one and returns the focus to 'Ajouter'", async () => {
  const { fake } = await openQuestionnaire(["Alpha"]);
  await press(button("Ajouter"), "{Enter}");
  await expect.element(wording(newForm())).toHaveFocus();
  await userEvent.keyboard("Bravo{Enter}");
  await expect.element(row("Bravo")).toMatchTextContent("Texte courtUtilisateursObligatoire");
  await expect.element(button("Ajouter")).toHaveFocus();
  expect(fake.order()).toEqual(["Alpha", "Bravo"]);
});

test("a new question without wording and options shows an error for both and sends nothing", async () => {
  const { fake } = await openQuestionnaire([]);
  const form = await addQuestion("Choix unique");
  await press(button("Enregistrer", form), "{Enter}");
  await expect.element(form.getByText("La question est requise")).toBeVisible();
  await expect.element(form.getByText(optionsMissing)).toBeVisible();
  expect(fake.order()).toEqual([]);
});

test("an option that is blank refuses the question until it is removed", async () => {
  const { fake } = await openQuestionnaire([
    question("Votre style ?", { ...choice, options: ["Chic", "Sport"] }),
  ]);
  await press(button("Modifier : Votre style ?"), "{Enter}");
  await option(editForm(), 2).fill("   ");
  await press(button("Enregistrer", editForm()), "{Enter}");
  await expect.element(editForm().getByText(optionsMissing)).toBeVisible();
  await expect.element(option(editForm(), 2)).toHaveFocus();
  await expect.element(option(editForm(), 2)).toHaveAttribute("aria-invalid", "true");
  await expect.element(option(editForm(), 2)).toHaveAccessibleDescription(optionsMissing);
  await expect.element(option(editForm(), 1)).not.toHaveAttribute("aria-invalid", "true");
  await editForm()
    .getByRole("button", { name: /^Retirer l’option 2/ })
    .click();
  await expect.element(editForm().getByText(optionsMissing)).not.toBeInTheDocument();
  await press(button("Enregistrer", editForm()), "{Enter}");
  await expect.element(editForm()).not.toBeInTheDocument();
  expect(fake.find("Votre style ?").options).toEqual(["Chic"]);
});

test("an option is renamed by its own field, also after a move, and replaced by its removal and a new one", async () => {
  const { fake } = await openQuestionnaire([
    question("Votre matière ?", { ...choice, options: [...choice.options] }),
  ]);
  const form = await editQuestion("Votre matière ?");
  await press(option(form, 3), "{Alt>}{ArrowUp}{/Alt}");
  await option(form, 2).fill("Lin lavé");
  await form.getByRole("button", { name: /^Retirer l’option 4/ }).click();
  await newOption(form).fill("Satin");
  await button("Enregistrer", form).click();
  await expect.element(form).not.toBeInTheDocument();
  expect(fake.find("Votre matière ?").options).toEqual(["Coton", "Lin lavé", "Laine", "Satin"]);
  expect(fake.renamed).toEqual([{ from: "Lin", to: "Lin lavé" }]);
});

test("a repeated option is refused with a message that names it", async () => {
  await openQuestionnaire([]);
  const form = await addQuestion("Choix unique");
  await press(newOption(form), "Chic{Enter}Chic{Enter}");
  await expect.element(form.getByText("Cette option existe déjà : « Chic »")).toBeVisible();
  await expect
    .element(newOption(form))
    .toHaveAccessibleDescription(/^Cette option existe déjà\s: «\sChic\s»$/);
  expect(options(form)).toEqual(["Chic"]);
});

test("an option that is renamed like another one stays in the form, and the question is not saved", async () => {
  const { fake } = await openQuestionnaire([
    question("Votre matière ?", { ...choice, options: ["Lin", "Soie"] }),
  ]);
  const form = await editQuestion("Votre matière ?");
  await option(form, 2).fill("Lin");
  await press(button("Enregistrer", form), "{Enter}");
  await expect.element(form.getByText("Cette option existe déjà : « Lin »")).toBeVisible();
  expect(options(form)).toEqual(["Lin", "Lin"]);
  expect(fake.find("Votre matière ?").options).toEqual(["Lin", "Soie"]);
});

test("an option that was typed but not added is saved with the question", async () => {
  const { fake } = await openQuestionnaire([]);
  const form = await addQuestion("Liste déroulante");
  await press(newOption(form), "Lin{Enter}Soie, sauvage");
  await wording(form).fill("Votre matière ?");
  await press(button("Enregistrer", form), "{Enter}");
  await expect.element(form).not.toBeInTheDocument();
  expect(fake.find("Votre matière ?").options).toEqual(["Lin", "Soie, sauvage"]);
});

test("an option that is typed with a comma stays one option", async () => {
  await openQuestionnaire([]);
  const form = await addQuestion("Choix unique");
  await press(newOption(form), "Oui, souvent{Enter}Non, jamais{Enter}");
  expect(options(form)).toEqual(["Oui, souvent", "Non, jamais"]);
});

test("at 360 px an option shows its text whole, and its controls stay in the form", async () => {
  await page.viewport(360, 740);
  await openQuestionnaire([]);
  const form = await addQuestion("Choix unique");
  await press(newOption(form), "Créatrices{Enter}");
  const text = option(form, 1).element();
  expect(text.scrollWidth).toBeLessThanOrEqual(text.clientWidth);
  const { left, right } = form.element().getBoundingClientRect();
  for (const control of form.element().querySelectorAll("fieldset :is(input, button)")) {
    expect(control.getBoundingClientRect().left).toBeGreaterThan(left);
    expect(control.getBoundingClientRect().right).toBeLessThan(right);
  }
  const hint = newOption(form).element() as HTMLInputElement;
  const canvas = new OffscreenCanvas(1, 1).getContext("2d") as OffscreenCanvasRenderingContext2D;
  const { font, paddingLeft } = getComputedStyle(hint);
  canvas.font = font;
  const room = hint.clientWidth - 2 * Number.parseFloat(paddingLeft);
  expect(canvas.measureText(hint.placeholder).width).toBeLessThanOrEqual(room);
});

test("a question is edited below its row, and the page stays where it was scrolled to", async () => {
  await openQuestionnaire(Array.from({ length: 20 }, (_, index) => `Question n°${index + 1}`));
  const edit = button("Modifier : Question n°12");
  await expect.element(edit).toBeInTheDocument();
  edit.element().scrollIntoView({ block: "center" });
  const { top } = edit.element().getBoundingClientRect();
  await edit.click();
  await expect.element(wording(editForm())).toHaveFocus();
  const below = editForm().element().getBoundingClientRect().top - edit.element().getBoundingClientRect().top;
  expect(below).toBeGreaterThan(0);
  expect(below).toBeLessThan(100);
  expect(Math.abs(edit.element().getBoundingClientRect().top - top)).toBeLessThan(2);
});

test("a form keeps its content when a filter hides its question", async () => {
  await openQuestionnaire(["Alpha", question("Bravo", { targetType: "brand" })]);
  await press(button("Modifier : Alpha"), "{Enter}");
  await wording(editForm()).fill("Ma version");
  await page.getByText("Marques", { exact: true }).first().click();
  await expect.element(row("Alpha")).not.toBeInTheDocument();
  await expect.element(wording(editForm())).toHaveValue("Ma version");
});

test("a new question is for the audience of the filter", async () => {
  await openQuestionnaire(["Alpha"], `${questionnairePath}?audience=brand`);
  await press(page.getByRole("button", { name: "Ajouter", exact: true }), "{Enter}");
  await expect.element(newForm().getByRole("combobox", { name: "Cible" })).toHaveValue("brand");
});

test("a pasted list becomes one option per entry", async () => {
  await openQuestionnaire([]);
  const form = await addQuestion("Choix multiples");
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", "Rouge, Vert ,Bleu");
  newOption(form)
    .element()
    .dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  await expect.poll(() => options(form)).toEqual(["Rouge", "Vert", "Bleu"]);
});

test("an option moves by Alt and arrows, and the focus moves with it", async () => {
  await openQuestionnaire([question("Votre matière ?", { ...choice, options: [...choice.options] })]);
  await press(button("Modifier : Votre matière ?"), "{Enter}");
  await press(option(editForm(), 3), "{Alt>}{ArrowUp}{/Alt}");
  await expect.element(option(editForm(), 2)).toHaveFocus();
  expect(options(editForm())).toEqual(["Coton", "Lin", "Laine", "Soie"]);
  await expect.element(editForm().getByText("Lin, position 2 sur 4")).toBeInTheDocument();
});

test("moving an option to the top by its button moves the focus to the button 'down'", async () => {
  await openQuestionnaire([question("Votre matière ?", { ...choice, options: [...choice.options] })]);
  await press(button("Modifier : Votre matière ?"), "{Enter}");
  await press(button("Monter : Laine", editForm()), "{Enter}");
  await expect.element(button("Monter : Laine", editForm())).toBeDisabled();
  await expect.element(button("Descendre : Laine", editForm())).toHaveFocus();
  expect(options(editForm())).toEqual(["Laine", "Coton", "Lin", "Soie"]);
});

test("the copy of a question opens in the form, is switched off, and follows its original", async () => {
  const { fake } = await openQuestionnaire(["Alpha", "Bravo"]);
  await press(button("Dupliquer : Alpha"), "{Enter}");
  await expect.element(wording(editForm())).toHaveFocus();
  await expect.element(wording(editForm())).toHaveValue("Copie de Alpha");
  await wording(editForm()).fill("Alpha bis");
  await press(button("Enregistrer", editForm()), "{Enter}");
  await expect.element(row("Alpha bis")).toMatchTextContent("Inactive");
  await expect.element(button("Modifier : Alpha bis")).toHaveFocus();
  expect(fake.order()).toEqual(["Alpha", "Alpha bis", "Bravo"]);
});

test("the form of a copied question says that the copy is stored, and 'Annuler' keeps it in the list", async () => {
  await openQuestionnaire(["Alpha", "Bravo"]);
  await press(button("Dupliquer : Alpha"), "{Enter}");
  await expect
    .element(wording(editForm()))
    .toHaveAccessibleDescription(
      /^La copie est enregistrée, désactivée, juste après l’original\. «\sAnnuler\s» la laisse telle quelle\.$/,
    );
  await press(button("Annuler", editForm()), "{Enter}");
  await expect.element(button("Modifier : Copie de Alpha")).toHaveFocus();
  expect(shown()).toEqual(["Alpha", "Copie de Alpha", "Bravo"]);

  // The hint about the copy appears only the first time that the form opens.
  await userEvent.keyboard("{Enter}");
  await expect.element(wording(editForm())).toHaveAccessibleDescription("");
});

test("a question that is switched off in the list shows this in its open form, which keeps the typed text", async () => {
  await openQuestionnaire(["Alpha"]);
  await press(button("Modifier : Alpha"), "{Enter}");
  await wording(editForm()).fill("Ma version");
  await press(page.getByRole("switch", { name: "Active : Alpha" }), " ");
  await expect.element(editForm().getByRole("checkbox", { name: "Question active" })).not.toBeChecked();
  await expect.element(wording(editForm())).toHaveValue("Ma version");
});

test("a question that was switched off in another tab stays off when its form is saved", async () => {
  const { fake } = await openQuestionnaire(["Alpha"]);
  await press(button("Modifier : Alpha"), "{Enter}");
  await wording(editForm()).fill("Ma version");
  fake.switchElsewhere("Alpha", false);
  await press(button("Enregistrer", editForm()), "{Enter}");
  await expect.element(editForm()).not.toBeInTheDocument();
  expect(fake.find("Ma version")).toMatchObject({ active: false });
});
