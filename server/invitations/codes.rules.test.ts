import { expect, test } from "vitest";
import { createCode, hashCode, parseInvitationCode } from "./codes.rules.ts";

test("a code is three groups of four in Crockford's base 32, and is different each time", () => {
  const codes = Array.from({ length: 500 }, createCode);
  for (const code of codes) expect(code).toMatch(/^(?:[\dA-HJKMNP-TV-Z]{4}-){2}[\dA-HJKMNP-TV-Z]{4}$/);
  expect(new Set(codes).size).toBe(codes.length);
  expect(new Set(codes.join("").replaceAll("-", "")).size).toBe(32);
});

test.each([
  ["k7qm-3vxp-9dta", "K7QM-3VXP-9DTA"],
  [" K7QM 3VXP 9DTA ", "K7QM-3VXP-9DTA"],
  ["K7QM–3VXP—9DTA", "K7QM-3VXP-9DTA"],
  ["olIL00000000", "0111-0000-0000"],
])("the typed code %s is accepted", (typed, code) => {
  expect(parseInvitationCode(typed)).toBe(code);
});

test.each([
  "",
  "K7QM-3VXP-9DT",
  "K7QM-3VXP-9DTAA",
  "K7QM-3VXP-9DTU",
  "K7QM_3VXP_9DTA",
  "\0".repeat(12),
  "1".repeat(60),
])("the text %j is no code", (typed) => expect(parseInvitationCode(typed)).toBeNull());

test("the hash of a code does not contain it, and two codes have different hashes", () => {
  expect(hashCode("K7QM-3VXP-9DTA")).not.toContain("K7QM");
  expect(hashCode("K7QM-3VXP-9DTA")).not.toBe(hashCode("K7QM-3VXP-9DTB"));
});
