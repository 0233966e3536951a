import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatEmail,
  formatName,
  formatNumber,
  formatStatus,
  formatTime,
  formatWebsite,
  isOutsideParis,
} from "./format.ts";

describe.each(["Europe/Paris", "America/New_York", "Pacific/Auckland"])("in a browser in %s", (zone) => {
  beforeEach(() => void vi.stubEnv("TZ", zone));
  afterEach(() => vi.unstubAllEnvs());

  test("a date shows day, month, year, hour and minute in French order, as in Paris", () => {
    expect(formatDateTime("2026-11-05T08:07:00Z")).toBe("05/11/2026 09:07");
    expect(formatDate("2026-07-31T22:30:00Z")).toBe("01/08/2026");
    expect(formatTime("2026-07-31T22:30:00Z")).toBe("00:30");
  });

  test("the time zone is named only outside Paris", () => {
    expect(isOutsideParis()).toBe(zone !== "Europe/Paris");
  });
});

test("a browser whose clock shows the time of Paris does not count as outside Paris", () => {
  vi.stubEnv("TZ", "Europe/Brussels");
  expect(isOutsideParis()).toBe(false);
  vi.unstubAllEnvs();
});

test("a missing date is shown as unknown, an invalid one as invalid", () => {
  expect(formatDateTime(null)).toBe("Date inconnue");
  expect(formatDateTime("")).toBe("Date inconnue");
  expect(formatDateTime("hier")).toBe("Date invalide");
});

test("a person without first name and name is 'Sans nom'", () => {
  expect(formatName({ firstname: " Zoé ", name: "Lefèvre" })).toBe("Zoé Lefèvre");
  expect(formatName({ firstname: null, name: "Maison Brune" })).toBe("Maison Brune");
  expect(formatName({ firstname: " ", name: "" })).toBe("Sans nom");
});

test("a missing e-mail says so", () => {
  expect(formatEmail("")).toBe("Email non disponible");
  expect(formatEmail("zoe@exemple.fr")).toBe("zoe@exemple.fr");
});

test("a web address loses protocol, www and closing slash only", () => {
  expect(formatWebsite("https://www.maison-brune.fr/")).toBe("maison-brune.fr");
  expect(formatWebsite("http://atelier.fr/www.html")).toBe("atelier.fr/www.html");
});

test("a missing status counts as pending, an unknown one is 'Inconnu'", () => {
  expect(formatStatus(null)).toBe("En attente");
  expect(formatStatus("approved")).toBe("Approuvé");
  expect(formatStatus("toString")).toBe("Inconnu");
});

test("numbers and counts are written the French way", () => {
  expect(formatNumber(1_234_567)).toBe("1\u202f234\u202f567");
  expect(formatCount(0, "inscription")).toBe("0 inscription");
  expect(formatCount(1, "inscription")).toBe("1 inscription");
  expect(formatCount(1_000, "inscription")).toBe("1\u202f000 inscriptions");
});
