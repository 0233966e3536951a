import { expect, test } from "vitest";
import { isStepScreen } from "./step-screens.ts";

test.each(["questionnaire", "emails", "site", "signups", "brands"])(
  "a first step is taken on '%s'",
  (path) => {
    expect(isStepScreen(path)).toBe(true);
  },
);

test.each(["", "stats", "help"])("no first step is taken on '%s'", (path) => {
  expect(isStepScreen(path)).toBe(false);
});
