import { expect, test } from "vitest";
import { type ImportSettings, rehearseImportSchema } from "#contract/imports.schema.ts";
import { proposeFields } from "#contract/imports.ts";
import type { Question } from "#contract/questionnaire.ts";
import { signupMessages } from "#contract/signup.ts";
import { csvLine } from "#server/lib/csv.ts";
import { costRatio } from "#test/support/cost-ratio.ts";
import { emailsIn, findLeaver, likeliestEmailsIn, readDate, readRow } from "./imports.rules.ts";

const now = new Date("2026-11-27T10:00:00Z");
const styleId = "00000000-0000-4000-8000-000000000001";
const sizeId = "00000000-0000-4000-8000-000000000002";
const question = (id: string, given: Partial<Question>): Question => ({
  id,
  question: "Style ?",
  fieldType: "checkbox",
  options: ["Chic", "Rue, sport", "Été"],
  required: true,
  active: true,
  orderPosition: 1,
  targetType: "user",
  ...given,
});
const questions = [
  question(styleId, {}),
  question(sizeId, { question: "Taille ?", fieldType: "radio", options: ["S", "M|L"], orderPosition: 2 }),
];
const formerOptions = new Map([
  [styleId, { Été: ["Estival", "Beau, temps"] }],
  [sizeId, { "M|L": ["s"] }],
]);

const columns = { email: 0, firstname: 1, name: 2 };
const settings = (given: object = {}): ImportSettings =>
  rehearseImportSchema.parse({ audience: "user", columns, ...given });
const row = (cells: string[], given: object = {}) =>
  readRow(cells, {
    settings: settings(given),
    questions,
    formerOptions,
    width: Math.max(cells.length, 3),
    now,
  });

test.each([
  "zoe@exemple.fr",
  " zoe@exemple.fr ",
  "zoe@EXEMPLE.FR",
  "zo\u200be@exemple.fr",
  "ｚｏｅ@exemple.fr",
  '="zoe@exemple.fr"',
  "zoe@exemple.fr ::: autre@exemple.fr",
])("the cell %j is read as the same address", (email) => {
  expect(row([email, "Zoé", "Martin"])).toMatchObject({
    email: "zoe@exemple.fr",
    firstname: "Zoé",
    name: "Martin",
  });
});

test("people without names, and without answers that the form requires, are imported", () => {
  expect(row(["zoe@exemple.fr", "", " "])).toMatchObject({ firstname: "", name: "", responses: {} });
});

test("a whole name is split at its first space, and only where no other column has a name", () => {
  const whole = { columns: { email: 0, fullName: 1 } };
  expect(row(["a@b.fr", "Zoé de la Tour"], whole)).toMatchObject({ firstname: "Zoé", name: "de la Tour" });
  expect(row(["a@b.fr", "Zoé"], whole)).toMatchObject({ firstname: "Zoé", name: "" });
  expect(row(["a@b.fr", "Zoé", "Martin"], { columns: { ...columns, fullName: 2 } })).toMatchObject({
    firstname: "Zoé",
  });
});

test.each([
  [["pas une adresse", "", ""], signupMessages.emailInvalid],
  [["", "Zoé", ""], signupMessages.emailRequired],
  [["a@b.fr", "x".repeat(101), ""], "Prénom\u00a0: 100 caractères au maximum"],
  [["a@b.fr", "Zoé\u0007", ""], "Prénom\u00a0: Ce texte contient des caractères non autorisés"],
])("the line %j is invalid", (cells, problem) => {
  expect(row(cells)).toEqual({ problem });
});

test("a line with more cells than titles is invalid", () => {
  expect(
    readRow(["a@b.fr", "x", "y", "z"], { settings: settings(), questions, formerOptions, width: 3, now }),
  ).toEqual({
    problem: "4 cellules au lieu de 3",
  });
});

test("a brand needs a website, which is completed", () => {
  const brand = { audience: "brand", columns: { email: 0, name: 1, website: 2 } };
  expect(row(["a@b.fr", "Atelier", "atelier.example"], brand)).toMatchObject({
    website: "https://atelier.example",
  });
  expect(row(["a@b.fr", "Atelier", ""], brand)).toEqual({ problem: signupMessages.websiteRequired });
});

test("a formula stays the text that it is", () => {
  expect(row(["a@b.fr", '=HYPERLINK("https://x.example")', "+33"])).toMatchObject({
    firstname: '=HYPERLINK("https://x.example")',
    name: "+33",
  });
});

test("our own export is read back as it was written", () => {
  for (const text of ["=1+1", "0612345678", "Zoé", "-5", "@zoe"]) {
    const [cell = ""] = csvLine([text]).trimEnd().slice(1, -1).replaceAll('""', '"').split("\n");
    expect(row(["a@b.fr", cell, ""])).toMatchObject({ firstname: text });
  }
});

