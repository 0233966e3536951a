import { expect, test } from "vitest";
import { sampleQuestions } from "#server/questionnaire/sample-questions.ts";
import { demoQuestions } from "./seed-questionnaire.ts";

/** 0 for "Moins de 18 ans", 18 for "18 – 24 ans"; null for a text without a number. */
function lowestOf(option: string): number | null {
  const [number] = option.match(/\d+/) ?? [];
  if (number === undefined) return null;
  return option.startsWith("Moins de") ? 0 : Number(number);
}

const numbered = [...sampleQuestions, ...demoQuestions].filter(({ options }) =>
  options?.every((option) => lowestOf(option) !== null),
);

test("sample questions ask for the age and the size of a collection in ranges", () => {
  expect(numbered.map(({ question }) => /âge|pièces/.exec(question)?.[0])).toEqual(["pièces", "âge"]);
});

test.each(numbered)(
  "the options of the sample question '$question' are in ascending order",
  ({ options }) => {
    const starts = options?.map(lowestOf) ?? [];
    expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => Number(a) - Number(b)));
  },
);
