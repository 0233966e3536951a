import { expect, test } from "vitest";
import { answerEffects } from "./answer-effects.ts";
import { renamesOf } from "./questions.api.ts";

const asked = {
  question: "Votre matière préférée ?",
  fieldType: "radio",
  options: ["Lin", "Laine", "Soie"],
  active: true,
  targetType: "both",
} as const;
const question = { ...asked, options: [...asked.options] };
const kept = (option: string) => ({ text: option, stored: option });
/** The form's values without a change. */
const unchanged = { ...asked, options: asked.options.map(kept) };
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
    answerEffects(question, { ...unchanged, question: text }, { ...answers, total });
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

test("a removed option with answers has a sentence, although another was added; a moved option has none", () => {
  const options = [kept("Soie"), { text: "Lin lavé", stored: null }, { text: "Coton", stored: null }];
  expect(answerEffects(question, { ...unchanged, options }, answers)).toEqual([
    "12 personnes ont choisi « Lin » : leurs réponses restent, les statistiques les comptent à part.",
    "1 personne a choisi « Laine » : sa réponse reste, les statistiques la comptent à part.",
  ]);
  const moved = [kept("Laine"), { text: " Lin ", stored: "Lin" }, { text: "Coton", stored: null }];
  expect(answerEffects(question, { ...unchanged, options: moved }, answers)).toEqual([]);
});

test("a renamed option with answers keeps its people except in the statistics of its question", () => {
  const options = [{ text: "Lin  lavé", stored: "Lin" }, { text: "Coton", stored: "Laine" }, kept("Soie")];
  expect(answerEffects(question, { ...unchanged, options }, answers)).toEqual([
    "12 personnes ont choisi « Lin » : listes, segments et réponses croisées les comptent sous « Lin lavé », seul « Détail des réponses » compte leurs réponses à part.",
    "1 personne a choisi « Laine » : listes, segments et réponses croisées la comptent sous « Coton », seul « Détail des réponses » compte sa réponse à part.",
  ]);
  const unread = answerEffects(
    question,
    { ...unchanged, options },
    { total: 34, options: null, byAudience: null },
  );
  expect(unread[0]).toBe(
    "Les réponses « Lin » restent : listes, segments et réponses croisées les comptent sous « Lin lavé », seul « Détail des réponses » les compte à part.",
  );
});

test("an option is renamed only where its own field was typed over, and while its question still has it", () => {
  const options = [
    { text: "Soie", stored: "Lin" },
    { text: "Laine", stored: null },
    { text: " Lin ", stored: "Soie" },
  ];
  expect(renamesOf(options, ["Lin", "Laine", "Soie"])).toEqual([
    { from: "Lin", to: "Soie" },
    { from: "Soie", to: "Lin" },
  ]);
  expect(renamesOf(options, ["Laine", "Soie"])).toEqual([{ from: "Soie", to: "Lin" }]);
});

test("a changed type of question says how many answers stay, and how statistics will read them", () => {
  const effect = (from: "radio" | "text", to: "checkbox" | "textarea" | "email" | "select", total = 34) =>
    answerEffects(
      { ...question, fieldType: from },
      { ...unchanged, fieldType: to },
      { ...answers, total },
    )[0];
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
  expect(answerEffects(question, { ...unchanged, fieldType: "text", options: [] }, answers)).toHaveLength(1);
});

test("switching a question off affects its answers, switching it on does not", () => {
  expect(answerEffects(question, { ...unchanged, active: false }, answers)).toEqual([
    "34 réponses restent visibles dans les inscriptions ; la question n’est plus posée et quitte les statistiques.",
  ]);
  expect(answerEffects({ ...question, active: false }, unchanged, answers)).toEqual([]);
});

test("a removed option is mentioned although the number of its answers could not be read", () => {
  expect(
    answerEffects(
      question,
      { ...unchanged, options: [kept("Lin"), kept("Laine")] },
      { total: 34, options: null, byAudience: null },
    ),
  ).toEqual([
    "Les réponses « Soie » restent, les statistiques les comptent à part.",
    "Le nombre de ces réponses n’a pas pu être lu.",
  ]);
});

test("a question without answers has no effects to name", () => {
  const values = { ...unchanged, fieldType: "text" as const, active: false };
  expect(
    answerEffects(question, values, { total: 0, options: [], byAudience: { user: 0, brand: 0 } }),
  ).toEqual([]);
});

test("the effects count the answers of an audience that is no longer asked, not those of an added one", () => {
  const to = (targetType: "user" | "brand" | "both", from: typeof targetType = "both", active = true) =>
    answerEffects({ ...question, targetType: from }, { ...unchanged, targetType, active }, answers);
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
  const values = { ...unchanged, targetType: "user" as const };
  expect(answerEffects(question, values, { ...answers, byAudience: { user: 34, brand: 0 } })).toEqual([]);
  expect(answerEffects(question, values, { ...answers, options: null, byAudience: null })).toEqual([
    "Les réponses des marques restent visibles dans les inscriptions ; la question ne leur est plus posée, les statistiques ne les comptent que sous « Tous ».",
    "Le nombre de ces réponses n’a pas pu être lu.",
  ]);
});
