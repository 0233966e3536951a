import { expect, test } from "vitest";
import { fieldPurpose } from "./field-purpose.rules.ts";

test.each([
  ["Votre ville", "address-level2"],
  ["Quelle est votre ville ?", "address-level2"],
  ["Ville de résidence", "address-level2"],
  ["Votre code postal", "postal-code"],
  ["Quel est votre numéro de téléphone\u00a0?", "tel"],
  ["Votre date de naissance", "bday"],
  ["Une ville qui vous inspire", undefined],
  ["Votre ville préférée", undefined],
  ["Votre style en une phrase", undefined],
  ["constructor", undefined],
  ["", undefined],
])("a question '%s' has the purpose %s", (question, purpose) => {
  expect(fieldPurpose(question)).toBe(purpose);
});
