import { expect, test } from "vitest";
import { initialSiteSettings, placeholdersOf } from "#contract/site.ts";
import { filledSite } from "#test/support/filled-site.ts";
import { isOpen } from "./opening.rules.ts";

test("a site on a public address accepts no sign-ups without an identified owner", () => {
  expect(isOpen("https://tenue.fr", initialSiteSettings)).toBe(false);
  expect(isOpen("http://localhost:3000", initialSiteSettings)).toBe(true);
  expect(isOpen("https://tenue.fr", filledSite)).toBe(true);
});

test("texts with brackets and invented addresses are placeholders, but not the footer of mails", () => {
  expect(placeholdersOf(initialSiteSettings)).toHaveLength(18);
  expect(placeholdersOf(initialSiteSettings)).toContain("publisher.company");
  expect(placeholdersOf(initialSiteSettings)).toContain("contact.email");
  const publisher = { ...filledSite.publisher, company: "[Raison sociale]Tenue SAS" };
  expect(placeholdersOf({ ...filledSite, publisher })).toEqual(["publisher.company"]);
  const mail = { ...filledSite.mail, footerText: "Merci [à tous]" };
  expect(placeholdersOf({ ...filledSite, mail })).toEqual([]);
});
