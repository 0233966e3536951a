import { expect, test } from "vitest";
import { audiences } from "#contract/audience.ts";
import type { Question } from "#contract/questionnaire.ts";
import { fieldTypes, isChoice } from "#contract/questions/registry.ts";
import { validateSignup } from "#contract/signup.ts";
import { sampleSignups } from "./sample-signups.rules.ts";

const questions = fieldTypes.flatMap((fieldType, index): Question[] =>
  [true, false].map((required) => ({
    id: `${fieldType}-${required}`,
    question: "?",
    fieldType,
    required,
    active: true,
    options: isChoice(fieldType) ? ["a", "b", "c"] : null,
    orderPosition: index,
    targetType: "both",
  })),
);

test("every sample passes the form's validation and has an address that gets no mail", () => {
  for (const audience of audiences) {
    const samples = sampleSignups(audience, questions);
    for (const { website, ...form } of samples) {
      expect(form.email).toMatch(/^[a-z-]+@exemple\.test$/);
      expect(validateSignup(audience, questions, { ...form, website: website ?? undefined })).toEqual({});
    }
    expect(new Set(samples.map(({ email }) => email)).size).toBe(samples.length);
  }
  expect(sampleSignups("user", questions)).toHaveLength(12);
  expect(sampleSignups("brand", questions)).toHaveLength(4);
});

test("without questions a sample has no answers", () => {
  for (const { responses } of sampleSignups("user", [])) expect(responses).toEqual({});
});
