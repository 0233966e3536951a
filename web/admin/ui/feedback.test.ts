import { expect, it } from "vitest";
import { firstSentence } from "./feedback.tsx";

it("ends at the first full stop, question or exclamation mark", () => {
  expect(firstSentence("Elle part pour de bon. On ne peut pas revenir en arrière.")).toBe(
    "Elle part pour de bon.",
  );
  expect(firstSentence("Que faire ? Rien.")).toBe("Que faire ?");
});

it("reads over lines, and takes a text without a full stop as it is", () => {
  expect(firstSentence("  Une seule\n   phrase  ")).toBe("Une seule phrase");
});

it("takes neither an initial nor an address for the end", () => {
  expect(firstSentence("J. Martin écrit à zoe@exemple.fr depuis hier. Et après.")).toBe(
    "J. Martin écrit à zoe@exemple.fr depuis hier.",
  );
});
