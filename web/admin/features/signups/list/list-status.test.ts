import { expect, test } from "vitest";
import { tallyText } from "./list-status.tsx";

test("the end of a review states its result", () => {
  expect(tallyText({ approved: 62, rejected: 38 })).toBe(
    "62 inscriptions approuvées, 38 rejetées\u00a0: plus personne n’attend de réponse.",
  );
  expect(tallyText({ approved: 0, rejected: 1 })).toMatch(/^1 rejetée/);
  expect(tallyText({ approved: 0, rejected: 0 })).toBe("Aucune inscription n’attend de décision.");
});
