import { expect, test } from "vitest";
import type { Answer } from "./questions/question-type.ts";
import { segmentSentence } from "./segment-sentence.ts";
import { conditionsSchema } from "./segments.schema.ts";
import {
  type Conditions,
  hiddenTexts,
  presentAnswer,
  resolveConditions,
  type SegmentQuestion,
  type SegmentRule,
  segmentMessages,
  spellingsOf,
} from "./segments.ts";
import { normaliseSource } from "./sources.ts";

const styleId = "00000000-0000-4000-8000-000000000001";
const cityId = "00000000-0000-4000-8000-000000000002";
const bagId = "00000000-0000-4000-8000-000000000003";
const style: SegmentQuestion = {
  id: styleId,
  question: "Votre style ?",
  fieldType: "checkbox",
  options: ["Rétro", "Streetwear", "Oui"],
  formerOptions: { Rétro: ["Ancien", "Vintage"] },
};
const questions: SegmentQuestion[] = [
  style,
  { id: cityId, question: "Votre ville ?", fieldType: "text", options: null },
  { id: bagId, question: "Un sac ?", fieldType: "radio", options: ["Oui", "Non"] },
];
const all = (...rules: SegmentRule[]): Conditions => ({ match: "all", groups: [{ match: "all", rules }] });
const answer = (value: string[], questionId = styleId): SegmentRule => ({
  field: "answer",
  questionId,
  op: "anyOf",
  value,
});
const approved: SegmentRule = { field: "status", op: "is", value: "approved" };
const sentence = (conditions: Conditions, audience: "user" | "brand" | "both" = "user") =>
  segmentSentence({ audience, conditions }, questions).replaceAll("\u00a0", " ");

test("a segment's sentence says status, answers and the rest in the order of French", () => {
  expect(
    sentence(all(approved, answer(["Rétro", "Streetwear"]), { field: "news", op: "is", value: true })),
  ).toBe("Utilisateurs approuvés qui ont répondu Rétro ou Streetwear, qui acceptent les actualités");
  expect(sentence(all(approved, { field: "website", op: "is", value: true }), "brand")).toBe(
    "Marques approuvées avec un site web",
  );
  expect(
    sentence(
      all(
        { field: "date", op: "before", value: "2026-03-01" },
        { field: "confirmed", op: "is", value: false },
      ),
      "both",
    ),
  ).toBe("Personnes inscrites avant le 1er mars 2026, dont l’adresse n’est pas confirmée");
  expect(sentence(all({ field: "answer", questionId: cityId, op: "contains", value: "Aix" }))).toBe(
    "Utilisateurs dont la réponse à « Votre ville ? » contient « Aix »",
  );
  const starred = (value: boolean) => sentence(all({ field: "starred", op: "is", value }));
  expect([starred(true), starred(false)]).toEqual(["Utilisateurs avec étoile", "Utilisateurs sans étoile"]);
  const friends = (op: "is" | "after" | "before", value: number) =>
    sentence(all({ field: "friends", op, value }), "brand");
  expect([friends("is", 0), friends("is", 1), friends("after", 3), friends("before", 2)]).toEqual([
    "Marques sans amie confirmée",
    "Marques avec 1 amie confirmée",
    "Marques avec au moins 3 amies confirmées",
    "Marques avec moins de 2 amies confirmées",
  ]);
  expect(sentence(all({ field: "answer", questionId: cityId, op: "none" }))).toBe(
    "Utilisateurs qui n’ont pas répondu à « Votre ville ? »",
  );
});

test("a segment's sentence names the question where several have the option", () => {
  expect(sentence(all(answer(["Oui"], bagId)))).toBe("Utilisateurs qui ont répondu Oui à « Un sac ? »");
});

test("a segment's sentence joins alternatives with 'ou'", () => {
  const rejected: SegmentRule = { field: "status", op: "is", value: "rejected" };
  expect(sentence({ match: "all", groups: [{ match: "any", rules: [rejected, answer(["Rétro"])] }] })).toBe(
    "Utilisateurs rejetés ou qui ont répondu Rétro",
  );
  expect(
    sentence({
      match: "all",
      groups: [
        { match: "all", rules: [approved] },
        { match: "any", rules: [answer(["Rétro"]), answer(["Non"])] },
      ],
    }),
  ).toBe("Utilisateurs approuvés et (qui ont répondu Rétro ou qui ont répondu Non)");
  expect(
    sentence({
      match: "any",
      groups: [
        { match: "all", rules: [approved, answer(["Rétro"])] },
        { match: "all", rules: [rejected] },
      ],
    }),
  ).toBe("Utilisateurs : approuvés qui ont répondu Rétro ; ou rejetés");
});

test("a segment's sentence says where people came from", () => {
  const from = (rule: object) => sentence(all({ field: "source", ...rule } as SegmentRule));
  expect(from({ op: "is", value: "instagram" })).toBe("Utilisateurs venus d’Instagram");
  expect(from({ op: "anyOf", value: ["tiktok", "instagram"] })).toBe(
    "Utilisateurs venus de Tiktok ou d’Instagram",
  );
  expect(from({ op: "is", value: "direct" })).toBe("Utilisateurs venus d’un accès direct");
  expect(from({ op: "isNot", value: "google" })).toBe("Utilisateurs venus d’ailleurs que de Google");
  expect(from({ op: "none" })).toBe("Utilisateurs de source inconnue");
});

