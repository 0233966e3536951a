import { expect, test } from "vitest";
import { describeAnswers, describeRest, describeTrend, formatDay, formatShortDay } from "./chart-texts.ts";

test("a calendar day is the same one in every time zone", () => {
  expect(formatDay("2026-11-01")).toBe("1 novembre 2026");
  expect(formatShortDay("2026-11-01")).toBe("01/11");
});

test("the trend is told with its sum and its best day", () => {
  const trend = [
    { day: "2026-11-20", total: 1, user: 1, brand: 0 },
    { day: "2026-11-21", total: 3, user: 1, brand: 2 },
  ];
  expect(describeTrend(trend)).toBe(
    "Du 20 novembre 2026 au 21 novembre 2026 : 4 inscriptions, 3 au plus le 21 novembre 2026.",
  );
});

test("a trend without sign-ups has no best day", () => {
  const trend = [{ day: "2026-11-21", total: 0, user: 0, brand: 0 }];
  expect(describeTrend(trend)).toBe("Du 21 novembre 2026 au 21 novembre 2026 : 0 inscription.");
});

test("answers are told with count and share", () => {
  expect(describeAnswers([{ answer: "Lin", count: 2, percentage: 67 }])).toBe("Lin : 2 (67\u00a0%)");
  expect(describeAnswers([])).toBe("Aucune réponse");
});

test("the rest is told only when there is one", () => {
  expect(describeRest({ others: { answers: 0, count: 0 }, sampled: null })).toBeNull();
  expect(describeRest({ others: { answers: 3, count: 12 }, sampled: { signups: 500 } })).toBe(
    "3 autres réponses (12 au total). Texte libre : comptage sur les 500 dernières inscriptions.",
  );
});
