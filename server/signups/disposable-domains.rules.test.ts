import { expect, test } from "vitest";
import { isDisposableDomain } from "./disposable-domains.rules.ts";

test.each(["mailinator.com", "sub.mailinator.com", "a.b.mailinator.com", "yopmail.com"])(
  "%s is disposable",
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
])("%s is not", (domain) => {
  expect(isDisposableDomain(domain)).toBe(false);
});
