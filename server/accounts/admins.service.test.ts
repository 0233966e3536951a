import { expect, test } from "vitest";
import { deriveSetUpCode, isSetUpCode } from "./admins.service.ts";

const secret = "a secret of the installation, long enough";
const key = "0f0e6a0e-5b0a-4f7c-9b9c-3a9a4a1f2b11";
const code = deriveSetUpCode(secret, key);

test("the set-up code is four groups of five characters, equal for the same secret and database", () => {
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(deriveSetUpCode(secret, key)).toBe(code);
  expect(deriveSetUpCode(`${secret}!`, key)).not.toBe(code);
  expect(deriveSetUpCode(secret, key.replace("0", "1"))).not.toBe(code);
});

test("a set-up code typed without dashes, in small letters or with look-alike letters is accepted", () => {
  expect(isSetUpCode("0a1b2-c3d4e-5f6g7-h8j9k", "0A1B2-C3D4E-5F6G7-H8J9K")).toBe(true);
  expect(isSetUpCode(" oAlB2 C3D4E 5F6G7 H8J9K ", "0A1B2-C3D4E-5F6G7-H8J9K")).toBe(true);
  expect(isSetUpCode(code.replaceAll("-", ""), code)).toBe(true);
});

test("any other text is refused as the set-up code", () => {
  const other = code.startsWith("2") ? `3${code.slice(1)}` : `2${code.slice(1)}`;
  for (const typed of ["", "-", code.slice(0, -1), `${code}0`, other, `${code.slice(0, -1)}é`]) {
    expect(isSetUpCode(typed, code), typed).toBe(false);
  }
});
