import { expect, test } from "vitest";
import { isEarlierSeal, openEarlierSeal } from "./earlier-seal.ts";
import { openFactor, resealFactor, sealFactor } from "./factor-box.ts";
import { libraryFactor } from "./library-factor.test-helpers.ts";

const { authSecret: earlierSecret, sealed: earlier, open: factor, sealedEmptyText } = libraryFactor;
const present = { authSecret: "the-present-secret-0123456789-abcdefghijklmn", authSecretPrevious: [] };

test("what the library sealed is read to the letter", () => {
  expect(openEarlierSeal(earlier.secret, earlierSecret)).toBe(factor.secret);
  expect(openEarlierSeal(earlier.backupCodes, earlierSecret)).toBe(JSON.stringify(factor.recoveryCodes));
  expect(openEarlierSeal(sealedEmptyText, earlierSecret)).toBe("");
});

test("another secret, or one changed character, opens nothing", () => {
  expect(openEarlierSeal(earlier.secret, present.authSecret)).toBeNull();
  for (const at of [0, 40, 50, earlier.secret.length - 1]) {
    const changed = `${earlier.secret.slice(0, at)}${earlier.secret[at] === "0" ? "1" : "0"}${earlier.secret.slice(at + 1)}`;
    expect(openEarlierSeal(changed, earlierSecret)).toBeNull();
  }
});

test.each([
  ["the secret is still the same", { authSecret: earlierSecret, authSecretPrevious: [] }],
  ["it was changed since", { ...present, authSecretPrevious: ["never-used-0123456789", earlierSecret] }],
])("what the library sealed comes into the present form when %s", (_name, keys) => {
  const fresh = resealFactor(earlier, keys);
  expect(fresh && openFactor(fresh, { ...keys, authSecretPrevious: [] })).toEqual(factor);
  expect(fresh && isEarlierSeal(fresh.secret)).toBe(false);
  expect(fresh && resealFactor(fresh, keys)).toEqual(fresh);
});

test("what no known secret opens is named so, whichever form it has", () => {
  expect(resealFactor(earlier, present)).toBeNull();
  const sealed = sealFactor(factor, { authSecret: earlierSecret, authSecretPrevious: [] });
  expect(resealFactor(sealed, present)).toBeNull();
  expect(resealFactor({ ...sealed, secret: "" }, present)).toBeNull();
});

test("after a change of the secret the earlier one opens what it sealed, and only once", () => {
  const sealed = sealFactor(factor, { authSecret: earlierSecret, authSecretPrevious: [] });
  const fresh = resealFactor(sealed, { ...present, authSecretPrevious: [earlierSecret] });
  expect(fresh && openFactor(fresh, present)).toEqual(factor);
  expect(fresh).not.toEqual(sealed);
});
