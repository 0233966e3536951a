import { expect, test } from "vitest";
import { remainingUndoMs, undoableSince } from "./decisions.rules.ts";

const now = new Date("2026-06-15T10:00:00Z");
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

test("a decision can be undone for 30 seconds, not a millisecond longer", () => {
  expect(remainingUndoMs({ status: "approved", decidedAt: secondsAgo(0) }, now)).toBe(30_000);
  expect(remainingUndoMs({ status: "rejected", decidedAt: secondsAgo(29.999) }, now)).toBe(1);
  expect(remainingUndoMs({ status: "rejected", decidedAt: secondsAgo(30) }, now)).toBeNull();
});

test("a sign-up without a decision, or with one from before times were stored, cannot be undone", () => {
  expect(remainingUndoMs({ status: "pending", decidedAt: secondsAgo(1) }, now)).toBeNull();
  expect(remainingUndoMs({ status: "approved", decidedAt: null }, now)).toBeNull();
});

test("the SQL statement of the undo uses the same 30 seconds", () => {
  expect(undoableSince(now)).toEqual(secondsAgo(30));
});
