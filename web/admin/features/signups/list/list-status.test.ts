import { expect, test } from "vitest";
import { tallyText, totalOf } from "./list-status.tsx";

test("the end of a review states its result", () => {
  expect(tallyText({ approved: 62, rejected: 38 })).toBe(
    "62 inscriptions approuvées, 38 rejetées\u00a0: plus personne n’attend de réponse.",
  );
  expect(tallyText({ approved: 0, rejected: 1 })).toMatch(/^1 rejetée/);
  expect(tallyText({ approved: 0, rejected: 0 })).toBe("Aucune inscription n’attend de décision.");
});

test("one line counts the sign-ups of a list and those to decide", () => {
  const counts = { all: 123, pending: 27, approved: 90, rejected: 6 };
  const list = { total: 123, totalIsExact: true, counts };
  expect(totalOf(list, "all")).toBe("123 inscriptions, 27 à décider");
  expect(totalOf({ ...list, total: 27 }, "pending")).toBe("27 inscriptions à décider");
  expect(totalOf({ ...list, total: 90 }, "approved")).toBe("90 inscriptions");
  expect(totalOf({ ...list, counts: { ...counts, pending: 0 } }, "all")).toBe("123 inscriptions");
  expect(totalOf({ total: 1_000, totalIsExact: false, counts: null }, "all")).toBe(
    "plus de 1\u202f000 inscriptions",
  );
});
