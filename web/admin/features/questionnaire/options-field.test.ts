import { expect, test } from "vitest";
import { limits } from "#contract/limits.ts";
import { addOptions, findWrongOptions, isOptionList } from "./options-field.tsx";

const kept = (option: string) => ({ text: option, stored: option });
const added = (option: string) => ({ text: option, stored: null });

test("a typed option is trimmed and added behind the others", () => {
  const options = [kept("Chic"), added("Sport")];
  expect(addOptions([kept("Chic")], [" Sport "])).toEqual({ options, repeated: undefined });
});

test("an option keeps its comma, and a blank one is left out", () => {
  expect(addOptions([], ["Oui, souvent", " "]).options).toEqual([added("Oui, souvent")]);
});

test("an added option that already exists is left out and named", () => {
  const options = [kept("Chic"), added("Sport")];
  expect(addOptions([kept("Chic")], ["Sport", "Chic"])).toEqual({ options, repeated: "Chic" });
});

test("two options of the list with the same name stay, and only an added one counts as repeated", () => {
  const options = [kept("Lin"), { text: "Lin", stored: "Soie" }];
  expect(addOptions(options, [""])).toEqual({ options, repeated: undefined });
  expect(addOptions(options, ["Sport"])).toEqual({
    options: [...options, added("Sport")],
    repeated: undefined,
  });
});

test("only a text with separators is a list of options", () => {
  expect([isOptionList("Chic, Sport"), isOptionList("Chic\nSport"), isOptionList("Chic")]).toEqual([
    true,
    true,
    false,
  ]);
});

test("blank, too long and repeated options are wrong, and an empty list has no wrong option", () => {
  expect(findWrongOptions(["Lin", " ", "Soie", "Lin ", "x".repeat(limits.optionMax + 1)])).toEqual([1, 3, 4]);
  expect(findWrongOptions([])).toEqual([]);
});
