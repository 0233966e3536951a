import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { targetTypes } from "./audience.ts";
import { questionMessages, saveQuestionSchema } from "./questionnaire.schema.ts";
import { moveQuestion, parseOptions, splitOptionText } from "./questionnaire.ts";

const choice = { question: "Votre style ?", fieldType: "select", targetType: "user", options: ["A", "B"] };

function messageOf(input: Record<string, unknown>): [path: string, message: string] | null {
  const parsed = saveQuestionSchema.safeParse(input);
  const issue = parsed.error?.issues[0];
  return issue ? [issue.path.join("."), issue.message] : null;
}

describe("a question", () => {
  test("a question is required and active by default", () => {
    const { required, active, ...input } = saveQuestionSchema.parse(choice);
    expect([required, active]).toEqual([true, true]);
    expect(input.options).toEqual(["A", "B"]);
  });

  test.each([
    [{ ...choice, question: "" }, "question", "La question est requise"],
    [{ ...choice, question: "   " }, "question", "La question est requise"],
    [{ ...choice, question: undefined }, "question", "La question est requise"],
    [{ ...choice, fieldType: "" }, "fieldType", "Le type de champ est requis"],
    [{ ...choice, fieldType: undefined }, "fieldType", "Le type de champ est requis"],
    [{ ...choice, targetType: "everybody" }, "targetType", "Le type de cible est requis"],
    [{ ...choice, options: [] }, "options", "Au moins une option non vide est requise"],
    [{ ...choice, options: undefined }, "options", "Au moins une option non vide est requise"],
    [{ ...choice, options: null }, "options", "Au moins une option non vide est requise"],
    [{ ...choice, options: ["A", "  "] }, "options", "Au moins une option non vide est requise"],
    [{ ...choice, options: " , ," }, "options", "Au moins une option non vide est requise"],
    [{ ...choice, options: ["A", "A "] }, "options", questionMessages.optionRepeated("A")],
    [{ ...choice, options: "A, B, A" }, "options", questionMessages.optionRepeated("A")],
    [{ ...choice, options: ["é", "é"] }, "options", questionMessages.optionRepeated("é")],
    [{ ...choice, options: ["x".repeat(201)] }, "options", questionMessages.optionTooLong],
    [
      { ...choice, options: Array.from({ length: 51 }, (_, i) => `${i}`) },
      "options",
      questionMessages.tooManyOptions,
    ],
    [{ ...choice, options: ["a\u0000"] }, "options", "Ce texte contient des caractères non autorisés"],
  ])("a question is refused with the specified message: %j", (input, path, message) => {
    expect(messageOf(input)).toEqual([path, message]);
  });

  test("a question with several mistakes reports all of them at once", () => {
    const input = { question: "", fieldType: "radio", targetType: "user", options: [] };
    const paths = saveQuestionSchema.safeParse(input).error?.issues.map(({ path }) => path.join("."));
    expect(paths).toEqual(["question", "options"]);
    for (const nothing of [null, undefined, "text", []]) {
      expect(saveQuestionSchema.safeParse(nothing).success).toBe(false);
    }
  });

  test("comma-separated options are split and trimmed", () => {
    expect(saveQuestionSchema.parse({ ...choice, options: " Rouge, Vert ,Bleu," }).options).toEqual([
      "Rouge",
      "Vert",
      "Bleu",
    ]);
  });

  test("options in a JSON list keep their commas", () => {
    const optionsOf = (options: string) => saveQuestionSchema.parse({ ...choice, options }).options;
    expect(optionsOf('["a, b","c"]')).toEqual(["a, b", "c"]);
    expect(optionsOf(' [ "Oui" ,\n"Non, merci" ] ')).toEqual(["Oui", "Non, merci"]);
    expect(optionsOf("[moins de 20 ans, plus")).toEqual(["[moins de 20 ans", "plus"]);
    for (const options of ['["a", " "]', '["a", 1]', '["a", null]', "[]"]) {
      expect(messageOf({ ...choice, options })).toEqual(["options", questionMessages.optionsRequired]);
    }
    expect(messageOf({ ...choice, options: '["a, b", "a, b"]' })).toEqual([
      "options",
      questionMessages.optionRepeated("a, b"),
    ]);
  });

  test("a question of a type without choices loses its options", () => {
    expect(saveQuestionSchema.parse({ ...choice, fieldType: "textarea" }).options).toBeNull();
  });

  test("a question with unknown keys is refused", () => {
    expect(messageOf({ ...choice, orderPosition: 1 })).not.toBeNull();
  });
});

test("a split list of options holds no blanks and is read back as it was written", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), (parts) => {
      const options = splitOptionText(parts.join(","));
      expect(options.every((option) => option.trim() !== "" && !option.includes(","))).toBe(true);
      expect(splitOptionText(options.join(", "))).toEqual(options);
    }),
  );
});

test("options may be stored as a list, a JSON string or a comma-separated text", () => {
  for (const stored of [["A", "B"], '["A","B"]', "A, B"]) expect(parseOptions(stored)).toEqual(["A", "B"]);
  expect(parseOptions('["a, b","c"]')).toEqual(["a, b", "c"]);
});

describe("moving a question", () => {
  const question = fc.record({ id: fc.uuid(), targetType: fc.constantFrom(...targetTypes) });
  const list = fc.uniqueArray(question, { selector: ({ id }) => id, minLength: 1, maxLength: 12 });

  test("a moved question swaps with its neighbour in the shown list, and all others stay", () => {
    fc.assert(
      fc.property(
        list,
        fc.nat(),
        fc.constantFrom("up" as const, "down" as const),
        fc.boolean(),
        (questions, pick, direction, filtered) => {
          const moved = questions[pick % questions.length] as (typeof questions)[number];
          const filter = filtered ? moved.targetType : undefined;
          const shown = questions.filter((item) => !filter || item.targetType === filter);
          const at = shown.indexOf(moved);
          const neighbour = shown[direction === "up" ? at - 1 : at + 1];
          const order = moveQuestion(questions, { id: moved.id, direction, filter });
          const swapped = questions.map((item) =>
            item === moved ? neighbour : item === neighbour ? moved : item,
          );
          expect(order).toEqual(neighbour ? swapped : null);
        },
      ),
    );
  });
});
