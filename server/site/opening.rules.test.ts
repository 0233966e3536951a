import { expect, test } from "vitest";
import { initialSiteSettings, placeholdersOf } from "#contract/site.ts";
import { filledSite } from "#test/support/filled-site.ts";
import { isOpen, type OpeningState, openingRows } from "./opening.rules.ts";

const ready: OpeningState = {
  placeholders: 0,
  isHttps: true,
  isSimulation: false,
  isConnectionTested: true,
  domainVerdict: "ok",
  questions: 3,
  superAdmins: { count: 2, allTwoFactor: true },
};

const left = (state: Partial<OpeningState>) =>
  openingRows({ ...ready, ...state }).flatMap(({ key, done }) => (done ? [] : [key]));

test.each<[Partial<OpeningState>, string[]]>([
  [{}, []],
  [{ placeholders: 14 }, ["placeholders"]],
  [{ isHttps: false }, ["https"]],
  [{ isSimulation: true }, ["simulation"]],
  [{ isConnectionTested: false }, ["connection"]],
  [{ domainVerdict: null }, ["domain"]],
  [{ domainVerdict: "error" }, ["domain"]],
  [{ domainVerdict: "warn" }, []],
  [{ domainVerdict: "unknown" }, []],
  [{ questions: 0 }, ["questionnaire"]],
  [{ superAdmins: { count: 1, allTwoFactor: true } }, ["second_super_admin"]],
  [{ superAdmins: { count: 2, allTwoFactor: false } }, ["two_factor"]],
])("with %j left to do is %j", (state, keys) => {
  expect(left(state)).toEqual(keys);
});

test("states the number of missing entries, in the singular too", () => {
  const label = (placeholders: number) => openingRows({ ...ready, placeholders })[0]?.label;
  expect(label(14)).toContain("14 informations provisoires");
  expect(label(1)).toContain("la dernière information provisoire");
});

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
