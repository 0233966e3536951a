import { type TOTP, URI } from "otpauth";
import { expect, test } from "vitest";
import { verifyCodeSchema } from "#contract/admins.schema.ts";
import {
  detectCodeKind,
  isSealedBefore020,
  isTotpCode,
  makeRecoveryCodes,
  makeTotpSecret,
  nextTwoFactorState,
  openFactor,
  removeCode,
  resealFactor,
  sealFactor,
  type TwoFactorState,
  type TwoFactorStep,
  totpUri,
  twoFactorState,
} from "./two-factor.rules.ts";

test("two-factor sign-in is off without a factor, started with an unproved one, on with a proved one", () => {
  expect([null, { verified: false }, { verified: true }].map(twoFactorState)).toEqual([
    "off",
    "started",
    "on",
  ]);
});

const states: TwoFactorState[] = ["off", "started", "on"];
test.each<[TwoFactorStep, (TwoFactorState | null)[]]>([
  ["start", ["started", "started", null]],
  ["confirm", [null, "on", null]],
  ["stop", [null, null, "off"]],
  ["reset", ["off", "off", "off"]],
])("the step %s leads from off, started and on to %j", (step, after) => {
  expect(states.map((state) => nextTwoFactorState(state, step))).toEqual(after);
});

test("six digits, also in groups, count as a code of the app; any other text as a possible recovery code", () => {
  const kindOf = (typed: string) => detectCodeKind(verifyCodeSchema.parse({ code: typed }).code);
  expect(["123456", " 123 456 ", "123\u00a0456"].map(kindOf)).toEqual(Array(3).fill("totp"));
  expect(["aB3dE-fG7hI", "1234567"].map(kindOf)).toEqual(Array(2).fill("recovery_code"));
});

test("ten recovery codes are made, all different, none of which looks like a code of the app", () => {
  const codes = makeRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-zA-Z0-9]{5}-[a-zA-Z0-9]{5}$/);
});

test("a used recovery code is removed from the list; an unknown one changes nothing", () => {
  expect(removeCode(["one", "two"], "one")).toEqual(["two"]);
  expect(removeCode(["one", "two"], "ONE")).toBeNull();
  expect(removeCode([], "")).toBeNull();
});

const now = new Date("2026-05-04T12:00:10Z");
const shifted = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test.each([
  ["of this half minute", 0, true],
  ["of the half minute before", -30, true],
  ["of the half minute after", 30, true],
  ["of a minute ago", -60, false],
  ["of the next minute", 60, false],
])("a code %s (%s s) is accepted: %s", (_name, seconds, expected) => {
  const secret = makeTotpSecret();
  const app = URI.parse(totpUri(secret, "marie@tenue.example")) as TOTP;
  const code = app.generate({ timestamp: shifted(seconds).getTime() });
  expect(isTotpCode(secret, code, now)).toBe(expected);
});

test("texts other than six digits are refused as a code of the app", () => {
  const secret = makeTotpSecret();
  for (const text of ["", "12345", "1234567", "abcdef", "١٢٣٤٥٦"])
    expect(isTotpCode(secret, text, new Date())).toBe(false);
});

test("the app shows the product's name and the address; each account gets its own secret", () => {
  const app = URI.parse(totpUri(makeTotpSecret(), "marie@tenue.example"));
  expect(app).toMatchObject({ issuer: "Tenue", label: "marie@tenue.example", digits: 6, period: 30 });
  expect(makeTotpSecret()).not.toBe(makeTotpSecret());
});

// The last six of the eight digits in RFC 6238, appendix B.
test.each([
  [59, "287082"],
  [1111111109, "081804"],
  [20000000000, "353130"],
])("after %s seconds the code of RFC 6238's example is accepted: %s", (seconds, code) => {
  expect(isTotpCode("12345678901234567890", code, new Date(seconds * 1000))).toBe(true);
});

const earlierSecret = "the-earlier-secret-0123456789-abcdefghijklmn";
const present = { authSecret: "the-present-secret-0123456789-abcdefghijklmn", authSecretPrevious: [] };
const factor = { secret: "Kq3-_zXw0aB9cD8eF7gH6iJ5kL4mN3oP", recoveryCodes: ["aB3dE-fG7hI", "é – ✓"] };
const sealed = sealFactor(factor, { authSecret: earlierSecret, authSecretPrevious: [] });

test("a factor that no known secret can decrypt is reported as unreadable", () => {
  expect(resealFactor(sealed, present)).toBeNull();
  expect(resealFactor({ ...sealed, secret: "" }, present)).toBeNull();
  expect(isSealedBefore020(sealed)).toBe(false);
});

test("a factor sealed before 0.2.0 is unreadable and recognised as such", () => {
  const old = { secret: "100235199c309274d13bfdf7ba48590026fe", backupCodes: "bf32fff7ed92b1c99b35" };
  expect(resealFactor(old, present)).toBeNull();
  expect(isSealedBefore020(old)).toBe(true);
});

test("after a change of the secret a factor is sealed again with the present one, once", () => {
  const fresh = resealFactor(sealed, { ...present, authSecretPrevious: [earlierSecret] });
  expect(fresh && openFactor(fresh, present)).toEqual(factor);
  expect(fresh).not.toEqual(sealed);
  expect(fresh && resealFactor(fresh, present)).toEqual(fresh);
});
