import { expect, test } from "vitest";
import { addOptions, isOptionList } from "./options-field.tsx";

test("a typed option is trimmed and added behind the others", () => {
  expect(addOptions(["Chic"], [" Sport "])).toEqual({ options: ["Chic", "Sport"], repeated: undefined });
});

test("an option keeps its comma, and a blank one is left out", () => {
  expect(addOptions([], ["Oui, souvent", " "]).options).toEqual(["Oui, souvent"]);
});

test("an option that is there already is left out and named", () => {
  expect(addOptions(["Chic"], ["Sport", "Chic"])).toEqual({ options: ["Chic", "Sport"], repeated: "Chic" });
});

test("only a text with separators is a list", () => {
  expect([isOptionList("Chic, Sport"), isOptionList("Chic\nSport"), isOptionList("Chic")]).toEqual([
    true,
    true,
    false,
  ]);
});
