import { describe, expect, test } from "vitest";
import type { Question } from "#contract/questionnaire.ts";
import { formEnding, readFields, readSignUp } from "./signup-page.rules.ts";

const question = (id: string, values: Partial<Question> = {}): Question => ({
  id,
  question: id,
  fieldType: "text",
  options: null,
  required: false,
  active: true,
  orderPosition: 1,
  targetType: "both",
  ...values,
});

const questions = [
  question("ville"),
  question("style", { fieldType: "textarea" }),
  question("tissus", { fieldType: "checkbox", options: ["Lin", "Soie"] }),
  question("pointure", { targetType: "user" }),
  question("boutiques", { targetType: "brand" }),
];

type Entries = [name: string, value: string][];
const read = (entries: Entries, asked = questions) =>
  readSignUp(readFields(new URLSearchParams(entries).toString()), asked);
const answersOf = (entries: Entries) => read(entries).body["responses"];

const identity: Entries = [
  ["firstname", "Zoé"],
  ["name", "Martin"],
  ["email", "zoe@exemple.fr"],
];

test("the form of a person becomes the body that the API takes", () => {
  const { audience, body } = read([
    ["type", "moi"],
    ...identity,
    ["website", ""],
    ["company", ""],
    ["newsConsent", "on"],
    ["responses.ville", "Lyon"],
    ["responses.style", ""],
    ["responses.tissus", "Lin"],
    ["responses.tissus", "Soie"],
    ["token", "f1.user.x"],
    ["token", "f1.brand.x"],
  ]);
  expect(audience).toBe("user");
  expect(body).toEqual({
    ...Object.fromEntries(identity),
    responses: { ville: "Lyon", tissus: ["Lin", "Soie"] },
    newsConsent: true,
    token: "f1.user.x",
  });
});

test("fields of the other audience are kept for the page, but not stored", () => {
  const both: Entries = [
    ...identity,
    ["website", "maison.fr"],
    ["responses.pointure", "38"],
    ["responses.boutiques", "Deux"],
    ["token", "f1.user.x"],
    ["token", "f1.brand.x"],
  ];
  const [user, brand] = [read([["type", "moi"], ...both]), read([["type", "marque"], ...both])];
  expect(user.body).toMatchObject({ responses: { pointure: "38" }, token: "f1.user.x" });
  expect(user.body).not.toHaveProperty("website");
  expect(brand.body).toMatchObject({
    website: "maison.fr",
    responses: { boutiques: "Deux" },
    token: "f1.brand.x",
  });
  expect(brand.body["responses"]).not.toHaveProperty("pointure");
  for (const { typed } of [user, brand]) {
    expect(typed).toMatchObject({
      website: "maison.fr",
      responses: { pointure: "38", boutiques: "Deux" },
    });
  }
});

test("one tick is a list of one, and two texts for one question are passed on to the validation", () => {
  expect(answersOf([["responses.tissus", "Lin"]])).toEqual({ tissus: ["Lin"] });
  const twice: Entries = [
    ["responses.ville", "Lyon"],
    ["responses.ville", "Lille"],
  ];
  expect(answersOf(twice)).toEqual({ ville: ["Lyon", "Lille"] });
});

test("an answer to a question that is gone is passed on to the validation", () => {
  expect(answersOf([["responses.ancienne", "oui"]])).toEqual({ ancienne: "oui" });
  expect(read([["responses.ancienne", "oui"]]).typed.responses).toEqual({});
});

test("a line break counts as one character", () => {
  expect(answersOf([["responses.style", "Sobre,\r\navec un détail."]])).toEqual({
    style: "Sobre,\navec un détail.",
  });
});

describe("a questioned address", () => {
  const confirmed = (email: string, asked: string) =>
    read([
      ["email", email],
      ["emailConfirmed", asked],
    ]);

  test("a questioned address is confirmed when it is sent unchanged", () => {
    expect(confirmed("a@b.fr", "a@b.fr").body).toHaveProperty("emailConfirmed", true);
    expect(confirmed("a@c.fr", "a@b.fr").body).not.toHaveProperty("emailConfirmed");
    expect(confirmed("a@c.fr", "a@b.fr").questioned).toBe("a@b.fr");
  });

  test("the questioned address is null until the page has asked", () => {
    expect(confirmed("", "").body).not.toHaveProperty("emailConfirmed");
    expect(confirmed("", "").questioned).toBeNull();
  });
});

test("field names that are properties of every object are plain names", () => {
  const { body } = read([
    ["responses.__proto__", "x"],
    ["responses.constructor", "y"],
    ["__proto__", "z"],
    ["responses.", "w"],
  ]);
  expect(Object.entries(body["responses"] as object)).toEqual([
    ["__proto__", "x"],
    ["constructor", "y"],
    ["", "w"],
  ]);
  expect(({} as { x?: unknown }).x).toBeUndefined();
});

test("the page writes the visit's source as markup, and reads it back", () => {
  const source = "utm_source=instagram&utm_campaign=%3Cb%3E";
  expect(formEnding([], source)).toBe(
    '<input type="hidden" name="source" form="sign-up" value="utm_source=instagram&amp;utm_campaign=%3Cb%3E">',
  );
  expect(read([...identity, ["source", source]]).body["source"]).toBe(source);
  expect(read([...identity, ["source", '"><script>']]).body).not.toHaveProperty("source");
});

test("only well-formed tokens are repeated in the page", () => {
  expect(formEnding(["f1.user.a-b_c.~3", '"><script>', "x".repeat(501), ""], "")).toBe(
    '<input type="hidden" name="token" form="sign-up" value="f1.user.a-b_c.~3">',
  );
});
