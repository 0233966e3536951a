import { expect, test } from "vitest";
import { afterStep, type TwoFactorState, type TwoFactorStep, twoFactorState } from "./two-factor.rules.ts";

test("an account without a factor is off, with an unproved one started, with a proved one on", () => {
  expect([null, { verified: false }, { verified: true }].map(twoFactorState)).toEqual([
    "off",
    "started",
    "on",
  ]);
});

const states: TwoFactorState[] = ["off", "started", "on"];
test.each<[TwoFactorStep, (TwoFactorState | null)[]]>([
  ["start", ["started", "started", null]],
  ["confirm", [null, "on", null]],
  ["stop", [null, null, "off"]],
  ["reset", ["off", "off", "off"]],
])("the step %s leads from off, started and on to %j", (step, after) => {
  expect(states.map((state) => afterStep(state, step))).toEqual(after);
});
