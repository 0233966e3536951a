import type { Audience } from "#contract/audience.ts";
import { type Question, questionsFor } from "#contract/questionnaire.ts";
import type { Puzzle } from "#contract/shield.ts";
import { type SignupBody, signupSchema } from "#contract/signup.schema.ts";
import type { FakeAnswers } from "./fake-api.ts";

const shared = { options: null, active: true, required: true, targetType: "both" } as const;

/** One question of each type for both audiences, and one optional question for each single audience. */
export const siteQuestions: readonly Question[] = (
  [
    { ...shared, question: "Votre ville", fieldType: "text" },
    { ...shared, question: "Un second e-mail", fieldType: "email", required: false },
    { ...shared, question: "Votre style en une phrase", fieldType: "textarea" },
    { ...shared, question: "Votre saison", fieldType: "select", options: ["Printemps", "Hiver"] },
    { ...shared, question: "Votre rythme", fieldType: "radio", options: ["Chaque jour", "Parfois"] },
    { ...shared, question: "Vos matières", fieldType: "checkbox", options: ["Lin", "Laine", "Soie"] },
    { ...shared, question: "Votre pointure", fieldType: "text", required: false, targetType: "user" },
    { ...shared, question: "Vos boutiques", fieldType: "text", required: false, targetType: "brand" },
  ] satisfies Omit<Question, "id" | "orderPosition">[]
).map((question, index) => ({ ...question, id: `q${index + 1}`, orderPosition: index + 1 }));

/** The shortest questionnaire: one required text. */
export const oneQuestion = siteQuestions.slice(0, 1);

export type SentSignUp = { audience: Audience; key: string; body: SignupBody };

/** The calls of the sign-up form on questions and sign-ups in memory. Tests may change both. */
export function fakeSignUpForm(questions: readonly Question[] = oneQuestion) {
  const state = { questions, puzzle: null as Puzzle | null, sent: [] as SentSignUp[] };
  const answers = {
    "GET /api/questionnaire": ({ query }) => ({
      items: questionsFor(query.audience, state.questions),
      token: "jeton",
      puzzle: state.puzzle,
    }),
    "POST /api/signups/:audience": ({ param, json, headers }) => {
      const key = headers.get("idempotency-key") ?? "";
      state.sent.push({ audience: param.audience, key, body: signupSchema.parse(json) });
      return { id: `inscription-${state.sent.length}`, confirms: true };
    },
  } satisfies FakeAnswers;
  return { answers, state };
}
