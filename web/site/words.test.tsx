import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { messages } from "#contract/errors.ts";
import { initialSiteSettings, type PublicSite } from "#contract/site.ts";
import { type Confirmation, type MyData, placeLabels, type SitePage } from "#contract/site-pages.ts";
import { englishTexts } from "#web/lib/words/english-texts.test-helpers.ts";
import { emptyParts } from "./built-parts.test-helpers.ts";
import { signUpInfo } from "./pages/sharing.ts";
import { renderPage, renderSite } from "./renderer.tsx";
import { faultsOf, frenchOf, runsOf, textOf } from "./words.test-helpers.ts";

const parts = { ...emptyParts, entry: "/a.js" };
const site: PublicSite = { ...initialSiteSettings, images: {} };
const day = "2026-11-22T10:00:00.000Z";
const token = "token";

const data: MyData = {
  email: "moi@exemple.fr",
  signups: (["user", "brand"] as const).map((audience) => ({
    audience,
    id: audience,
    firstname: "Inès",
    name: "Vézelay",
    website: null,
    status: "pending",
    createdAt: day,
    decidedAt: audience === "user" ? day : null,
    confirmedAt: audience === "user" ? day : null,
    isImported: audience === "brand",
    isLimited: audience === "brand",
    disposableEmail: audience === "brand",
    source: { source: "instagram", medium: "", campaign: "" },
    friends: 2,
    wasReferred: true,
    invitations: [{ state: "sent", createdAt: day, sentAt: day, redeemedAt: null }],
    starred: true,
    note: "Vue à Paris",
    answers: [{ question: null, answer: "Lin" }],
    questions: [],
    responses: {},
  })),
  consents: [
    {
      text: "J’accepte.",
      textVersion: "a1b2",
      givenAt: day,
      confirmedAt: day,
      confirmation: "with_news",
      withdrawnAt: day,
    },
  ],
  messages: [{ subject: "", text: "Bonjour", at: day, status: "sent" }],
  events: [{ kind: "soft", statusCode: "4.2.2", serverWords: null, at: day }],
  requests: [{ kind: "access", receivedAt: day, closedAt: day, outcome: "Copie remise" }],
  receivesNews: false,
  isBlocked: false,
  objectedAt: null,
};
const correction = {
  signupId: "user",
  typed: { firstname: "", name: "", website: "" },
  responses: null,
  problems: { firstname: "Le prénom est requis" },
};

const confirmations: Confirmation[] = [
  { state: "ask", askedNews: null, isImported: false },
  { state: "ask", askedNews: { words: "J’accepte.", isOffered: false }, isImported: false },
  { state: "ask", askedNews: { words: "J’accepte.", isOffered: true }, isImported: true },
  ...[null, true, false].map((receivesNews) => ({ state: "confirmed", receivesNews }) as const),
  ...(["ask_erase", "erased"] as const).flatMap((state) =>
    [true, false].map((keepsOther) => ({ state, keepsOther })),
  ),
  { state: "expired" },
  { state: "resent" },
];
const leavings = ["ask", "left", "returned", "kept", "unknown"] as const;
const endings = ["deleted", "expired"] as const;
const newAddress = { typed: "zoe@", problem: "Adresse email invalide" };
const openUntil = "2026-11-27T12:00:00.000Z";
const place = { href: "/ma-place/t", label: placeLabels.alone };
const places = { user: { ...place, label: placeLabels.sharing } };
const ownData = {
  page: "my-data",
  token,
  openUntil,
  places,
  notice: "withdrawn",
  correction,
  newAddress,
} as const;
const placeNotices = { pending: null, approved: "renewed", rejected: null, invited: "too_soon" } as const;
const signUp = { page: "sign-up", audience: "user", questions: [], questioned: null, isKnown: true } as const;
const typed = { firstname: "", name: "", email: "", website: "", responses: {}, newsConsent: false };
const pages: SitePage[] = [
  ...confirmations.map((answer) => ({ page: "confirmation", token, place, ...answer }) as const),
  { page: "place", token, notice: null, state: "unknown" },
  ...(["pending", "approved", "rejected", "invited"] as const).map(
    (step, friends) =>
      ({
        page: "place",
        token,
        notice: placeNotices[step],
        state: "known",
        step,
        isConfirmed: step !== "pending",
        referral: {
          link: "https://exemple.fr/?ami=k7qm3vxp9d",
          friends,
          wanted: 3,
          sentence: "Merci.",
          among: friends === 0 ? null : 1_000,
        },
      }) as const,
  ),
  ...leavings.map((state) => ({ page: "unsubscribe", token, state }) as const),
  ...endings.map((state) => ({ page: "my-data-gone", state }) as const),
  { page: "my-data-request", state: "ask", problem: "Adresse email invalide", email: "" },
  { page: "my-data-request", state: "sent", problem: null, email: "" },
  { ...ownData, data },
  { ...ownData, data: { ...data, isBlocked: true, messages: [] } },
  { ...ownData, data: { ...data, receivesNews: true } },
  ...(["ask", "changed"] as const).map(
    (state) => ({ page: "new-address", token, state, email: "zoe@exemple.fr" }) as const,
  ),
  { page: "new-address", token, state: "expired" },
  { ...ownData, data: { ...data, signups: data.signups.slice(0, 1) } },
  { page: "my-data-delete", token },
  { page: "my-data-object", token },
  { ...signUp, typed: null, problems: {}, problem: null },
  { ...signUp, typed, problems: { name: "Le nom est requis" }, problem: messages.invalid },
  { page: "signed-up", asked: null },
  {
    page: "signed-up",
    asked: {
      email: "zoe@exemple.fr",
      token: "",
      typed: "zoe@",
      problem: "Adresse email invalide",
      questioned: null,
    },
  },
  { page: "trouble", message: "Le service est momentanément indisponible." },
];

