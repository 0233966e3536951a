import { expect, test } from "vitest";
import { friendState } from "./friend-state.rules.ts";

const waits = { counts: false, heldFor: "device", reviewed: null, confirmed: false } as const;

test.each([
  ["a friend that counts", { ...waits, counts: true, reviewed: "accepted" }, "counted"],
  ["a held friend, confirmed or not", waits, "held"],
  ["a refused friend that was never held", { ...waits, heldFor: null, reviewed: "refused" }, "refused"],
  ["an accepted friend that has not confirmed", { ...waits, reviewed: "accepted" }, "unconfirmed"],
  ["a confirmed friend that is a duplicate", { ...waits, heldFor: null, confirmed: true }, "other"],
] as const)("%s has the state %j", (_name, facts, state) => {
  expect(friendState(facts)).toBe(state);
});
