import { expect, test } from "vitest";
import { initialSiteSettings } from "#contract/site.ts";
import { filledSite } from "#test/support/filled-site.ts";
import { doneSteps, type FirstStepsState } from "./first-steps.rules.ts";

const fresh: FirstStepsState = {
  activeQuestions: 0,
  senderEmail: initialSiteSettings.contact.email,
  site: initialSiteSettings,
  signups: 0,
  hasApproved: false,
};

const { contact, publisher, partners } = filledSite;

test.each<[string, Partial<FirstStepsState>, string[]]>([
  ["nothing at all", {}, []],
  ["an active question", { activeQuestions: 1 }, ["questionnaire"]],
  ["a sender with its own address", { senderEmail: "bonjour@maison-tenue.fr" }, ["mail"]],
  ["a sender with another invented address", { senderEmail: "bonjour@tenue.example" }, []],
  ["a site without placeholders", { site: filledSite }, ["site"]],
  ["a company's name alone", { site: { ...initialSiteSettings, publisher } }, []],
  [
    "a site whose networks are still invented",
    { site: { ...filledSite, contact: initialSiteSettings.contact } },
    [],
  ],
  [
    "a site without the optional details",
    {
      site: {
        ...filledSite,
        publisher: { ...publisher, registration: "", vat: "" },
        contact: { ...contact, communityChat: "", tiktok: "", instagram: "" },
        partners: { ...partners, followedBy: { name: "", url: "" } },
      },
    },
    ["site"],
  ],
  ["a sign-up that waits", { signups: 1 }, ["signup"]],
  ["an approved sign-up that is gone", { hasApproved: true }, ["signup", "approval"]],
])("with %s", (_what, state, keys) => {
  const done = doneSteps({ ...fresh, ...state });
  expect(Object.keys(done).filter((key) => done[key as keyof typeof done])).toEqual(keys);
});
