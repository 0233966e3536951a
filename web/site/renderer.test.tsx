import { expect, test } from "vitest";
import type { Question } from "#contract/questionnaire.ts";
import { initialSiteSettings, type PublicSite } from "#contract/site.ts";
import type { SignUpPage, SitePage } from "#contract/site-pages.ts";
import { emptyParts } from "./built-parts.test-helpers.ts";
import { renderPage, renderSite } from "./renderer.tsx";

const parts = {
  ...emptyParts,
  entry: "/assets/home.js",
  boot: "boot()",
  placeScript: "/assets/place.js",
  serverPagesCss: "b{}",
  signUpCss: "c{}",
};
const hostile = '</script><script>alert(1)</script>"&<b>';

const site: PublicSite = {
  ...initialSiteSettings,
  publisher: { ...initialSiteSettings.publisher, company: hostile, vat: "" },
  contact: { ...initialSiteSettings.contact, email: "bonjour@maison.fr", tiktok: "" },
  partners: {
    followedBy: { name: hostile, url: "https://suivi.fr" },
    accompaniedBy: { name: "", url: "" },
  },
  images: {},
};

const pageOf = async (name: string, from = site) =>
  (await renderSite(parts, from)).find((document) => document.name === name)?.text ?? "";

test("texts of the owner's settings appear on every page as text, never as markup", async () => {
  for (const { name, text } of await renderSite(parts, site)) {
    expect(text, name).not.toContain("<script>alert");
    expect(text, name).not.toContain("<b>");
  }
  expect(await pageOf("mentions-legales.html")).toContain("&lt;/script&gt;&lt;script&gt;alert(1)");
});

test("no address in the owner's settings can end the block of structured data", async () => {
  const instagram = "https://exemple.fr/</script><b>";
  const html = await pageOf("index.html", { ...site, contact: { ...site.contact, instagram } });
  const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)["@graph"][0].sameAs).toEqual([instagram]);
});

test("pages omit settings that the owner left empty", async () => {
  expect(await pageOf("mentions-legales.html")).not.toContain("<dt>TVA</dt>");
  const contact = await pageOf("contact.html");
  expect(contact).toContain("mailto:bonjour@maison.fr");
  expect(contact).not.toContain("TikTok");
  const home = await pageOf("index.html");
  expect(home).toContain("Projet suivi par");
  expect(home).not.toContain("Projet accompagné par");
});

test("a partner with a logo is shown by the logo", async () => {
  const images = { followedBy: { address: "/site-images/followedBy-1.png", width: 300, height: 90 } };
  const html = await pageOf("index.html", { ...site, images });
  expect(html).toContain('<img src="/site-images/followedBy-1.png"');
  expect(html).toContain('href="https://suivi.fr"');
});

// registre: 31
test("a personal page is a complete document without a script, and search engines may not index it", async () => {
  const html = await renderPage(parts, site, { page: "my-data-gone", state: "expired" });
  expect(html).toContain("<!doctype html>");
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).toContain('<a href="/mes-donnees">');
  expect(html).not.toContain("<script");
});

test("the page of a link that does not work says that the data may be erased, as after a double click", async () => {
  const html = await renderPage(parts, site, { page: "my-data-gone", state: "expired" });
  expect(html).toContain("Celui-ci a expiré, il a été coupé, ou vos données sont déjà effacées.");
});

const ownSignup = {
  audience: "user",
  id: "s1",
  firstname: "Zoé",
  name: "Martin",
  website: null,
  status: "pending",
  createdAt: "2026-11-27T10:00:00.000Z",
  decidedAt: null,
  confirmedAt: null,
  isLimited: false,
  disposableEmail: false,
  isImported: false,
  source: null,
  friends: 0,
  wasReferred: false,
  invitations: [],
  starred: false,
  note: null,
  answers: [],
  questions: [],
  responses: {},
} as const;
const ownData = {
  page: "my-data",
  token: "t",
  places: {},
  openUntil: "2026-11-27T12:00:00.000Z",
  notice: null,
  data: {
    email: "zoe@exemple.fr",
    signups: [{ ...ownSignup, invitations: [], answers: [], questions: [] }],
    consents: [],
    messages: [],
    events: [],
    requests: [],
    receivesNews: false,
    isBlocked: false,
    objectedAt: null,
  },
} satisfies Partial<SitePage>;

