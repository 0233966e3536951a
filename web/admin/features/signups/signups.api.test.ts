import { expect, test } from "vitest";
import { shareRows } from "./signups.api.ts";

const list = (total: number, ...ids: string[]) => ({
  total,
  counts: { pending: total },
  items: ids.map((id) => ({ id, status: "pending", answers: { size: [id] } })),
});

test("rows with equal content stay the same objects after a list has moved up", () => {
  const before = list(4, "a", "b", "c");
  const after = shareRows(before, list(3, "b", "c", "d"));
  expect(after).toEqual(list(3, "b", "c", "d"));
  expect(after.items[0]).toBe(before.items[1]);
  expect(after.items[1]).toBe(before.items[2]);
});

test("only a row with changed content becomes a new object", () => {
  const before = list(2, "a", "b");
  const answer = list(2, "a", "b");
  Object.assign(answer.items[0] ?? {}, { status: "approved" });
  const after = shareRows(before, answer);
  expect(after.items.map(({ status }) => status)).toEqual(["approved", "pending"]);
  expect(after.items[0]).not.toBe(before.items[0]);
  expect(after.items[1]).toBe(before.items[1]);
  expect(after.counts).toBe(before.counts);
});

test("an equal response keeps the same list object, a shorter response does not", () => {
  const before = list(2, "a", "b");
  expect(shareRows(before, list(2, "a", "b"))).toBe(before);
  expect(shareRows(before, list(2, "a"))).toEqual(list(2, "a"));
  expect(shareRows(undefined, before)).toBe(before);
});
