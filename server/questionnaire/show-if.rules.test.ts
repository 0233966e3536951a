import { expect, test } from "vitest";
import type { Question } from "#contract/questionnaire.ts";
import { findRefusedRule, formerOptionsAfter, withRenamedOptions } from "./show-if.rules.ts";

const question = (id: string, place: number, changes: Partial<Question> = {}): Question => ({
  id,
  question: id,
  fieldType: "radio",
  options: ["Lin", "Soie"],
  required: true,
  active: true,
  orderPosition: place,
  targetType: "both",
  ...changes,
});
const dependent = (changes: Partial<Question> = {}) =>
  question("B", 2, {
    showIf: { match: "all", rules: [{ questionId: "A", op: "is", value: "Lin" }] },
    ...changes,
  });

test.each<[why: string, questions: Question[], field: string | null, message: string]>([
  ["is missing", [dependent()], null, "« B » dépend d’une question qui manquerait"],
  ["comes after it", [question("A", 3), dependent()], null, "« B » dépend de « A » et vient après elle"],
  ["is itself", [dependent({ id: "A" })], null, "« B » dépend de « B » et vient après elle"],
  [
    "is free text",
    [question("A", 1, { fieldType: "text", options: null }), dependent()],
    "fieldType",
    "à choix",
  ],
  [
    "is asked of fewer people",
    [question("A", 1, { targetType: "user" }), dependent()],
    "targetType",
    "aux mêmes",
  ],
  ["is switched off", [question("A", 1, { active: false }), dependent()], "active", "rester active"],
  [
    "lost the option",
    [question("A", 1, { options: ["Soie"] }), dependent()],
    "options",
    "l’option « Lin » de « A »",
  ],
])("a condition is refused when the question it needs %s", (_why, questions, field, message) => {
  const refused = findRefusedRule(questions);
  expect(refused).toMatchObject({ question: { question: "B" }, field });
  expect(refused?.message).toContain(message);
});

test.each<[string, Question[]]>([
  ["an earlier question with the option", [question("A", 1), dependent()]],
  ["one that is asked of more people", [question("A", 1), dependent({ targetType: "brand" })]],
  [
    "one that is switched off like itself",
    [question("A", 1, { active: false }), dependent({ active: false })],
  ],
])("a condition may name %s", (_what, questions) => {
  expect(findRefusedRule(questions)).toBeNull();
});

test("a condition takes an option's new name only from its own question", () => {
  const rule = (questionId: string, value: string) => ({ questionId, op: "is" as const, value });
  const showIf = { match: "any" as const, rules: [rule("A", "Lin"), rule("C", "Lin")] };
  const renamed = new Map([["Lin", "Lin lavé"]]);
  expect(withRenamedOptions(showIf, { questionId: "A", renamed }).rules).toEqual([
    rule("A", "Lin lavé"),
    rule("C", "Lin"),
  ]);
  expect(withRenamedOptions(showIf, { questionId: "D", renamed })).toBe(showIf);
});

test("two options that exchange their names keep their former names and their conditions", () => {
  const renamed = new Map([
    ["Lin", "Soie"],
    ["Soie", "Lin"],
  ]);
  const former = { Lin: ["Coton"] };
  expect(formerOptionsAfter(former, { renamed, options: ["Soie", "Lin"] })).toEqual({ Soie: ["Coton"] });
  const rules = ["Lin", "Soie"].map((value) => ({ questionId: "A", op: "is" as const, value }));
  const showIf = withRenamedOptions({ match: "any", rules }, { questionId: "A", renamed });
  expect(showIf.rules.map(({ value }) => value)).toEqual(["Soie", "Lin"]);
});

test("an option keeps its former names through renames, except names that another option has now", () => {
  const former = formerOptionsAfter({}, { renamed: new Map([["Lin", "Coton"]]), options: ["Coton", "Soie"] });
  expect(former).toEqual({ Coton: ["Lin"] });
  const renamed = new Map([["Coton", "Laine"]]);
  expect(formerOptionsAfter(former, { renamed, options: ["Laine", "Soie"] })).toEqual({
    Laine: ["Lin", "Coton"],
  });
  expect(formerOptionsAfter(former, { renamed: new Map(), options: ["Coton", "Lin"] })).toEqual({});
  expect(formerOptionsAfter(former, { renamed: new Map(), options: ["Soie"] })).toEqual({});
});

test("an option named constructor keeps its former names", () => {
  const options = ["constructor", "Soie"];
  expect(formerOptionsAfter({}, { renamed: new Map(), options })).toEqual({});
  const former = formerOptionsAfter({}, { renamed: new Map([["Lin", "constructor"]]), options });
  expect(former).toEqual({ constructor: ["Lin"] });
  const renamed = new Map([["constructor", "Laine"]]);
  expect(formerOptionsAfter({}, { renamed, options: ["Laine"] })).toEqual({ Laine: ["constructor"] });
  expect(formerOptionsAfter(former, { renamed, options: ["Laine"] })).toEqual({
    Laine: ["Lin", "constructor"],
  });
});
