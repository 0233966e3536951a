import { expect, test } from "vitest";
import type { Question, ShowIf } from "./questionnaire.ts";
import { visibleQuestions } from "./questionnaire.ts";
import { validateSignup } from "./signup.ts";

const question = (id: string, place: number, changes: Partial<Question> = {}): Question => ({
  id,
  question: id,
  fieldType: "select",
  options: ["Oui", "Non"],
  required: true,
  active: true,
  orderPosition: place,
  targetType: "user",
  ...changes,
});
const when = (...rules: [questionId: string, op: "is" | "isNot", value: string][]): ShowIf => ({
  match: "all",
  rules: rules.map(([questionId, op, value]) => ({ questionId, op, value })),
});
const idsOf = (questions: Question[], responses: Record<string, string | string[]>) =>
  visibleQuestions("user", questions, responses).map(({ id }) => id);

test.each([
  ["is", "Oui", ["a", "b"]],
  ["is", "Non", ["a"]],
  ["is", undefined, ["a"]],
  ["isNot", "Oui", ["a"]],
  ["isNot", "Non", ["a", "b"]],
  ["isNot", "", ["a"]],
] as const)("a rule '%s Oui' with the answer %s shows %j", (op, answer, shown) => {
  const questions = [question("a", 1), question("b", 2, { showIf: when(["a", op, "Oui"]) })];
  expect(idsOf(questions, answer === undefined ? {} : { a: answer })).toEqual(shown);
});

test("with several chosen options, 'is' needs one match and 'isNot' needs none", () => {
  const several = question("a", 1, { fieldType: "checkbox", options: ["Lin", "Soie"] });
  const questions = [
    several,
    question("is", 2, { showIf: when(["a", "is", "Lin"]) }),
    question("isNot", 3, { showIf: when(["a", "isNot", "Lin"]) }),
  ];
  expect(idsOf(questions, { a: ["Soie", "Lin"] })).toEqual(["a", "is"]);
  expect(idsOf(questions, { a: ["Soie"] })).toEqual(["a", "isNot"]);
});

test("a condition 'all' needs every rule, a condition 'any' needs one rule", () => {
  const rules = when(["a", "is", "Oui"], ["b", "is", "Oui"]);
  const shown = (match: ShowIf["match"], responses: Record<string, string>) =>
    idsOf([question("a", 1), question("b", 2), question("c", 3, { showIf: { ...rules, match } })], responses);
  expect(shown("all", { a: "Oui", b: "Non" })).toEqual(["a", "b"]);
  expect(shown("any", { a: "Oui", b: "Non" })).toEqual(["a", "b", "c"]);
  expect(shown("all", { a: "Oui", b: "Oui" })).toEqual(["a", "b", "c"]);
});

test("the answer to a hidden question does not show another question", () => {
  const questions = [
    question("a", 1),
    question("b", 2, { showIf: when(["a", "is", "Oui"]) }),
    question("c", 3, { showIf: when(["b", "is", "Oui"]) }),
  ];
  expect(idsOf(questions, { a: "Oui", b: "Oui" })).toEqual(["a", "b", "c"]);
  expect(idsOf(questions, { a: "Non", b: "Oui" })).toEqual(["a"]);
});

test("a question that depends on an inactive or missing question stays hidden", () => {
  const questions = [
    question("a", 1, { active: false }),
    question("b", 2, { showIf: when(["a", "is", "Oui"]) }),
  ];
  expect(idsOf(questions, { a: "Oui" })).toEqual([]);
  expect(idsOf([question("b", 2, { showIf: when(["gone", "isNot", "Oui"]) })], { gone: "Non" })).toEqual([]);
});

test("a hidden question needs no answer, and an answer to it is no error", () => {
  const questions = [question("a", 1), question("b", 2, { showIf: when(["a", "is", "Oui"]) })];
  const form = { firstname: "Zoé", name: "Martin", email: "zoe@exemple.fr" };
  const check = (responses: Record<string, string>) =>
    validateSignup("user", questions, { ...form, responses });
  expect(check({ a: "Non" })).toEqual({});
  expect(check({ a: "Non", b: "Ailleurs" })).toEqual({});
  expect(Object.keys(check({ a: "Oui" }))).toEqual(["responses.b"]);
});
