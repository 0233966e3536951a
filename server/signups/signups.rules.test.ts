import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Question } from "#contract/questionnaire.ts";
import { websiteAddress } from "#contract/website.ts";
import { isDisposableDomain, signupId, toNewSignup } from "./signups.rules.ts";

// Uses the same cases in every run.
fc.configureGlobal({ seed: 20_260_301, numRuns: 300 });

describe("a web address", () => {
  const text = fc.string({ unit: "binary", maxLength: 60 });
  const typed = fc.oneof(
    fc.webUrl(),
    fc.domain(),
    text,
    text.map((tail) => `exemple.fr/${tail}`),
    text.map((start) => `${start}.exemple.fr`),
  );

  test("an accepted web address is a safe link to http or https, and is accepted again as it was stored", () => {
    fc.assert(
      fc.property(typed, (candidate) => {
        const stored = websiteAddress(candidate);
        if (stored === null) return;
        const url = new URL(stored);
        expect(["http:", "https:"]).toContain(url.protocol);
        expect([url.username, url.password]).toEqual(["", ""]);
        expect(url.hostname).toContain(".");
        expect(websiteAddress(stored)).toBe(stored);
      }),
    );
  });
});

describe("the id of a sign-up", () => {
  test("the id of a sign-up is always the same for one key and audience, and a valid UUID", () => {
    const id = signupId("user", "une-clef-1");
    expect(signupId("user", "une-clef-1")).toBe(id);
    expect(signupId("brand", "une-clef-1")).not.toBe(id);
    expect(signupId("user", "une-clef-2")).not.toBe(id);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test("the id of a sign-up is new each time without a key", () => {
    expect(signupId("user", undefined)).not.toBe(signupId("user", undefined));
  });
});

test("a sign-up is stored in normal form C, also when it was typed in another form", () => {
  const form = {
    firstname: " Zoe\u0301 ",
    name: "Ame\u0301lie",
    email: "a@b.fr",
    responses: { q: "e\u0301" },
  };
  const question = { question: "q", options: null, required: true, active: true, orderPosition: 1 };
  const questions: Question[] = [{ ...question, id: "q", fieldType: "text", targetType: "user" }];
  const known = { email: "a@b.fr", emailHash: "h", textsVersion: "v" };
  expect(toNewSignup("id", { audience: "user", questions, ...known }, form)).toEqual({
    id: "id",
    emailHash: "h",
    textsVersion: "v",
    newsConsent: false,
    source: null,
    disposableEmail: false,
    firstname: "Zo\u00e9",
    name: "Am\u00e9lie",
    email: "a@b.fr",
    website: null,
    responses: { q: "\u00e9" },
  });
});

test.each(["mailinator.com", "sub.mailinator.com", "a.b.mailinator.com", "yopmail.com"])(
  "the domain %s is disposable",
  (domain) => {
    expect(isDisposableDomain(domain)).toBe(true);
  },
);

test.each([
  "duck.com",
  "gmail.com",
  "laposte.net",
  "orange.fr",
  "icloud.com",
  "proton.me",
  "maillinator.exemple.fr",
  "mailinator.com.exemple.fr",
  "com",
])("the domain %s is not disposable", (domain) => {
  expect(isDisposableDomain(domain)).toBe(false);
});
