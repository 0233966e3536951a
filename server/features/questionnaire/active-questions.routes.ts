import { createRoute } from "@hono/zod-openapi";
import { questionsFor } from "#contract/questionnaire.ts";
import { audienceQuerySchema, questionnaireSchema } from "#contract/signup.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Shield } from "#server/features/shield/shield.service.ts";
import { createApiRouter, jsonAnswer, problems } from "#server/lib/http/api-router.ts";
import { findActiveQuestions } from "./active-questions.service.ts";

const route = createRoute({
  method: "get",
  path: "/api/questionnaire",
  tags: ["questionnaire"],
  summary:
    "The questions that a visitor of this audience is asked, in order, and what the form needs to be sent",
  request: { query: audienceQuerySchema },
  responses: { 200: jsonAnswer(questionnaireSchema, "Questions, form token and puzzle"), ...problems(400) },
});

/** The questionnaire as visitors see it. */
export function activeQuestionsRoutes({ db }: AppDependencies, shield: Shield) {
  return createApiRouter().openapi(route, async (c) => {
    const { audience } = c.req.valid("query");
    const { revision, questions } = await findActiveQuestions(db);
    const pass = await shield.issuePass(audience, revision);
    return c.json({ items: questionsFor(audience, questions), ...pass }, 200);
  });
}
