import { expect, test } from "vitest";
import { greetingName } from "./greeting-name.ts";

test.each(["Zoé", "Jean-François", "Marie Anne", "N’Golo", "D'Arcy", "Ελένη", "श्रेया"])(
  "greets %s by name",
  (typed) => {
    expect(greetingName(typed)).toBe(typed);
  },
);

test.each([
  "Achetez sur http://spam.example",
  "spam.example",
  "Gagnez 500",
  "Un cadeau vous attend tout de suite",
  "Cliquez ici pour votre cadeau",
  "a".repeat(31),
  "{{email}}",
  "<b>Zoé</b>",
])("does not greet with %s", (typed) => {
  expect(greetingName(typed)).toBeNull();
});
