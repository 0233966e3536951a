import { createRoute } from "@hono/zod-openapi";
import { questionsFor } from "#contract/questionnaire.ts";
import { activeQuestionsSchema, audienceQuerySchema } from "#contract/signup.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter, jsonAnswer, problems } from "#server/lib/http/api-router.ts";
import { findActiveQuestions } from "./active-questions.service.ts";

const route = createRoute({
  method: "get",
  path: "/api/questionnaire",
  tags: ["questionnaire"],
  summary: "The questions that a visitor of this audience is asked, in order",
  request: { query: audienceQuerySchema },
  responses: { 200: jsonAnswer(activeQuestionsSchema, "The questions"), ...problems(400) },
});

/** The questionnaire as visitors see it. */
export function activeQuestionsRoutes({ db }: AppDependencies) {
  return createApiRouter().openapi(route, async (c) => {
    const { audience } = c.req.valid("query");
    const { questions } = await findActiveQuestions(db);
    return c.json({ items: questionsFor(audience, questions) }, 200);
  });
}
