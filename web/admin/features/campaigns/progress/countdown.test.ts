import { expect, test } from "vitest";
import { formatCountdown } from "./countdown.ts";

test.each([
  [900_000, "dans 15 min 00 s"],
  [244_001, "dans 4 min 05 s"],
  [59_000, "dans 59 s"],
  [400, "dans 1 s"],
  [0, "dans un instant"],
  [-5_000, "dans un instant"],
])("%i ms are told as %s", (ms, text) => {
  expect(formatCountdown(ms)).toBe(text);
});
