import { expect, test } from "vitest";
import { dueDate, isUrgent } from "./requests.service.ts";

test.each([
  ["2026-03-15T10:00:00Z", "2026-04-15T10:00:00Z"],
  ["2026-01-31T10:00:00Z", "2026-02-28T10:00:00Z"],
  ["2026-12-31T23:00:00Z", "2027-01-31T23:00:00Z"],
])("a request of %s is due a month later, %s", (received, due) => {
  expect(dueDate(new Date(received))).toEqual(new Date(due));
});

test("an open request is urgent after 20 days, a closed one never", () => {
  const receivedAt = new Date("2026-03-01T10:00:00Z");
  const after = (days: number) => new Date(receivedAt.getTime() + days * 24 * 60 * 60 * 1_000);
  expect(isUrgent({ receivedAt, closedAt: null }, after(19.9))).toBe(false);
  expect(isUrgent({ receivedAt, closedAt: null }, after(20))).toBe(true);
  expect(isUrgent({ receivedAt, closedAt: after(1) }, after(25))).toBe(false);
});
