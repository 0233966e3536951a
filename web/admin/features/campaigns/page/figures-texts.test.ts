import { expect, test } from "vitest";
import {
  describeFigures,
  figurePoints,
  figureSeries,
  figuresScope,
  formatFigureTime,
} from "./figures-texts.ts";

test("hours and days are those of Paris", () => {
  expect(formatFigureTime("2026-06-01T22:00:00.000Z", "hour")).toBe("02/06 00:00");
  expect(formatFigureTime("2026-06-01T22:00:00.000Z", "day")).toBe("02/06/2026");
});

const none = { bounced: 0, unsubscribed: 0, complained: 0 };

test("the chart is described in one sentence", () => {
  const points = [
    { at: "2026-06-01T22:00:00.000Z", sent: 3, failed: 0, ...none },
    { at: "2026-06-01T23:00:00.000Z", sent: 2, failed: 1, ...none, bounced: 1 },
  ];
  expect(describeFigures({ step: "hour", points })).toBe(
    "Sur 2 heures : envoyés 5, échecs 1, rebonds 1, désinscriptions 0, plaintes 0.",
  );
});

test("a saved picture says which message it is about, and when", () => {
  const points = [
    { at: "2026-06-01T22:00:00.000Z", sent: 3, failed: 0, ...none },
    { at: "2026-06-01T23:00:00.000Z", sent: 2, failed: 0, ...none },
  ];
  expect(figuresScope({ step: "hour", points }, "La bêta ouvre")).toEqual([
    "«\u00a0La bêta ouvre\u00a0»",
    "Du 02/06 00:00 au 02/06 01:00 (Paris)",
  ]);
});

test("each hour is described with its drawn figures", () => {
  const points = [{ at: "2026-06-01T22:00:00.000Z", sent: 3, failed: 1, ...none }];
  expect(figurePoints({ step: "hour", points }, figureSeries.slice(0, 2))).toEqual([
    "02/06 00:00\u00a0: Envoyés 3, Échecs 1",
  ]);
});