test("the page for one's own data says of a limited sign-up alone that it is not used", async () => {
  const own = { ...ownSignup, invitations: [], answers: [], questions: [] };
  const signups = [own, { ...own, audience: "brand", id: "s2", isLimited: true } as const];
  const page = {
    ...ownData,
    data: { ...ownData.data, signups },
    correction: null,
    newAddress: null,
  } as const;
  const html = await renderPage(parts, site, page);
  const [user = "", brand = ""] = html.split("Mon inscription de marque");
  expect(user).not.toContain("conservées sans être utilisées");
  expect(brand).toContain("conservées sans être utilisées");
  expect(html).not.toContain("Changer d’adresse");
});

test("the page for one's own data says how many friends signed up, but not who they are", async () => {
  const own = { ...ownSignup, invitations: [], answers: [], questions: [] };
  const signups = [{ ...own, friends: 2, wasReferred: true }];
  const page = {
    ...ownData,
    data: { ...ownData.data, signups },
    correction: null,
    newAddress: null,
  } as const;
  const html = (await renderPage(parts, site, page)).replace(/<[^>]+>/g, "").replace(/\s+/g, " ");
  for (const said of ["2 amies confirmées", "lien d’une amie ou d’un ami"]) expect(html).toContain(said);
});

test("the page for one's own data extends its time in a new tab, so that typed corrections stay", async () => {
  const html = await renderPage(parts, site, { ...ownData, correction: null, newAddress: null });
  const form = html.split("<form").find((part) => part.includes('value="extend"'));
  expect(form).toMatch(/^[^>]* target="_blank"/);
  expect(form).toContain("(nouvel onglet)");
});

test("the page for one's own data names an imported list instead of a form that was sent", async () => {
  const signups = [{ ...ownSignup, isImported: true, invitations: [], answers: [], questions: [] }];
  const page = {
    ...ownData,
    data: { ...ownData.data, signups },
    correction: null,
    newAddress: null,
  } as const;
  const html = await renderPage(parts, site, page);
  expect(html).toMatch(/Reprise d’une liste importée.{0,12}le.{0,12}27 novembre 2026/);
  expect(html).not.toContain("Envoyée le");
});

// registre: 48
test.each([
  ["a name", "user-name", { name: "Le nom est requis" }, null],
  ["a new address", "new-address", null, { typed: "zoe@", problem: "Adresse email invalide" }],
])("on 'Mes données' only %s that was refused has the initial focus", async (_, id, problems, newAddress) => {
  const typed = { firstname: "Zoé", name: "", website: "" };
  const correction = problems && { signupId: "s1", typed, responses: null, problems };
  const html = await renderPage(parts, site, { ...ownData, correction, newAddress });
  const focused = [...html.matchAll(/<input[^>]*autofocus[^>]*>/gi)].map(([tag]) => tag);
  expect(focused).toEqual([expect.stringContaining(`id="${id}"`)]);
  const calm = await renderPage(parts, site, { ...ownData, correction: null, newAddress: null });
  expect(calm).not.toMatch(/autofocus/i);
});

test("on 'Mes données' the sentence about refused answers has the focus", async () => {
  const correction = {
    signupId: "s1",
    typed: { firstname: "Zoé", name: "Martin", website: "" },
    responses: { q1: "" },
    problems: { "responses.q1": "Cette réponse est requise" },
  };
  const signups = ownData.data.signups.map((signup) => ({ ...signup, questions: [question] }));
  const data = { ...ownData.data, signups };
  const html = await renderPage(parts, site, { ...ownData, data, correction, newAddress: null });
  expect(html.match(/<\w+[^>]*autofocus/g)).toEqual([
    expect.stringMatching(/^<p role="alert" tabindex="-1"/),
  ]);
});

const question: Question = {
  id: "q1",
  question: "Votre ville ?",
  options: null,
  required: true,
  active: true,
  orderPosition: 1,
  fieldType: "text",
  targetType: "both",
};
const emptySignUp: SignUpPage = {
  page: "sign-up",
  audience: "user",
  questions: [question],
  typed: null,
  problems: {},
  problem: null,
  questioned: null,
  isKnown: false,
};

