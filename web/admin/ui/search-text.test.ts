import { expect, test } from "vitest";
import { matchesText } from "./search-text.ts";

test("a search ignores accents and case", () => {
  expect(matchesText("Éditeur de Questionnaire", "editeur")).toBe(true);
  expect(matchesText("Statistiques", "STAT")).toBe(true);
});

test("a search requires every word, in any order", () => {
  expect(matchesText("Inscriptions marques", "marq insc")).toBe(true);
  expect(matchesText("Inscriptions marques", "inscriptions util")).toBe(false);
});

test("an empty search matches every text", () => {
  expect(matchesText("Journal", " ")).toBe(true);
});

test("a search treats all kinds of apostrophe alike", () => {
  expect(matchesText("Lien d’activation renouvelé", "d'activation")).toBe(true);
  expect(matchesText("Envoi d'emails", "d’emails")).toBe(true);
});
