import { expect, test } from "vitest";
import {
  answerPoints,
  answersScope,
  describeAnswers,
  describeChange,
  describeSample,
  describeTrend,
  formatShortDay,
  trendPoints,
  trendScope,
} from "./chart-texts.ts";

test("a calendar day is the same one in every time zone", () => {
  expect(formatShortDay("2026-11-01")).toBe("01/11");
});

test("the trend is described with its sum and its best day", () => {
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

test("answers are described with count and share", () => {
  expect(describeAnswers([{ answer: "Lin", count: 2, percentage: 67 }])).toBe("Lin : 2 (67\u00a0%)");
  expect(describeAnswers([])).toBe("Aucune réponse");
});

test("the note says how many sign-ups were read, for free text only", () => {
  expect(describeSample({ sampled: null })).toBeNull();
  expect(describeSample({ sampled: { signups: 500 } })).toBe(
    "Texte libre : comptage sur les 500 dernières inscriptions.",
  );
});

test("a day is described with its lines, an answer with its share", () => {
  const trend = [{ day: "2026-11-21", total: 3, user: 1, brand: 2 }];
  const series = [
    { key: "total", label: "Total" },
    { key: "brand", label: "Marques" },
  ] as const;
  expect(trendPoints(trend, series)).toEqual(["21 novembre 2026 : Total 3, Marques 2"]);
  expect(answerPoints([{ answer: "Lin", count: 2, percentage: 67 }])).toEqual(["Lin\u00a0: 2 (67\u00a0%)"]);
});

test("a saved chart names its filters and date", () => {
  const trend = [{ day: "2026-11-15", total: 0, user: 0, brand: 0 }];
  const shown = { trend, today: "2026-11-21", audience: "brand" as const };
  expect(trendScope(shown, null)).toEqual([
    "Du 15 novembre 2026 au 21 novembre 2026",
    "Type d’inscription : Marques",
  ]);
  expect(answersScope({ ...shown, question: null }, { name: "Lin" })).toEqual([
    "Type d’inscription : Marques",
    "Segment\u00a0: Lin",
    "Depuis le début, au 21 novembre 2026",
  ]);
});

test.each([
  [28, 25, "+12\u00a0% par rapport aux 30 jours précédents (28 contre 25)"],
  [1, 3, "−67\u00a0% par rapport aux 30 jours précédents (1 contre 3)"],
  [25, 25, "Autant que les 30 jours précédents (25)"],
  [1001, 1000, "Presque autant que les 30 jours précédents (1\u202f001 contre 1\u202f000)"],
  [3, 0, "Aucune inscription les 30 jours précédents"],
])("%d sign-ups after %d before are compared in words", (total, before, words) => {
  const sums = (count: number) => ({ total: count, user: count, brand: 0 });
  const shown = { period: "30" as const, periodTotals: sums(total), previousTotals: sums(before) };
  expect(describeChange(shown)).toBe(words);
});

test("two empty periods are not compared", () => {
  const none = { total: 0, user: 0, brand: 0 };
  expect(describeChange({ period: "30", periodTotals: none, previousTotals: none })).toBeNull();
});

test("the period 'all' is not compared with an earlier period", () => {
  const sums = { total: 3, user: 3, brand: 0 };
  expect(describeChange({ period: "all", periodTotals: sums, previousTotals: null })).toBeNull();
});
