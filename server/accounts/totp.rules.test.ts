import { type TOTP, URI } from "otpauth";
import { expect, test } from "vitest";
import { isTotpCode, makeTotpSecret, totpUri } from "./totp.rules.ts";

const now = new Date("2026-05-04T12:00:10Z");
const shifted = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test.each([
  ["of this half minute", 0, true],
  ["of the half minute before", -30, true],
  ["of the half minute after", 30, true],
  ["of a minute ago", -60, false],
  ["of the next minute", 60, false],
])("a code %s: %s s → %s", (_name, seconds, expected) => {
  const secret = makeTotpSecret();
  const app = URI.parse(totpUri(secret, "marie@tenue.example")) as TOTP;
  const code = app.generate({ timestamp: shifted(seconds).getTime() });
  expect(isTotpCode(secret, code, now)).toBe(expected);
});

test("what no app shows is no code", () => {
  const secret = makeTotpSecret();
  for (const text of ["", "12345", "1234567", "abcdef", "١٢٣٤٥٦"])
    expect(isTotpCode(secret, text, new Date())).toBe(false);
});

test("the app shows the product's name and the address; no two accounts have one secret", () => {
  const app = URI.parse(totpUri(makeTotpSecret(), "marie@tenue.example"));
  expect(app).toMatchObject({ issuer: "Tenue", label: "marie@tenue.example", digits: 6, period: 30 });
  expect(makeTotpSecret()).not.toBe(makeTotpSecret());
});

// RFC 6238, appendix B: the last six of its eight digits.
test.each([
  [59, "287082"],
  [1111111109, "081804"],
  [20000000000, "353130"],
])("after %s seconds the standard's example shows %s", (seconds, code) => {
  expect(isTotpCode("12345678901234567890", code, new Date(seconds * 1000))).toBe(true);
});