test("a rule about a source normalises it as visits do, and refuses a text that is no source", () => {
  const parse = (value: string) => conditionsSchema.safeParse(all({ field: "source", op: "is", value }));
  expect(parse(" Instagram ").data).toEqual(all({ field: "source", op: "is", value: "instagram" }));
  for (const visited of ["cafe\u0301", "👗".repeat(65), `x${"\u0315".repeat(40)}`]) {
    const stored = normaliseSource(visited);
    expect(parse(stored).data).toEqual(all({ field: "source", op: "is", value: stored }));
  }
  expect(parse("zoe@exemple.fr").error?.issues[0]?.message).toBe(segmentMessages.value);
});

test("a rule follows an option that was renamed once or twice", () => {
  const { conditions, missing } = resolveConditions(all(answer(["Ancien", "Streetwear"])), questions);
  expect(missing).toBeNull();
  expect(conditions).toEqual(all(answer(["Rétro", "Streetwear"])));
});

test.each(["constructor", "__proto__"])(
  "an option named %s has no former names unless it was renamed",
  (option) => {
    const named: SegmentQuestion = { ...style, options: [option, "Rétro"] };
    expect(spellingsOf(named, [option, "Rétro"])).toEqual([option, "Rétro", "Ancien", "Vintage"]);
    expect(resolveConditions(all(answer(["Ancien", option])), [named])).toEqual({
      conditions: all(answer(["Rétro", option])),
      missing: null,
    });
    const renamed = { ...named, formerOptions: { [option]: ["Avant"] } };
    expect(spellingsOf(renamed, [option])).toEqual([option, "Avant"]);
    expect(resolveConditions(all(answer(["Avant"])), [renamed]).conditions).toEqual(all(answer([option])));
  },
);

test("a source named constructor is a name like any other in the sentence", () => {
  expect(sentence(all({ field: "source", op: "is", value: "constructor" }))).toBe(
    "Utilisateurs venus de Constructor",
  );
});

test("a segment names the deleted question, the deleted option or the changed type that its rule needs", () => {
  const missingOf = (rule: SegmentRule) => resolveConditions(all(rule), questions).missing;
  expect(missingOf(answer(["Rétro"], "00000000-0000-4000-8000-00000000000f"))).toBe(
    segmentMessages.missing.question,
  );
  expect(missingOf(answer(["Chic"]))).toBe(segmentMessages.missing.option("Chic", style.question));
  expect(missingOf({ field: "answer", questionId: styleId, op: "contains", value: "x" })).toBe(
    segmentMessages.missing.type(style.question),
  );
});

test("conditions that are empty, more than ten, or on an unknown field are refused with a sentence", () => {
  const refusal = (value: unknown) => conditionsSchema.safeParse(value).error?.issues[0]?.message;
  expect(refusal({ match: "all", groups: [] })).toBe(segmentMessages.tooFew);
  expect(refusal(all())).toBe(segmentMessages.tooFew);
  const five = { match: "all", rules: Array(5).fill(approved) };
  expect(refusal({ match: "all", groups: [five, five] })).toBeUndefined();
  expect(refusal({ match: "all", groups: [five, five, { match: "any", rules: [approved] }] })).toBe(
    segmentMessages.tooMany(10),
  );
  expect(
    refusal({
      match: "all",
      groups: [{ match: "all", rules: [{ field: "followers", op: "is", value: 2 }] }],
    }),
  ).toBe(segmentMessages.field);
  expect(refusal(all({ field: "date", op: "before", value: "2026-02-30" }))).toBe(segmentMessages.value);
  expect(refusal(all({ field: "status", op: "is", value: "x" as "approved" }))).toBe(segmentMessages.value);
});

test.each([
  ["former names become present ones", style, ["Vintage", "Oui"], ["Rétro", "Oui"], []],
  ["two names of one option become one", style, ["Vintage", "Rétro"], ["Rétro"], []],
  ["a removed option stays, and no box shows it", style, ["Chic", "Oui"], ["Chic", "Oui"], ["Chic"]],
  ["a text becomes a list for boxes", style, "Ancien", ["Rétro"], []],
  ["a list becomes the one choice", { ...style, fieldType: "radio" }, ["Ancien"], "Rétro", []],
  ["a removed choice stays", { ...style, fieldType: "select" }, "Chic", "Chic", ["Chic"]],
  [
    "a list stays, which no single choice shows",
    { ...style, fieldType: "radio" },
    ["Oui", "Chic"],
    ["Oui", "Chic"],
    ["Oui", "Chic"],
  ],
  ["a text stays", { ...style, fieldType: "text", options: null }, "Vintage", "Vintage", []],
  [
    "a list stays, which no text field shows",
    { ...style, fieldType: "text", options: null },
    ["Oui"],
    ["Oui"],
    ["Oui"],
  ],
] as [string, SegmentQuestion, Answer, Answer, string[]][])(
  "in a form with an earlier answer, %s",
  (_what, question, stored, shown, hidden) => {
    expect(presentAnswer(question, stored)).toEqual(shown);
    expect(hiddenTexts(question, stored)).toEqual(hidden);
  },
);
