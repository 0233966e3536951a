import { expect, test } from "vitest";
import { tokenLimits } from "#contract/api-tokens.ts";
import { endOfDay, lastDays } from "./token-texts.ts";

test("a token expires at the end of a day in Paris, also around the change to summer time", () => {
  expect(endOfDay("2026-11-21")?.toISOString()).toBe("2026-11-21T23:00:00.000Z");
  expect(endOfDay("2026-03-28")?.toISOString()).toBe("2026-03-28T23:00:00.000Z");
  expect(endOfDay("2026-03-29")?.toISOString()).toBe("2026-03-29T22:00:00.000Z");
  expect([endOfDay(""), endOfDay("2026-11")]).toEqual([null, null]);
});

test.each(["2026-11-21T00:00:30+01:00", "2026-11-21T23:59:30+01:00", "2026-03-28T12:00:00+01:00"])(
  "the latest expiry day of a token created at %s is within the server's limit of a year",
  (text) => {
    const now = new Date(text);
    const end = endOfDay(lastDays(now).last);
    expect((end?.getTime() ?? Number.NaN) - now.getTime()).toBeLessThanOrEqual(
      tokenLimits.lifeDays * 86_400_000,
    );
  },
);