test.each([
  ["chic", ["Chic"]],
  ["ETE", ["Été"]],
  ["Rue, sport", ["Rue, sport"]],
  ["Chic | Rue, sport", ["Chic", "Rue, sport"]],
  ["été; chic", ["Été", "Chic"]],
  ["Chic,Été", ["Chic", "Été"]],
])("the choices in the cell %j are matched to options", (cell, answer) => {
  const read = row(["a@b.fr", "", "", cell], { columns: { email: 0, answers: { [styleId]: 3 } } });
  expect(read).toMatchObject({ responses: { [styleId]: answer } });
});

test.each([
  ["estival", ["Été"]],
  ["Beau, temps", ["Été"]],
  ["Chic | Estival | Beau, temps", ["Chic", "Été"]],
  ["estival; chic", ["Été", "Chic"]],
])("the former names of options in the cell %j are matched to their present names", (cell, answer) => {
  const read = row(["a@b.fr", "", "", cell], { columns: { email: 0, answers: { [styleId]: 3 } } });
  expect(read).toMatchObject({ responses: { [styleId]: answer } });
});

test("a present name of an option is matched before a former name of another", () => {
  const answers = { columns: { email: 0, answers: { [sizeId]: 1 } } };
  expect(row(["a@b.fr", "s"], answers)).toMatchObject({ responses: { [sizeId]: "S" } });
});

test("one choice is matched as our export writes it, and a line with an unknown one is invalid", () => {
  const answers = { columns: { email: 0, answers: { [sizeId]: 1 } } };
  expect(row(["a@b.fr", "m¦l"], answers)).toMatchObject({ responses: { [sizeId]: "M|L" } });
  expect(row(["a@b.fr", "XXL"], answers)).toEqual({
    problem: expect.stringMatching(/^«\u00a0Taille \?\u00a0»\u00a0: /),
  });
});

test.each([
  "Amie de zoe@exemple.fr.",
  "zoe@exemple.fr!",
  "Écrire à zoe@exemple.fr ?",
  "zoe@exemple.fr?",
  "lea@exemple.fr/zoe@exemple.fr/anne@exemple.fr",
  "'zoe@exemple.fr'",
  "«zoe@exemple.fr»",
  "“zoe@exemple.fr”",
  "lea@exemple.fr&zoe@exemple.fr&x",
  "lea@exemple.fr+zoe@exemple.fr",
  "email=zoe@exemple.fr",
  "https://exemple.fr/?a=b&email=zoe@exemple.fr#x",
  "mailto:zoe@exemple.fr?subject=Bonjour",
  "Amie d'zoe@exemple.fr",
  "Amie d’zoe@exemple.fr",
  "Écrire à…zoe@exemple.fr…ou à Léa",
  "*zoe@exemple.fr*",
  "{zoe@exemple.fr}",
  "zoe@exemple.fr-",
  "zoe@exem\u00adple.fr.",
  "zo\ufeffe@exemple.fr",
  "-ｚｏｅ＠exemple.fr-",
  "\u0007zoe@exemple.fr\u0007",
  `zoe@exemple.fr. a${"\u0301".repeat(600)}`,
])("the address of a person is found in the cell %j", (cell) => {
  expect(emailsIn(["x", cell])).toContain("zoe@exemple.fr");
});

test.each(["o'neil", "a+b", "a=b", "a&b", "a/b", "a!b?c", "_zoe_", "d'anne", "a|b"])(
  "the local part %j is found whole, also beside punctuation, and is the likeliest reading",
  (local) => {
    const email = `${local}@exemple.fr`;
    expect(likeliestEmailsIn([email, ""])).toEqual([email]);
    for (const cell of [email, `<${email}>.`]) expect(emailsIn([cell])).toContain(email);
  },
);

test("a line with one address in any punctuation names one person, a line with two names both", () => {
  expect(likeliestEmailsIn(["Amie de 'zoe@exemple.fr'.", "@zoe", "zoe@exemple.fr!"])).toEqual([
    "zoe@exemple.fr",
  ]);
  expect(likeliestEmailsIn(["lea@exemple.fr/zoe@exemple.fr"])).toEqual(["lea@exemple.fr", "zoe@exemple.fr"]);
});

test.each(["@", "'a=b", "a'b@c.fr", "a.-", "é@"])(
  "the addresses in a cell of many %j are found in linear time",
  async (piece) => {
    const [short, long] = [16_000, 64_000].map((length) => `${piece.repeat(length / piece.length)}@`) as [
      string,
      string,
    ];
    const limit = 8;
    expect(await costRatio((cell) => emailsIn([cell]), { short, long, limit })).toBeLessThan(limit);
  },
);

const consent = { at: "2024-05-01", place: "Boutique de Lyon", words: "J’accepte la lettre." };

