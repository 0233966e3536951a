import { expect, test } from "vitest";
import { initialSiteSettings, placeholdersOf } from "#contract/site.ts";
import { filledSite } from "#test/support/filled-site.ts";
import { isOpen } from "./opening.rules.ts";

test("takes no sign-ups on a public address without an identified owner", () => {
  expect(isOpen("https://tenue.fr", initialSiteSettings)).toBe(false);
  expect(isOpen("http://localhost:3000", initialSiteSettings)).toBe(true);
  expect(isOpen("https://tenue.fr", filledSite)).toBe(true);
});

test("treats only texts in brackets and invented addresses as placeholders", () => {
  expect(placeholdersOf(initialSiteSettings)).toHaveLength(18);
  expect(placeholdersOf(initialSiteSettings)).toContain("publisher.company");
  expect(placeholdersOf(initialSiteSettings)).toContain("contact.email");
  const brackets = { ...filledSite, host: { ...filledSite.host, company: "Maison [Hôte] SARL" } };
  expect(placeholdersOf(brackets)).toEqual([]);
});
