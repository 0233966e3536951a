import { expect, test } from "vitest";
import { fieldTypes, isChoice, questionTypes } from "./registry.ts";

test("every type has a different name", () => {
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

test("lists, radio buttons and checkboxes are choices", () => {
  expect(fieldTypes.filter(isChoice)).toEqual(["select", "radio", "checkbox"]);
});

test.each(fieldTypes)("the empty answer of %s has the shape of its answers", (type) => {
  const { emptyAnswer, isMultiple } = questionTypes[type];
  expect(Array.isArray(emptyAnswer)).toBe(isMultiple);
  expect(emptyAnswer).toHaveLength(0);
});