/** Renders every document of the site, in each of its states. */
async function readDocuments(): Promise<{ name: string; runs: ReturnType<typeof runsOf> }[]> {
  const fixed = (await renderSite(parts, site)).filter(({ name }) => name.endsWith(".html"));
  const drawn = pages.map(async (page) => ({
    name: "state" in page ? `${page.page} ${page.state}` : page.page,
    text: await renderPage(parts, site, page),
  }));
  return [...fixed, ...(await Promise.all(drawn))].map(({ name, text }) => ({ name, runs: runsOf(text) }));
}

test("each page follows French typography, except in quotations", async () => {
  const found = (await readDocuments()).flatMap(({ name, runs }) =>
    runs.flatMap((run) => faultsOf(frenchOf(run)).map((fault) => `${name}: ${fault}`)),
  );
  expect([...new Set(found)]).toEqual([]);
});

// registre: 45
test("English texts are marked as English on every page", async () => {
  const documents = await readDocuments();
  const everything = documents.flatMap(({ runs }) => runs.map(textOf)).join("\n");
  for (const english of ["I want to sign up", initialSiteSettings.home.tagline]) {
    expect(everything).toContain(english);
    expect(everything.replaceAll(/\s+/g, " ")).toContain(englishTexts[english]);
  }
  for (const { name, runs } of documents)
    for (const run of runs)
      for (const english of Object.keys(englishTexts)) expect(frenchOf(run), name).not.toContain(english);
});

test("titles and descriptions of pages follow French typography", () => {
  for (const { title, description, picture } of Object.values(signUpInfo))
    expect([title, description, picture?.alt ?? ""].flatMap(faultsOf)).toEqual([]);
});

const root = resolve(import.meta.dirname, "../..");

test("the film's captions follow French typography", () => {
  const captions = readFileSync(resolve(root, "web/site/film/captions.fr.vtt"), "utf8");
  expect(captions.split("\n").flatMap(faultsOf)).toEqual([]);
});

test.each([
  "signup",
  "signup-confirmed",
  "approved",
  "rejected",
  "my-data",
  "new-address",
  "replaced-address",
  "account-link",
])("the message %s follows French typography", (name) => {
  const text = readFileSync(resolve(root, `server/mail/content/golden/${name}.txt`), "utf8");
  const lines = text.replace(/https?:\S+/g, "").split("\n");
  expect(lines.flatMap(faultsOf)).toEqual([]);
});

test("the check finds an English sentence that is not marked as English", () => {
  const marked = runsOf('<p>Cliquez : <span lang="en">Join the beta</span></p>');
  expect(marked.map(frenchOf).join()).not.toContain("Join the beta");
  expect(runsOf("<p><span>Join the beta</span></p>").map(frenchOf).join()).toContain("Join the beta");
});
