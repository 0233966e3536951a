import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { audiences } from "#contract/audience.ts";
import { formTokenLimits } from "#contract/shield.ts";
import {
  ageProblem,
  formTokenKey,
  freshToken,
  mintFormToken,
  readToken,
  replacementFor,
  signToken,
} from "./form-token.rules.ts";

const secret = "a-secret-for-tests-that-is-long-enough-to-be-accepted";
const key = formTokenKey(secret);
const { minAgeMs, maxAgeMs } = formTokenLimits;
const times = fc.integer({ min: 0, max: 4e12 });
const tokens = fc.record(
  {
    id: fc.uuid(),
    audience: fc.constantFrom(...audiences),
    issuedAt: times,
    readyAt: times,
    revision: fc.nat(),
    textsVersion: fc.stringMatching(/^[a-z0-9-]{1,40}$/),
  },
  { requiredKeys: ["id", "audience", "issuedAt", "readyAt"] },
);

describe("a form token", () => {
  test("a form token is read back as it was signed, within the length that the contract allows", () => {
    fc.assert(
      fc.property(tokens, (token) => {
        const text = signToken(key, token);
        expect(text.length).toBeLessThanOrEqual(formTokenLimits.maxLength);
        expect(readToken(key, text, { audience: token.audience, now: token.issuedAt })).toEqual(token);
      }),
    );
  });

  test("a form token is refused when a single character differs", () => {
    fc.assert(
      fc.property(tokens, fc.nat(), fc.string({ maxLength: 2 }), (token, seed, other) => {
        const text = signToken(key, token);
        const at = seed % text.length;
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        fc.pre(changed !== text);
        expect(readToken(key, changed, { audience: token.audience, now: token.issuedAt })).toBeNull();
      }),
    );
  });

  test("a text that is no form token is refused", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(readToken(key, text, { audience: "user", now: 0 })).toBeNull();
      }),
    );
    expect(readToken(key, undefined, { audience: "user", now: 0 })).toBeNull();
  });

  test("a form token of the other audience, of another secret or from the future is refused", () => {
    const now = 1_000_000_000_000;
    const text = signToken(key, freshToken("user", now));
    expect(readToken(key, text, { audience: "user", now })).not.toBeNull();
    expect(readToken(key, text, { audience: "brand", now })).toBeNull();
    expect(readToken(formTokenKey(`${secret}!`), text, { audience: "user", now })).toBeNull();
    expect(readToken(key, text, { audience: "user", now: now - 60_001 })).toBeNull();
  });

  test("a form token is valid between 3 seconds and 2 hours after it was issued", () => {
    const token = freshToken("user", 0);
    expect(ageProblem(token, minAgeMs - 1)).toBe("token_too_young");
    expect(ageProblem(token, minAgeMs)).toBeNull();
    expect(ageProblem(token, maxAgeMs - 1)).toBeNull();
    expect(ageProblem(token, maxAgeMs)).toBe("token_expired");
  });

  test("a form token made from the secret is accepted", () => {
    const text = mintFormToken(secret, { audience: "brand", issuedAt: new Date(5_000) });
    expect(readToken(key, text, { audience: "brand", now: 8_000 })).toMatchObject({
      issuedAt: 5_000,
      readyAt: 8_000,
    });
  });
});

describe("a replacement token", () => {
  test("a replacement token has the age of the former token and a new id", () => {
    const refused = freshToken("user", 0);
    const replacement = replacementFor(refused, "user", maxAgeMs);
    expect(replacementFor({ ...refused, revision: 7 }, "user", maxAgeMs).revision).toBe(7);
    expect(replacement.id).not.toBe(refused.id);
    expect(ageProblem(replacement, maxAgeMs)).toBeNull();
    expect(ageProblem(replacement, 2 * maxAgeMs - 1)).toBeNull();
    expect(ageProblem(replacement, 2 * maxAgeMs)).toBe("token_expired");
  });

  test("a replacement token without a valid former token waits for the minimum age, never longer", () => {
    expect(replacementFor(null, "user", 10).readyAt).toBe(10 + minAgeMs);
    const ahead = { ...freshToken("user", 50_000) };
    expect(replacementFor(ahead, "user", 10).readyAt).toBe(10 + minAgeMs);
  });
});