test("search engines may index the initial sign-up page, which has the fields of both audiences", async () => {
  const html = await renderPage(parts, site, emptySignUp);
  expect(html).toContain("<style>c{}</style>");
  expect(html).toMatch(/<link rel="canonical" href="[^"]*\/inscription">/);
  for (const name of [
    "type",
    "firstname",
    "name",
    "email",
    "website",
    "responses.q1",
    "newsConsent",
    "company",
  ]) {
    expect(html, name).toContain(`name="${name}"`);
  }
  expect(html).not.toContain('role="alert"');
  expect(html).not.toContain("<script");
  const brands = await renderPage(parts, site, { ...emptySignUp, audience: "brand" });
  expect(brands).toMatch(/<link rel="canonical" href="[^"]*\/inscription\?type=marque">/);
  expect(brands).toMatch(/value="marque"[^>]*checked=""|checked=""[^>]*value="marque"/);
});

test("a refused sign-up page keeps its values, begins with the reason, and is closed to search engines", async () => {
  const typed = { firstname: hostile, name: "", email: "a@b.fr", website: "", newsConsent: true };
  const html = await renderPage(parts, site, {
    ...emptySignUp,
    typed: { ...typed, responses: { q1: "Lyon" } },
    problem: "Vérifiez.",
    questioned: "a@b.fr",
    problems: { name: "Le nom est requis", "responses.q1": "Trop long", "responses.gone": "Disparue" },
  });
  expect(html).toContain("<title>Erreur\u00a0: ");
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).toMatch(/<div role="alert" tabindex="-1" autofocus=""/);
  expect(html).toContain('<a href="#sign-up-name">Le nom est requis</a>');
  expect(html).toContain('<a href="#question-q1">Votre ville ? Trop long</a>');
  expect(html).not.toContain("Disparue");
  expect(html).toContain('<input type="hidden" name="emailConfirmed" value="a@b.fr"/>');
  expect(html).toContain('value="Lyon"');
  expect(html).not.toContain("<script");
});

test("the page of thanks asks about a misspelt domain, with the corrected address ready to send", async () => {
  const draw = (email: string, problem: string | null = null) =>
    renderPage(parts, site, {
      page: "signed-up",
      asked: { email, token: "token", typed: email, problem, questioned: null },
    });
  const misspelt = await draw("zoe@gmial.com");
  expect(misspelt).toContain("Vouliez-vous dire zoe@gmail.com\u00a0?");
  expect(misspelt).toMatch(/<details open="">.*value="zoe@gmail.com"/s);
  expect(await draw("zoe@gmail.com")).not.toMatch(/Vouliez-vous dire|<details open/);
  expect(await draw("zoe@gmial.com", "Adresse email invalide")).not.toContain("Vouliez-vous dire");
});

const place = {
  page: "place",
  token: "t",
  notice: null,
  state: "known",
  isConfirmed: true,
  step: "pending",
} as const;
const referral = {
  link: "https://exemple.fr/?ami=k7qm3vxp9d",
  friends: 2,
  wanted: 3,
  sentence: "Trois amies.",
  among: null,
};

test("the personal page shares the link through installed programs, with only the site's own script", async () => {
  const html = await renderPage(parts, site, { ...place, referral });
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/assets/place.js">']);
  expect(html.match(/<button[^>]*data-share[^>]*>/g)).toEqual([
    expect.stringContaining(" hidden"),
    expect.stringContaining(" hidden"),
  ]);
  expect(html).toContain('<p role="status" data-shared="');
  expect(html).toContain("2 amies confirmées");
  const text = encodeURIComponent(
    "Rejoins-moi sur la bêta de Tenue\u00a0: https://exemple.fr/?ami=k7qm3vxp9d",
  );
  for (const href of [`https://wa.me/?text=${text}`, `sms:?&amp;body=${text}`, `&amp;body=${text}`])
    expect(html).toContain(`${href}"`);
  expect(html).toContain('role="img" aria-label="QR code de mon lien"');
  expect(html).toContain('value="renew"');
});

test("the personal page says among how many first people a person is, if waves are ordered by points", async () => {
  const html = await renderPage(parts, site, { ...place, referral: { ...referral, among: 1_000 } });
  expect(html).toMatch(/parmi les (<!-- -->)?1\u202f000(<!-- -->)? premières personnes/);
  expect(await renderPage(parts, site, { ...place, referral })).not.toContain("parmi les");
});

test("the personal page without the referral programme shows only the state", async () => {
  const html = await renderPage(parts, site, { ...place, referral: null });
  expect(html).toContain("Votre demande est en attente.");
  expect(html).not.toMatch(/wa\.me|amies|<form|<script/);
});
