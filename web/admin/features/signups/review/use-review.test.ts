import { expect, test } from "vitest";
import { nextPending, stepFrom } from "./use-review.ts";

const rows = [
  { id: "a", status: "pending" },
  { id: "b", status: "approved" },
  { id: "c", status: "pending" },
  { id: "d", status: "rejected" },
] as const;

test("a decision leads to the pending row below, else to the first pending row above, else to none", () => {
  expect(nextPending(rows, "a")?.id).toBe("c");
  expect(nextPending(rows, "c")?.id).toBe("a");
  expect(nextPending(rows.slice(2), "c")).toBeNull();
  expect(nextPending(rows, "gone")?.id).toBe("a");
});

test("a step leads to the neighbouring row, at the edge of a page to the next page, and nowhere at the end", () => {
  expect(stepFrom(rows, { id: "b", page: 1, pages: 2 }, 1)).toEqual({ id: "c" });
  expect(stepFrom(rows, { id: "d", page: 1, pages: 2 }, 1)).toEqual({ page: 2, edge: "first" });
  expect(stepFrom(rows, { id: "a", page: 2, pages: 2 }, -1)).toEqual({ page: 1, edge: "last" });
  expect(stepFrom(rows, { id: "d", page: 2, pages: 2 }, 1)).toBeNull();
  expect(stepFrom(rows, { id: "a", page: 1, pages: 2 }, -1)).toBeNull();
  expect(stepFrom(rows, { id: null, page: 1, pages: 2 }, 1)).toEqual({ id: "a" });
  expect(stepFrom([], { id: null, page: 1, pages: 1 }, 1)).toBeNull();
});
