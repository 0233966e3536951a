import { expect, test } from "vitest";
import { answerEffects } from "./answer-effects.ts";

const asked = {
  question: "Votre matière préférée ?",
  fieldType: "radio",
  options: ["Lin", "Laine", "Soie"],
  active: true,
  targetType: "both",
} as const;
const question = { ...asked, options: [...asked.options] };
const answers = {
  total: 34,
  byAudience: { user: 33, brand: 1 },
  options: [
    { value: "Lin", count: 12 },
    { value: "Laine", count: 1 },
    { value: "Jersey", count: 21 },
  ],
};

test("the answers to a former wording are counted, and a changed space is ignored", () => {
  const to = (text: string, total = 34) =>
    answerEffects(question, { ...question, question: text }, { ...answers, total });
  expect(to("Votre étoffe préférée ?")).toEqual([
    "34 réponses ont été données à l’ancienne formulation : elles restent telles quelles, sous la nouvelle.",
  ]);
  expect(to("Votre matière préférée", 1)).toEqual([
    "1 réponse a été donnée à l’ancienne formulation : elle reste telle quelle, sous la nouvelle.",
  ]);
  expect(to("  Votre matière\u00a0 préférée\u202f? ")).toEqual([]);
  expect(to("Votre matière préférée?")).toEqual([]);
  expect(to("Votre étoffe préférée ?", 0)).toEqual([]);
});

test("each removed or renamed option with answers has a sentence, a moved option has none", () => {
  const values = { ...question, options: ["Soie", "Lin lavé"] };
  expect(answerEffects(question, values, answers)).toEqual([
    "12 personnes ont choisi « Lin » : leurs réponses restent, les statistiques les comptent à part.",
    "1 personne a choisi « Laine » : sa réponse reste, les statistiques la comptent à part.",
  ]);
  expect(answerEffects(question, { ...question, options: ["Laine", " Lin ", "Coton"] }, answers)).toEqual([]);
});

test("a changed type of question says how many answers stay, and how statistics will read them", () => {
  const effect = (from: "radio" | "text", to: "checkbox" | "textarea" | "email" | "select", total = 34) =>
    answerEffects({ ...question, fieldType: from }, { ...question, fieldType: to }, { ...answers, total })[0];
  expect(effect("radio", "checkbox")).toBe(
    "Type « Choix multiples » : 34 réponses restent telles quelles, les statistiques les comptent comme avant.",
  );
  expect(effect("radio", "textarea", 1)).toBe(
    "Type « Texte long » : 1 réponse reste telle quelle, les statistiques la lisent comme du texte libre.",
  );
  expect(effect("text", "email")).toMatch(/comptent comme avant\.$/);
  expect(effect("text", "select")).toMatch(/comptent à part ce qui ne figure pas parmi les options\.$/);
});

test("removed options are not mentioned once the question's type is free text", () => {
  expect(answerEffects(question, { ...question, fieldType: "text", options: [] }, answers)).toHaveLength(1);
});

test("switching a question off affects its answers, switching it on does not", () => {
  const off = { ...question, active: false };
  expect(answerEffects(question, off, answers)).toEqual([
    "34 réponses restent visibles dans les inscriptions ; la question n’est plus posée et quitte les statistiques.",
  ]);
  expect(answerEffects(off, question, answers)).toEqual([]);
});

test("a removed option is mentioned although the number of its answers could not be read", () => {
  expect(
    answerEffects(
      question,
      { ...question, options: ["Lin", "Laine"] },
      { total: 34, options: null, byAudience: null },
    ),
  ).toEqual([
    "Les réponses « Soie » restent, les statistiques les comptent à part.",
    "Le nombre de ces réponses n’a pas pu être lu.",
  ]);
});

test("a question without answers has no effects to name", () => {
  const values = { ...question, fieldType: "text" as const, active: false };
  expect(
    answerEffects(question, values, { total: 0, options: [], byAudience: { user: 0, brand: 0 } }),
  ).toEqual([]);
});

test("the effects count the answers of an audience that is no longer asked, not those of an added one", () => {
  const to = (targetType: "user" | "brand" | "both", from: typeof targetType = "both", active = true) =>
    answerEffects({ ...question, targetType: from }, { ...question, targetType, active }, answers);
  expect(to("brand")).toEqual([
    "33 réponses d’utilisateurs restent visibles dans les inscriptions ; la question ne leur est plus posée, les statistiques ne les comptent que sous « Tous ».",
  ]);
  expect(to("user")).toEqual([
    "1 réponse de marque reste visible dans les inscriptions ; la question ne leur est plus posée, les statistiques ne la comptent que sous « Tous ».",
  ]);
  expect(to("brand", "user")).toEqual(to("brand"));
  expect(to("both", "user")).toEqual([]);
  expect(to("user", "both", false)[0]).toBe("1 réponse de marque reste visible dans les inscriptions.");
});

test("an audience without answers has no sentence, and a count that could not be read is reported as missing", () => {
  const values = { ...question, targetType: "user" as const };
  expect(answerEffects(question, values, { ...answers, byAudience: { user: 34, brand: 0 } })).toEqual([]);
  expect(answerEffects(question, values, { ...answers, options: null, byAudience: null })).toEqual([
    "Les réponses des marques restent visibles dans les inscriptions ; la question ne leur est plus posée, les statistiques ne les comptent que sous « Tous ».",
    "Le nombre de ces réponses n’a pas pu être lu.",
  ]);
});
