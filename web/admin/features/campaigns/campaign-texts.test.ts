import { expect, test } from "vitest";
import { parisInstant, parisLocal } from "#contract/paris-time.ts";
import {
  describeFigures,
  figurePoints,
  figureSeries,
  figuresScope,
  formatFigureTime,
  recipientSentence,
} from "./campaign-texts.ts";

test("the sentence states the number of recipients, and why other sign-ups receive nothing", () => {
  const none = { withoutConsent: 0, unsubscribed: 0, bounced: 0, blocked: 0 };
  expect(
    recipientSentence({ total: 31, count: 9, withoutConsent: 17, unsubscribed: 2, bounced: 3, blocked: 0 }),
  ).toBe("31 inscrits, 9 destinataires\u00a0: 17 sans consentement, 2 désinscrits, 3 adresses en erreur");
  expect(recipientSentence({ ...none, total: 3, count: 2, blocked: 1 })).toBe(
    "3 inscrits, 2 destinataires\u00a0: 1 adresse bloquée",
  );
  expect(recipientSentence({ ...none, total: 1, count: 1 })).toBe("1 inscrit, 1 destinataire");
});

test("a time in Paris is one hour ahead of UTC in winter, two in summer", () => {
  expect(parisInstant("2026-11-21T10:30")?.toISOString()).toBe("2026-11-21T09:30:00.000Z");
  expect(parisInstant("2026-07-14T10:30")?.toISOString()).toBe("2026-07-14T08:30:00.000Z");
});

test("an hour skipped by summer time becomes the next one, a repeated hour means its first occurrence", () => {
  expect(parisInstant("2026-03-29T02:30")?.toISOString()).toBe("2026-03-29T01:30:00.000Z");
  expect(parisInstant("2026-10-25T02:30")?.toISOString()).toBe("2026-10-25T00:30:00.000Z");
});

test("an invalid date is null", () => {
  expect(parisInstant("")).toBeNull();
  expect(parisInstant("demain")).toBeNull();
});

test("an instant is shown in Paris time", () => {
  expect(parisLocal(new Date("2026-11-21T23:30:00Z"))).toBe("2026-11-22T00:30");
});

test("hours and days are formatted in Paris time", () => {
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

test("the caption of a saved picture names the message and its dates", () => {
  const points = [
    { at: "2026-06-01T22:00:00.000Z", sent: 3, failed: 0, ...none },
    { at: "2026-06-01T23:00:00.000Z", sent: 2, failed: 0, ...none },
  ];
  expect(figuresScope({ step: "hour", points }, "La bêta ouvre")).toEqual([
    "«\u00a0La bêta ouvre\u00a0»",
    "Du 02/06 00:00 au 02/06 01:00 (Paris)",
  ]);
});

test("each hour is described with the figures that the chart draws", () => {
  const points = [{ at: "2026-06-01T22:00:00.000Z", sent: 3, failed: 1, ...none }];
  expect(figurePoints({ step: "hour", points }, figureSeries.slice(0, 2))).toEqual([
    "02/06 00:00\u00a0: Envoyés 3, Échecs 1",
  ]);
});
