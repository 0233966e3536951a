import { createRoute } from "@hono/zod-openapi";
import { statsV1QuerySchema, statsV1Schema } from "#contract/api-v1.schema.ts";
import { apiV1Tags, codeSamples } from "#server/api-docs/code-samples.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter, jsonResponse, problems, requireToken } from "#server/lib/http/api-router.ts";
import { countStatuses } from "./counts.service.ts";

const statsRoute = createRoute({
  method: "get",
  path: "/api/v1/stats",
  tags: apiV1Tags,
  summary: "Count the sign-ups in each status (scope stats:read)",
  description:
    "Samples are counted, although /api/v1/signups leaves them out: clear them away before you compare. People who limited or objected to the use of their data are not counted.",
  ...codeSamples({ method: "GET", path: "/api/v1/stats" }),
  middleware: [requireToken("stats:read")] as const,
  request: { query: statsV1QuerySchema },
  responses: { 200: jsonResponse(statsV1Schema, "The numbers"), ...problems(400, 401, 403, 429) },
});

export function apiStatsRoutes({ db }: AppDependencies) {
  return createApiRouter().openapi(statsRoute, async (c) => c.json(await countStatuses(db), 200));
}
