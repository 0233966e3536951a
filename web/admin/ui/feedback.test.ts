import { expect, it } from "vitest";
import { firstSentence } from "./feedback.tsx";

it("the first sentence ends at the first full stop, question or exclamation mark", () => {
  expect(firstSentence("Elle part pour de bon. On ne peut pas revenir en arrière.")).toBe(
    "Elle part pour de bon.",
  );
  expect(firstSentence("Que faire ? Rien.")).toBe("Que faire ?");
});

it("the first sentence may span lines, and is the whole text when there is no full stop", () => {
  expect(firstSentence("  Une seule\n   phrase  ")).toBe("Une seule phrase");
});

it("the first sentence ends neither at an initial nor inside an address", () => {
  expect(firstSentence("J. Martin écrit à zoe@exemple.fr depuis hier. Et après.")).toBe(
    "J. Martin écrit à zoe@exemple.fr depuis hier.",
  );
});