test("a consent is stored with the proof for all rows, in Paris time", () => {
  expect(row(["a@b.fr", "", ""], { consent })).toMatchObject({
    consent: { at: new Date("2024-04-30T22:00:00Z"), place: consent.place, words: consent.words },
  });
});

test.each([
  ["no consent is claimed", {}, "2024-05-01"],
  ["the row has no date", { consent }, ""],
  ["the date cannot be read", { consent }, "oui"],
  ["the date is yet to come", { consent }, "2027-01-01"],
])("no consent is stored when %s", (_, given, date) => {
  const mapped = { columns: { email: 0, consentAt: 1 }, ...given };
  expect(row(["a@b.fr", date], mapped)).toMatchObject({ consent: null });
});

test("each part of the proof comes from its column, and a mail address is never taken as words or place", () => {
  const mapped = { columns: { email: 0, consentAt: 1, consentPlace: 2, consentWords: 3 }, consent: {} };
  expect(row(["a@b.fr", "01/05/2024 12:00", "Salon", "Oui aux nouvelles"], mapped)).toMatchObject({
    consent: { at: new Date("2024-05-01T10:00:00Z"), place: "Salon", words: "Oui aux nouvelles" },
  });
  expect(row(["a@b.fr", "01/05/2024", "zoe@exemple.fr", "Oui"], mapped)).toMatchObject({ consent: null });
  expect(row(["a@b.fr", "01/05/2024", "Salon", ""], mapped)).toMatchObject({ consent: null });
});

const left = settings({ columns: { email: 0, left: 1 } });

test.each([
  "unsubscribed",
  "Cleaned",
  "blocklisted",
  "1",
  "oui",
  "Désinscrit",
  "2024-05-01 10:00:00",
  "archived",
  "?",
  `a${"\u0301".repeat(600)}`,
])("a person whose column of unsubscriptions has %j has left", (cell) => {
  expect(findLeaver(["ZOE@exemple.fr", cell], left)).toBe("ZOE@exemple.fr");
});

test.each(["", " ", "0", "non", "No", "FALSE", "enabled", "subscribed", "confirmed", "Abonnée"])(
  "a person whose column of unsubscriptions has %j has not left",
  (cell) => {
    expect(findLeaver(["zoe@exemple.fr", cell], left)).toBeNull();
  },
);

test("without a column of unsubscriptions no one counts as unsubscribed", () => {
  expect(findLeaver(["zoe@exemple.fr", "unsubscribed"], settings())).toBeNull();
});

test.each([
  ["2026-01-31", "2026-01-30T23:00:00.000Z"],
  ["2026-07-01 10:00:00", "2026-07-01T08:00:00.000Z"],
  ["2026-07-01T10:00:00Z", "2026-07-01T10:00:00.000Z"],
  ["2026-07-01T10:00:00.123+02:00", "2026-07-01T08:00:00.123Z"],
  ["01/07/2026 10:00", "2026-07-01T08:00:00.000Z"],
  ["1/7/2026", "2026-06-30T22:00:00.000Z"],
  ["1/7/2026, 9:05:30", "2026-07-01T07:05:30.000Z"],
  ["2026-07-01 10:00:00 -0430", "2026-07-01T14:30:00.000Z"],
  ["2026-03-29 01:30", "2026-03-29T00:30:00.000Z"],
])("the date %j is read", (text, expected) => {
  expect(readDate(text)?.toISOString()).toBe(expected);
});

test.each(["", "31/02/2026", "07/31/2026", "2026-13-01", "2026-07-01 25:00", "hier", "1719828000"])(
  "the text %j is no date",
  (text) => {
    expect(readDate(text)).toBeNull();
  },
);

test.each([
  [
    "Mailchimp",
    ["Email Address", "First Name", "Last Name", "OPTIN_TIME"],
    ["email", "firstname", "name", "consentAt"],
  ],
  ["Brevo", ["EMAIL", "NOM", "PRENOM", "EMAIL_BLACKLIST"], ["email", "name", "firstname", "left"]],
  [
    "Google Contacts",
    ["Name", "Given Name", "Family Name", "E-mail 1 - Value"],
    [null, "firstname", "name", "email"],
  ],
  ["listmonk", ["uuid", "email", "name", "status"], [null, "email", "fullName", "left"]],
  [
    "our own export",
    ["Prénom", "Nom/Marque", "Email", "Site web", "Statut", "Actualités acceptées le"],
    ["firstname", "name", "email", "website", null, "consentAt"],
  ],
])("fields are proposed for an export of %s", (_, names, expected) => {
  expect(proposeFields(names.map((name) => ({ name, samples: [] })))).toEqual(expected);
});

test("the column with addresses is proposed under any name", () => {
  const columns = [
    { name: "Qui", samples: ["Zoé"] },
    { name: "Où", samples: ["x", "zoe@exemple.fr"] },
  ];
  expect(proposeFields(columns)).toEqual([null, "email"]);
});
