import { expect, test } from "vitest";
import { fieldTypes, isChoice, questionTypes } from "./registry.ts";

test("every question type has a different label", () => {
  expect(fieldTypes.map((type) => questionTypes[type].label).slice(0, 6)).toEqual([
    "Texte court",
    "E-mail",
    "Texte long",
    "Liste déroulante",
    "Choix unique",
    "Choix multiples",
  ]);
  expect(new Set(Object.values(questionTypes).map(({ label }) => label)).size).toBe(fieldTypes.length);
});

test("exactly lists, radio buttons and checkboxes are choice questions", () => {
  expect(fieldTypes.filter(isChoice)).toEqual(["select", "radio", "checkbox"]);
});

test.each(fieldTypes)(
  "the empty answer of the question type %s has the same shape as its answers",
  (type) => {
    const { emptyAnswer, isMultiple } = questionTypes[type];
    expect(Array.isArray(emptyAnswer)).toBe(isMultiple);
    expect(emptyAnswer).toHaveLength(0);
  },
);
