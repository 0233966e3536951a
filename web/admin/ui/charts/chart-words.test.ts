import { expect, test } from "vitest";
import { wrapText } from "./chart-words.ts";

test.each([
  ["fits", ["fits"]],
  ["two words", ["two words"]],
  ["three words here", ["three", "words here"]],
  ["Photographe\nParis", ["Photograph", "e Paris"]],
  ["INSTAGRAM.COM/MAISON", ["INSTAGRAM.", "COM/MAISON"]],
  ["Quel style ?", ["Quel", "style\u00a0?"]],
  ["", []],
])("the text %s is wrapped to lines of ten letters: %j", (text, lines) => {
  expect(wrapText(text, (line) => [...line].length <= 10)).toEqual(lines);
});
