import { expect, test } from "vitest";
import type { ListedSignup } from "#contract/signup.schema.ts";
import { asDecided, countsAhead } from "./as-decided.ts";

const row = (id: string, status: ListedSignup["status"]) => ({ id, status }) as ListedSignup;

test("what is being decided is shown as decided, and every other row stays the very same", () => {
  const items = [row("a", "pending"), row("b", "pending")];
  const shown = asDecided(items, [{ signup: row("a", "pending"), status: "approved" }]);
  expect(shown.map(({ status }) => status)).toEqual(["approved", "pending"]);
  expect(shown[1]).toBe(items[1]);
});

test("what the server has said of a row meanwhile stands", () => {
  const items = [row("a", "rejected")];
  expect(asDecided(items, [{ signup: row("a", "pending"), status: "approved" }])).toEqual(items);
});

test("who is being decided is counted as decided, once, until the server's counts hold it", () => {
  const counts = { all: 3, pending: 2, approved: 1, rejected: 0 };
  const underWay = [{ signup: row("a", "pending"), status: "rejected" as const }];
  const ahead = { all: 3, pending: 1, approved: 1, rejected: 1 };
  expect(countsAhead({ counts, items: [row("a", "pending"), row("b", "pending")] }, underWay)).toEqual(ahead);
  expect(countsAhead({ counts: ahead, items: [row("a", "rejected")] }, underWay)).toEqual(ahead);
  expect(countsAhead({ counts: ahead, items: [] }, underWay)).toEqual(ahead);
  expect(countsAhead({ counts: null, items: [] }, underWay)).toBeNull();
});
