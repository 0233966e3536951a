import { createRoute } from "@hono/zod-openapi";
import { statsV1Schema } from "#contract/api-v1.schema.ts";
import { apiV1Tags, codeSamples } from "#server/api-docs/code-samples.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter, jsonAnswer, problems, requireToken } from "#server/lib/http/api-router.ts";
import { countByStatus } from "./counts.service.ts";

const statsRoute = createRoute({
  method: "get",
  path: "/api/v1/stats",
  tags: apiV1Tags,
  summary: "How many sign-ups there are in each status (scope stats:read)",
  ...codeSamples({ method: "GET", path: "/api/v1/stats" }),
  middleware: [requireToken("stats:read")] as const,
  responses: { 200: jsonAnswer(statsV1Schema, "The numbers"), ...problems(401, 403, 429) },
});

export function apiStatsRoutes({ db }: AppDependencies) {
  return createApiRouter().openapi(statsRoute, async (c) => c.json(await countByStatus(db), 200));
}
