import { expect, test } from "vitest";
import { milestoneMail, milestoneOf } from "./milestones.rules.ts";

const untold = { firstToldAt: null, decisiveToldAt: null };
const toldAt = new Date(0);

test.each([
  [0, untold, null],
  [1, untold, "first"],
  [2, untold, "first"],
  [2, { ...untold, firstToldAt: toldAt }, null],
  [3, { ...untold, firstToldAt: toldAt }, "decisive"],
  [3, untold, "decisive"],
  [4, { firstToldAt: null, decisiveToldAt: toldAt }, null],
] as const)("%i of three friends after %o announces %s", (friends, state, milestone) => {
  expect(milestoneOf(state, { friends, wanted: 3 })).toBe(milestone);
});

test("the owner's sentence is text in a message, never markup", () => {
  expect(milestoneMail("first", "<b>Trois</b> amies").content).toContain("&lt;b&gt;Trois&lt;/b&gt; amies");
});
