import { expect, test } from "vitest";
import { answerEffects } from "./answer-effects.ts";

const asked = { fieldType: "radio", options: ["Lin", "Laine", "Soie"], active: true } as const;
const question = { ...asked, options: [...asked.options] };
const answers = {
  total: 34,
  options: [
    { value: "Lin", count: 12 },
    { value: "Laine", count: 1 },
    { value: "Jersey", count: 21 },
  ],
};

test("each option with answers that is removed or renamed has its sentence, moved ones have none", () => {
  const values = { ...question, options: ["Soie", "Lin lavé"] };
  expect(answerEffects(question, values, answers)).toEqual([
    "12 personnes ont choisi « Lin » : leurs réponses restent, les statistiques les comptent à part.",
    "1 personne a choisi « Laine » : sa réponse reste, les statistiques la comptent à part.",
  ]);
  expect(answerEffects(question, { ...question, options: ["Laine", " Lin ", "Coton"] }, answers)).toEqual([]);
});

test("a change of type says how many answers stay, and how statistics read them from then on", () => {
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

test("as free text, options are no longer spoken of", () => {
  expect(answerEffects(question, { ...question, fieldType: "text", options: [] }, answers)).toHaveLength(1);
});

test("switching off says what becomes of the answers, switching on nothing", () => {
  const off = { ...question, active: false };
  expect(answerEffects(question, off, answers)).toEqual([
    "34 réponses restent visibles dans les inscriptions ; la question n’est plus posée et quitte les statistiques.",
  ]);
  expect(answerEffects(off, question, answers)).toEqual([]);
});

test("an option that goes is spoken of although its figure could not be read", () => {
  expect(
    answerEffects(question, { ...question, options: ["Lin", "Laine"] }, { total: 34, options: null }),
  ).toEqual(["Les réponses « Soie » restent, les statistiques les comptent à part."]);
});

test("without answers there is nothing to say", () => {
  const values = { ...question, fieldType: "text" as const, active: false };
  expect(answerEffects(question, values, { total: 0, options: [] })).toEqual([]);
});
