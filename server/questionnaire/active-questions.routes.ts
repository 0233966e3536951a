import { createRoute } from "@hono/zod-openapi";
import { questionsFor } from "#contract/questionnaire.ts";
import { audienceQuerySchema, questionnaireSchema } from "#contract/signup.schema.ts";
import { createApiRouter, jsonAnswer, problems } from "#server/lib/http/api-router.ts";
import type { ConsentTexts } from "#server/privacy/consent-texts.service.ts";
import type { Shield } from "#server/shield/shield.service.ts";
import type { ActiveQuestions } from "./active-questions.service.ts";

const route = createRoute({
  method: "get",
  path: "/api/questionnaire",
  tags: ["questionnaire"],
  summary:
    "The questions that a visitor of this audience is asked, in order, and what the form needs to be sent",
  request: { query: audienceQuerySchema },
  responses: { 200: jsonAnswer(questionnaireSchema, "Questions, form token and puzzle"), ...problems(400) },
});

type Parts = { questions: ActiveQuestions; shield: Shield; consentTexts: ConsentTexts };

/** The questionnaire as visitors see it. */
export function activeQuestionsRoutes({ questions, shield, consentTexts }: Parts) {
  return createApiRouter().openapi(route, async (c) => {
    const { audience } = c.req.valid("query");
    const [{ revision, questions: active }, textsVersion] = await Promise.all([
      questions.current(),
      consentTexts.version(),
    ]);
    const pass = await shield.issuePass(audience, { revision, textsVersion });
    return c.json({ items: questionsFor(audience, active), ...pass }, 200);
  });
}
