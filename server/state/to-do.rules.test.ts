import { expect, test } from "vitest";
import { initialSiteSettings } from "#contract/site.ts";
import { filledSite } from "#test/support/filled-site.ts";
import { faultRows, isForEveryAdmin, type StepFacts, samplesRows, stepRows } from "./to-do.rules.ts";

const finished: StepFacts = {
  activeQuestions: 3,
  senderEmail: "bonjour@maison-tenue.fr",
  site: filledSite,
  signups: 1,
  hasApproved: true,
  isHttps: true,
  isConnectionTested: true,
  domainVerdict: "ok",
  isSimulation: false,
  copiesBackups: false,
  readsBounces: false,
  superAdmins: { count: 2, allTwoFactor: true },
};
const { contact, publisher, partners } = filledSite;

const left = (facts: Partial<StepFacts>) => stepRows({ ...finished, ...facts }).filter(({ done }) => !done);

// registre: 44
test.each<[string, Partial<StepFacts>, string[]]>([
  ["everything is done", {}, []],
  ["no question is active", { activeQuestions: 0 }, ["questionnaire"]],
  ["the sender is the initial one", { senderEmail: initialSiteSettings.contact.email }, ["mail"]],
  ["the sender has another invented address", { senderEmail: "bonjour@tenue.example" }, ["mail"]],
  ["the site has its placeholders", { site: initialSiteSettings }, ["site", "claim"]],
  [
    "the site has a company's name alone",
    { site: { ...initialSiteSettings, publisher, home: filledSite.home } },
    ["site"],
  ],
  [
    "the tagline claims to be the first without a proof",
    { site: { ...filledSite, home: initialSiteSettings.home } },
    ["claim"],
  ],
  [
    "the tagline's claim has a proof",
    { site: { ...filledSite, home: { ...initialSiteSettings.home, claimProof: "Étude X, mars 2026" } } },
    [],
  ],
  ["copies of backups go to a service without a name", { copiesBackups: true }, ["backup_store"]],
  ["a mailbox of bounces is read at a service without a name", { readsBounces: true }, ["bounce_mailbox"]],
  [
    "the services that get backups and bounces have names",
    {
      copiesBackups: true,
      readsBounces: true,
      site: {
        ...filledSite,
        backupStore: { company: "Coffre", country: "" },
        bounceMailbox: { company: "Boîtes", country: "" },
      },
    },
    [],
  ],
  [
    "the site's networks are still invented",
    { site: { ...filledSite, contact: initialSiteSettings.contact } },
    ["site"],
  ],
  [
    "the site leaves optional details out",
    {
      site: {
        ...filledSite,
        publisher: { ...publisher, registration: "", vat: "" },
        contact: { ...contact, communityChat: "", tiktok: "", instagram: "" },
        partners: { ...partners, followedBy: { name: "", url: "" } },
      },
    },
    [],
  ],
  ["a sign-up waits", { hasApproved: false }, ["approval"]],
  ["no sign-up yet", { signups: 0, hasApproved: false }, ["signup", "approval"]],
  ["the approved sign-up is gone", { signups: 0 }, []],
  ["the address is not https", { isHttps: false }, ["https"]],
  ["mail is simulated", { isSimulation: true }, ["simulation"]],
  ["the connection was not tested", { isConnectionTested: false }, ["connection"]],
  ["the domain was not checked", { domainVerdict: null }, ["domain"]],
  ["the domain has errors", { domainVerdict: "error" }, ["domain"]],
  ["the domain has warnings", { domainVerdict: "warn" }, []],
  ["the domain could not be checked", { domainVerdict: "unknown" }, []],
  [
    "there is one super administrator",
    { superAdmins: { count: 1, allTwoFactor: true } },
    ["second_super_admin"],
  ],
  ["a second factor is missing", { superAdmins: { count: 2, allTwoFactor: false } }, ["two_factor"]],
])("when %s, the list shows only the steps for that case", (_when, facts, keys) => {
  expect(left(facts).map(({ key }) => key)).toEqual(keys);
});

test("the list asks for the configuration while no question is active", () => {
  expect(left({ activeQuestions: 0 })[0]?.details[0]).toMatch(
    /^Configuration requise\u00a0: aucune question/,
  );
});

test("the list counts the placeholders of the site, in the singular too", () => {
  const details = (site: StepFacts["site"]) => left({ site })[0]?.details[0];
  expect(details(initialSiteSettings)).toContain("18 informations provisoires restent");
  const one = { ...filledSite, publisher: { ...publisher, company: initialSiteSettings.publisher.company } };
  expect(details(one)).toContain("Une information provisoire reste");
});

test("every administrator has the steps that need no super administrator", () => {
  const nothing = { activeQuestions: 0, isConnectionTested: false, domainVerdict: null, isSimulation: true };
  const keys = left(nothing)
    .filter(isForEveryAdmin)
    .map(({ key }) => key);
  expect(keys).toEqual(["questionnaire", "connection", "domain"]);
});

test("errors of the checks are faults, with the screen that fixes them, and warnings are not", () => {
  const rows = faultRows([
    { key: "mail", verdict: "error", found: "En panne.", fix: "Réparez." },
    { key: "disk", verdict: "error", found: "Plein." },
    { key: "dns", verdict: "warn", found: "À revoir.", fix: "Revoyez." },
  ]);
  expect(rows).toMatchObject([
    { sentence: "E-mails", details: ["Réparez."], link: "emails" },
    { sentence: "Disque", details: ["Plein."], link: "state" },
  ]);
});

test.each([
  [0, []],
  [1, ["1 inscription d’exemple"]],
  [16, ["16 inscriptions d’exemple"]],
])("%i samples are counted in one row at most", (count, sentences) => {
  expect(samplesRows(count).map(({ sentence }) => sentence)).toEqual(sentences);
});
