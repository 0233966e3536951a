import fc from "fast-check";
import { expect, test } from "vitest";
import { audiences } from "#contract/audience.ts";
import { createConfirmationTokens, isExpired } from "./confirmation-token.ts";

const authSecret = "a-secret-for-tests-that-is-long-enough-to-be-accepted";
const tokens = createConfirmationTokens({ authSecret, authSecretPrevious: [] });
const issuedAt = new Date("2026-11-22T10:00:00Z");
const id = "7f1e6b3a-5f0e-4a55-9a43-0c6a7f1b2d3e";
const token = { audience: "brand", id, emailHash: "AbCdEfGhIjKlMnOpQrStQw", issuedAt } as const;

test("a link is read back as it was signed, and has no characters at which mail programs break lines", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...audiences),
      fc.uuid(),
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      (audience, id, hash, seconds) => {
        const emailHash = Buffer.from(hash).toString("base64url");
        const signed = { audience, id, emailHash, issuedAt: new Date(seconds * 1000) };
        const text = tokens.sign(signed);
        expect(text).toMatch(/^[\w-]{68}$/);
        expect(tokens.read(text)).toEqual(signed);
      },
    ),
  );
});

test("a cut, lengthened, changed or foreign link is refused", () => {
  const text = tokens.sign(token);
  const changed = [...text].map((character, place) =>
    [text.slice(0, place), character === "A" ? "B" : "A", text.slice(place + 1)].join(""),
  );
  const foreign = createConfirmationTokens({ authSecret: `${authSecret}!`, authSecretPrevious: [] });
  for (const wrong of ["", text.slice(1), `${text}A`, ` ${text}`, ...changed, foreign.sign(token)]) {
    expect(tokens.read(wrong), wrong).toBeNull();
  }
});

test("a link from before a change of the secret works while the earlier secret is configured", () => {
  const text = tokens.sign(token);
  const next = "another-secret-that-is-long-enough-to-be-accepted-too";
  const named = createConfirmationTokens({ authSecret: next, authSecretPrevious: ["x", authSecret] });
  expect(named.read(text)).toEqual(token);
  expect(named.sign(token)).not.toBe(text);
  expect(createConfirmationTokens({ authSecret: next, authSecretPrevious: [] }).read(text)).toBeNull();
});

test("a link works for thirty days", () => {
  const days = (count: number) => new Date(issuedAt.getTime() + count * 24 * 60 * 60 * 1000);
  expect(isExpired(token, new Date(days(30).getTime() - 1))).toBe(false);
  expect(isExpired(token, days(30))).toBe(true);
});
