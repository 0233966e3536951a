import { expect, test } from "vitest";
import {
  formatCount,
  formatDateTime,
  formatEmail,
  formatName,
  formatNumber,
  formatStatus,
  formatWebsite,
} from "./format.ts";

test("a date shows day, month, year, hour and minute in French order", () => {
  expect(formatDateTime(new Date(2026, 10, 5, 9, 7))).toBe("05/11/2026 09:07");
});

test("a missing date is unknown, an unreadable one invalid", () => {
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
