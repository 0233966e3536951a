import { expect, test } from "vitest";
import type { ListedSignup } from "#contract/signup-list.schema.ts";
import { withHeldRows } from "./use-signup-list.ts";

const signup = (id: string, status: ListedSignup["status"] = "pending"): ListedSignup => ({
  id,
  status,
  firstname: "Zoé",
  name: id,
  email: `${id}@exemple.fr`,
  website: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  duplicateOf: null,
  disposableEmail: false,
  confirmedAt: null,
  sample: false,
  starred: false,
  friends: 0,
});
const ids = (rows: ListedSignup[]) => rows.map(({ id }) => id);

test("a decided row that has left the list keeps its place, and the rows below do not move", () => {
  const decided = signup("b", "approved");
  const rows = withHeldRows([signup("a"), signup("c"), signup("d")], [{ signup: decided, index: 1 }]);
  expect(ids(rows)).toEqual(["a", "b", "c", "d"]);
  expect(rows[1]?.status).toBe("approved");
});

test("a decided row that the list still contains is shown once", () => {
  const rows = withHeldRows([signup("a"), signup("b")], [{ signup: signup("b", "rejected"), index: 1 }]);
  expect(rows.map(({ id, status }) => [id, status])).toEqual([
    ["a", "pending"],
    ["b", "rejected"],
  ]);
});

test("several decided rows keep their places, in any order of decisions", () => {
  const held = [
    { signup: signup("c"), index: 2 },
    { signup: signup("a"), index: 0 },
  ];
  expect(ids(withHeldRows([signup("b"), signup("d")], held))).toEqual(["a", "b", "c", "d"]);
});

test("decided rows stay in a list that became empty", () => {
  expect(ids(withHeldRows([], [{ signup: signup("a"), index: 3 }]))).toEqual(["a"]);
});
