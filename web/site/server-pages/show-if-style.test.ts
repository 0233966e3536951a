import { expect, test } from "vitest";
import type { Question, ShowIf } from "#contract/questionnaire.ts";
import { showIfStyle } from "./show-if-style.ts";

const question = (id: string, changes: Partial<Question> = {}): Question => ({
  id,
  question: id,
  fieldType: "radio",
  options: ["Lin"],
  required: true,
  active: true,
  orderPosition: 1,
  targetType: "user",
  ...changes,
});
const rules: ShowIf["rules"] = [
  { questionId: "a", op: "is", value: "Lin" },
  { questionId: "s", op: "isNot", value: "Soie" },
];
const ids = { form: "form", question: "field" };
const styleOf = (match: ShowIf["match"]) =>
  showIfStyle(
    [question("a"), question("s", { fieldType: "select" }), question("b", { showIf: { match, rules } })],
    ids,
  );
const isLin = ':has(input[name="responses.a"]:checked[value="Lin"])';
const isSoie = ':has(select[name="responses.s"] option:checked[value="Soie"])';
const notSoie = `:has(select[name="responses.s"] option:checked:not([value=""])):not(${isSoie})`;

test("a question is hidden unless the form meets all of its rules", () => {
  expect(styleOf("all")).toBe(
    `@supports selector(:has(*)){#form:not(${isLin}${notSoie})>:is(#field-b,:has(#field-b)){display:none}}`,
  );
});

test("a question is hidden unless the form meets one of its rules", () => {
  expect(styleOf("any")).toContain(`:not(:is(${isLin},${notSoie}))`);
});

test("a questionnaire without conditions needs no style rules", () => {
  expect(showIfStyle([question("a")], ids)).toBe("");
});

test("an option's text cannot end its CSS string or the style element", () => {
  const value = 'a"]</style>\\\n';
  const style = showIfStyle(
    [
      question("a", { options: [value] }),
      question("b", { showIf: { match: "all", rules: [{ questionId: "a", op: "is", value }] } }),
    ],
    ids,
  );
  expect(style).toContain('[value="a\\22 ]\\3c /style>\\5c \\a "]');
});
