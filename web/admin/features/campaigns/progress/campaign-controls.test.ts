import { expect, test } from "vitest";
import { addSample, formatCountdown, formatRate, formatTimeLeft, sendRate } from "./campaign-controls.tsx";

test("the rate is that of the last 30 seconds", () => {
  const samples = [0, 10_000, 40_000, 60_000].reduce(
    (before, at) => addSample(before, { at, done: at / 1_000 < 41 ? 0 : 40 }),
    [] as { at: number; done: number }[],
  );
  expect(samples.map(({ at }) => at)).toEqual([40_000, 60_000]);
  expect(sendRate(samples)).toBe(2);
});

test("the rate is unknown before a second has passed and while no message is settled", () => {
  expect(sendRate([])).toBeNull();
  expect(
    sendRate([
      { at: 0, done: 0 },
      { at: 900, done: 9 },
    ]),
  ).toBeNull();
  expect(
    sendRate([
      { at: 0, done: 5 },
      { at: 9_000, done: 5 },
    ]),
  ).toBeNull();
});

test("a fast rate is given per second, a slow one per minute", () => {
  expect(formatRate(9.75)).toBe("9,8 e-mails par seconde");
  expect(formatRate(120.4)).toBe("120 e-mails par seconde");
  expect(formatRate(0.5)).toBe("30 e-mails par minute");
});

test("the time left is rounded up, and a longer time is rounded more coarsely", () => {
  expect([4, 42, 61, 3_601, 200_000].map(formatTimeLeft)).toEqual([
    "quelques secondes",
    "environ 50 secondes",
    "environ 2 minutes",
    "environ 2 heures",
    "environ 3 jours",
  ]);
});

test.each([
  [900_000, "dans 15 min 00 s"],
  [244_001, "dans 4 min 05 s"],
  [59_000, "dans 59 s"],
  [400, "dans 1 s"],
  [0, "dans un instant"],
  [-5_000, "dans un instant"],
])("a duration of %i ms is written as %s", (ms, text) => {
  expect(formatCountdown(ms)).toBe(text);
});
