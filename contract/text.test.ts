import { expect, test } from "vitest";
import type { z } from "zod";
import { contentSchema } from "./campaigns.schema.ts";
import { emailSchema } from "./email-address.schema.ts";
import { messages } from "./errors.ts";
import { limits } from "./limits.ts";
import { saveQuestionSchema } from "./questionnaire.schema.ts";
import { type Question, splitOptionText } from "./questionnaire.ts";
import { signupMessages, validateAnswer, validateEmail, validateName } from "./signup.ts";
import { lineSchema } from "./text.schema.ts";
import { isStorableText, normalForm, normaliseText } from "./text.ts";

/** Marks of two classes in the wrong order: the time to sort them while normalising grows with the square of their number. */
const marks = "\u0301".repeat(16_000) + "\u0323".repeat(16_000);

test("a text with more combining marks in a row than any language writes is refused", () => {
  expect(isStorableText(`a${"\u0301".repeat(30)}b${"\u0323".repeat(30)}`)).toBe(true);
  expect(isStorableText(`a${"\u0301".repeat(31)}`)).toBe(false);
  expect(isStorableText("Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334A")).toBe(true);
});

test("a long text with endless marks is never normalised", () => {
  expect(() => normaliseText(`a${marks}`)).toThrow(RangeError);
  expect(() => normalForm(marks, "NFKD")).toThrow(RangeError);
  expect(normaliseText(` ${"e\u0301".repeat(10_000)} `)).toBe("é".repeat(10_000));
});

const invalidEmail = signupMessages.emailInvalid;
test.each<[what: string, message: string | null | undefined, expected: string]>([
  ["a name", validateName(`a${marks}`, "?"), messages.tooLong(limits.nameMax)],
  ["a name of marks alone", validateName("\u0301".repeat(350), "?"), messages.invalidText],
  ["an e-mail address", validateEmail(`a${marks}@exemple.fr`), invalidEmail],
  ["an answer", validateAnswer(question("textarea"), `a${marks}`), messages.tooLong(limits.longAnswerMax)],
  ["a choice", validateAnswer(question("radio"), `a${marks}`), signupMessages.optionUnknown],
  ["a line", firstMessage(lineSchema("?", 100), `a${marks}`), messages.tooLong(100)],
  ["an address of a form", firstMessage(emailSchema(), `${marks}@exemple.fr`), invalidEmail],
])("%s with endless marks is refused with its usual sentence", (_, message, expected) => {
  expect(message).toBe(expected);
});

test("options with endless marks are refused, as a list and as one text", () => {
  for (const options of [[marks], marks, `a,${marks}`]) {
    const input = { question: "?", fieldType: "radio", targetType: "user", options };
    expect(saveQuestionSchema.safeParse(input).success).toBe(false);
  }
  expect(splitOptionText(`a,${marks}`)).toEqual(["a", marks]);
});

const invisible = "\u3164 \u2800\u200b";
test.each<[what: string, message: string | null | undefined, required: string]>([
  ["a name", validateName(invisible, "?"), "?"],
  ["an answer", validateAnswer(question("textarea"), invisible), signupMessages.answerRequired],
  ["a line", firstMessage(lineSchema("?", 100), invisible), "?"],
  ["an e-mail address", firstMessage(emailSchema("?"), invisible), "?"],
  ["a message", firstMessage(contentSchema, `<p>${invisible}&nbsp;</p>`), "Le contenu est requis"],
])("%s without visible characters is refused", (_, message, required) => {
  expect(message).toBe(required);
});

test("options without anything visible are refused in a list and dropped from a text", () => {
  const input = { question: "?", fieldType: "radio", targetType: "user", options: ["Lin", invisible] };
  expect(saveQuestionSchema.safeParse(input).success).toBe(false);
  expect(splitOptionText(`Lin,${invisible}`)).toEqual(["Lin"]);
});

function question(fieldType: "textarea" | "radio"): Question {
  const options = fieldType === "radio" ? ["a"] : null;
  const shared = { id: "q", question: "?", active: true, required: true, orderPosition: 1 };
  return { ...shared, targetType: "user", fieldType, options };
}

function firstMessage(schema: z.ZodType, value: unknown) {
  return schema.safeParse(value).error?.issues[0]?.message;
}
