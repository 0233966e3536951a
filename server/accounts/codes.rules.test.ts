import { expect, test } from "vitest";
import { kindOfCode, makeRecoveryCodes, typedCode, withoutCode } from "./codes.rules.ts";

test("six digits, also in groups, are a code of the app; everything else may be a recovery code", () => {
  expect(kindOfCode(typedCode("123 456"))).toBe("totp");
  expect(kindOfCode(typedCode("aB3dE-fG7hI"))).toBe("recovery_code");
  expect(kindOfCode("1234567")).toBe("recovery_code");
});

test("ten different recovery codes, none of which looks like one of the app", () => {
  const codes = makeRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-zA-Z0-9]{5}-[a-zA-Z0-9]{5}$/);
});

test("a code that is used is no longer among those left; one that is unknown uses nothing", () => {
  expect(withoutCode(["one", "two"], "one")).toEqual(["two"]);
  expect(withoutCode(["one", "two"], "ONE")).toBeNull();
  expect(withoutCode([], "")).toBeNull();
});
