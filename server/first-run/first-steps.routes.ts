import { createRoute } from "@hono/zod-openapi";
import { firstStepsSchema } from "#contract/first-steps.schema.ts";
import { requireSuperAdmin } from "#server/lib/http/admin-guards.ts";
import { createApiRouter, jsonAnswer, problems } from "#server/lib/http/api-router.ts";
import { type FirstStepsDependencies, getFirstSteps } from "./first-steps.service.ts";

const stepsRoute = createRoute({
  method: "get",
  path: "/api/admin/first-steps",
  tags: ["first run"],
  summary: "What of the first steps is done, from the questionnaire to the first approved sign-up",
  middleware: [requireSuperAdmin] as const,
  responses: { 200: jsonAnswer(firstStepsSchema, "The steps"), ...problems(401, 403) },
});

/** The way from the first sign-in to the first approved sign-up. */
export function firstStepsRoutes(deps: FirstStepsDependencies) {
  return createApiRouter().openapi(stepsRoute, async (c) => c.json(await getFirstSteps(deps), 200));
}
