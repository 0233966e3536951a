import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { held, refuse } from "#test/support/ui/fake-api.ts";
import { press } from "#test/support/ui/press.ts";
import { question } from "#test/support/ui/questionnaire-fake.ts";
import {
  button,
  editForm,
  editQuestion,
  newOption,
  openQuestionnaire,
  option,
  row,
  typeOf,
  wording,
} from "#test/support/ui/questionnaire-screen.ts";

/** A choice question with these answers of users. */
const materials = (...given: string[]) =>
  question("Votre matière ?", { fieldType: "radio", options: ["Lin", "Laine", "Soie"], given });

const box = () => editForm().getByRole("group", { name: "Réponses déjà données" });
/** The sentences about effects in the form, with plain spaces. */
const effects = () =>
  box()
    .getByRole("listitem")
    .elements()
    .map(({ textContent }) => textContent?.replace(/\s/g, " "));

const linen =
  "2 personnes ont choisi « Lin » : listes, segments et réponses croisées les comptent sous « Lin lavé », seul « Détail des réponses » compte leurs réponses à part.";
const wool = "1 personne a choisi « Laine » : sa réponse reste, les statistiques la comptent à part.";

test("the form counts the answers that another wording or type leaves unchanged", async () => {
  const { fake } = await openQuestionnaire([
    question("Votre marque préférée ?", { given: ["Brune", "Lin"] }),
  ]);
  await expect.element(row("Votre marque préférée ?")).toMatchTextContent("2 réponses");
  const form = await editQuestion("Votre marque préférée ?");
  await wording(form).fill("Votre marque favorite ?");
  await typeOf(form).selectOptions("Liste déroulante");
  await expect
    .poll(effects)
    .toEqual([
      "2 réponses ont été données à l’ancienne formulation : elles restent telles quelles, sous la nouvelle.",
      "Type « Liste déroulante » : 2 réponses restent telles quelles, les statistiques comptent à part ce qui ne figure pas parmi les options.",
    ]);
  await press(newOption(form), "Brune{Enter}Noire");
  await press(button("Enregistrer", form), "{Enter}");
  await expect.element(row("Votre marque favorite ?")).toMatchTextContent("Brune · Noire");
  await expect.element(button("Modifier : Votre marque favorite ?")).toHaveFocus();
  expect(fake.find("Votre marque favorite ?").given.user).toEqual(["Brune", "Lin"]);
});

test("a changed space in an answered question's wording needs no confirmation, and is kept", async () => {
  await openQuestionnaire([question("Votre marque ?", { given: ["Brune"] })]);
  const form = await editQuestion("Votre marque ?");
  await wording(form).fill("Votre  marque ? ");
  await expect.element(wording(form)).toHaveValue("Votre  marque ? ");
  await expect.element(box()).not.toBeInTheDocument();
});

test("the form shows in figures how renamed and removed options affect answers, and ignores moved ones", async () => {
  await openQuestionnaire([materials("Lin", "Lin", "Laine")]);
  const form = await editQuestion("Votre matière ?");
  await press(option(form, 1), "{Alt>}{ArrowDown}{/Alt}");
  await expect.element(box()).not.toBeInTheDocument();
  await option(form, 2).fill("Lin lavé");
  await expect.poll(effects).toEqual([linen]);
  await form.getByRole("button", { name: /^Retirer l’option 1/ }).click();
  await expect.poll(effects).toEqual([linen, wool]);
});

test("the form shows how switching a question off affects given answers", async () => {
  await openQuestionnaire([materials("Lin", "Laine")]);
  const form = await editQuestion("Votre matière ?");
  await form.getByRole("checkbox", { name: "Question active" }).click();
  await expect
    .poll(effects)
    .toEqual([
      "2 réponses restent visibles dans les inscriptions ; la question n’est plus posée et quitte les statistiques.",
    ]);
});

test("the form names the audience whose answers stay when it is no longer asked", async () => {
  await openQuestionnaire([{ ...materials("Lin", "Laine"), targetType: "both" }]);
  const target = (await editQuestion("Votre matière ?")).getByRole("combobox", { name: "Cible" });
  await target.selectOptions("Marques");
  await expect
    .poll(effects)
    .toEqual([
      "2 réponses d’utilisateurs restent visibles dans les inscriptions ; la question ne leur est plus posée, les statistiques ne les comptent que sous « Tous ».",
    ]);
  await target.selectOptions("Utilisateurs");
  await expect.element(box()).not.toBeInTheDocument();
});

/** Renames 'Lin' and saves while the figures are loading. */
async function saveBeforeFigures(figures: "answer" | "fail", ...given: string[]) {
  const item = materials(...given);
  const { api, fake } = await openQuestionnaire([item]);
  const answer = fake.answers["GET /api/admin/questions/:id/answers"];
  const { fake: waiting, letGo } = held(() => undefined);
  api.answer({
    "GET /api/admin/questions/:id/answers": async (request) => {
      await waiting();
      return figures === "fail"
        ? refuse(404, { code: "not_found", message: "Introuvable." })
        : answer?.(request);
    },
  });
  const form = await editQuestion("Votre matière ?");
  await option(form, 1).fill("Lin lavé");
  await press(button("Enregistrer", form), "{Enter}");
  await expect.element(button("Enregistrer", form)).toHaveAttribute("data-loading");
  expect(fake.find("Votre matière ?").options).toEqual(["Lin", "Laine", "Soie"]);
  return { fake, letGo, options: () => fake.find("Votre matière ?").options };
}

const asked = () => page.getByRole("dialog", { name: "Enregistrer cette question ?" });

test("a save before the figures are loaded waits for them, then asks about effects that were not shown yet", async () => {
  const { letGo, options } = await saveBeforeFigures("answer", "Lin", "Lin", "Laine");
  letGo();
  await expect.element(asked()).toMatchTextContent(linen);
  await button("Continuer à modifier", asked()).click();
  await expect.element(asked()).not.toBeInTheDocument();
  await expect.element(button("Enregistrer", editForm())).toHaveFocus();
  await expect.poll(effects).toEqual([linen]);
  expect(options()).toEqual(["Lin", "Laine", "Soie"]);

  // The form now shows the effects, so saving does not ask.
  await userEvent.keyboard("{Enter}");
  await expect.element(editForm()).not.toBeInTheDocument();
  expect(options()).toEqual(["Lin lavé", "Laine", "Soie"]);
});

test("a save whose figures failed to load asks before it continues", async () => {
  const { letGo, options } = await saveBeforeFigures("fail", "Lin");
  letGo();
  await expect
    .element(asked())
    .toMatchTextContent(
      /Les réponses « Lin » restent : listes, segments et réponses croisées les comptent sous « Lin lavé »/,
    );
  await expect.element(asked()).toMatchTextContent("Le nombre de ces réponses n’a pas pu être lu.");
  expect(options()).toEqual(["Lin", "Laine", "Soie"]);
  await button("Enregistrer", asked()).click();
  await expect.element(editForm()).not.toBeInTheDocument();
  expect(options()).toEqual(["Lin lavé", "Laine", "Soie"]);
});

test("a save that waited for figures and affects no answer continues automatically", async () => {
  const { letGo, options } = await saveBeforeFigures("answer", "Laine");
  letGo();
  await expect.element(editForm()).not.toBeInTheDocument();
  expect(options()).toEqual(["Lin lavé", "Laine", "Soie"]);
});
