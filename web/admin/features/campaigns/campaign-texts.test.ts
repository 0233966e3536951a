import { expect, test } from "vitest";
import { formatParis, parisInstant, parisLocal, recipientSentence } from "./campaign-texts.ts";

test("states the recipients, and why the others are not reached", () => {
  expect(recipientSentence({ total: 31, count: 12, withoutConsent: 17, suppressed: 2 })).toBe(
    "31 inscrits, 12 destinataires\u00a0: 17 sans consentement, 2 désinscrits",
  );
  expect(recipientSentence({ total: 3, count: 2, withoutConsent: 0, suppressed: 1 })).toBe(
    "3 inscrits, 2 destinataires\u00a0: 1 désinscrit",
  );
  expect(recipientSentence({ total: 1, count: 1, withoutConsent: 0, suppressed: 0 })).toBe(
    "1 inscrit, 1 destinataire",
  );
});

test("a time in Paris is one hour ahead of UTC in winter, two in summer", () => {
  expect(parisInstant("2026-11-21T10:30")?.toISOString()).toBe("2026-11-21T09:30:00.000Z");
  expect(parisInstant("2026-07-14T10:30")?.toISOString()).toBe("2026-07-14T08:30:00.000Z");
});

test("the hour that summer time skips is the one after it, of the one that comes twice the first counts", () => {
  expect(parisInstant("2026-03-29T02:30")?.toISOString()).toBe("2026-03-29T01:30:00.000Z");
  expect(parisInstant("2026-10-25T02:30")?.toISOString()).toBe("2026-10-25T00:30:00.000Z");
});

test("an invalid date is null", () => {
  expect(parisInstant("")).toBeNull();
  expect(parisInstant("demain")).toBeNull();
});

test("an instant is shown as clocks in Paris do", () => {
  expect(parisLocal(new Date("2026-11-21T23:30:00Z"))).toBe("2026-11-22T00:30");
  expect(formatParis("2026-11-21T09:30:00Z")).toContain("21 novembre 2026");
});
