import { createRoute } from "@hono/zod-openapi";
import {
  answersQuerySchema,
  crossedQuerySchema,
  crossedSchema,
  overviewSchema,
  statsQuerySchema,
  statsSchema,
} from "#contract/stats.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { csvContentType, csvLine, csvStart } from "#server/lib/csv.ts";
import {
  createApiRouter,
  jsonResponse,
  problems,
  requireRecentConfirmation,
} from "#server/lib/http/api-router.ts";
import { exportCrossedAnswers, getCrossedAnswers } from "./crossed.service.ts";
import { exportAnswers, getOverview, getStats } from "./stats.service.ts";

const tags = ["stats"];

/** For browser tabs with an older version of the dashboard, which made several calls. */
const overviewRoute = createRoute({
  method: "get",
  path: "/api/admin/overview",
  tags,
  summary:
    "Get the dashboard's counters, the last 14 days and the oldest pending sign-ups; GET /api/admin/dashboard replaces it",
  deprecated: true,
  responses: { 200: jsonResponse(overviewSchema, "The overview"), ...problems(401) },
});

const statsRoute = createRoute({
  method: "get",
  path: "/api/admin/stats",
  tags,
  summary: "Get the trend of sign-ups and the answers to one question",
  request: { query: statsQuerySchema },
  responses: { 200: jsonResponse(statsSchema, "The statistics"), ...problems(400, 401, 404) },
});

const answersRoute = createRoute({
  method: "get",
  path: "/api/admin/stats/answers.csv",
  tags,
  summary: "Export all answers to one question with their counts as a CSV file",
  middleware: [requireRecentConfirmation] as const,
  request: { query: answersQuerySchema },
  responses: {
    200: {
      description: "UTF-8 with BOM, semicolons",
      content: { "text/csv": { schema: { type: "string" } } },
    },
    ...problems(400, 401, 403, 404),
  },
});

const crossedRoute = createRoute({
  method: "get",
  path: "/api/admin/stats/crossed",
  tags,
  summary: "Count each pair of answers to two choice questions",
  request: { query: crossedQuerySchema },
  responses: { 200: jsonResponse(crossedSchema, "The table"), ...problems(400, 401, 404) },
});

const crossedExportRoute = createRoute({
  method: "get",
  path: "/api/admin/stats/crossed.csv",
  tags,
  summary: "Export the counts of both questions as a CSV file; cells of fewer than five people are hidden",
  middleware: [requireRecentConfirmation] as const,
  request: { query: crossedQuerySchema },
  responses: {
    200: {
      description: "UTF-8 with BOM, semicolons",
      content: { "text/csv": { schema: { type: "string" } } },
    },
    ...problems(400, 401, 403, 404),
  },
});

/** Statistics for every admin. */
export function statsRoutes(dependencies: AppDependencies) {
  return createApiRouter()
    .openapi(overviewRoute, async (c) => c.json(await getOverview(dependencies), 200))
    .openapi(statsRoute, async (c) => c.json(await getStats(dependencies, c.req.valid("query")), 200))
    .openapi(crossedRoute, async (c) => {
      return c.json(await getCrossedAnswers(dependencies.db, c.req.valid("query")), 200);
    })
    .openapi(crossedExportRoute, async (c) => {
      const query = c.req.valid("query");
      const { columns, rows } = await exportCrossedAnswers(dependencies.db, query, c.var.admin.email);
      const lines = rows.map(({ answer, cells }) => csvLine([answer, ...cells]));
      return c.body([csvStart, csvLine(["Réponse", ...columns]), ...lines].join(""), 200, {
        "Content-Type": csvContentType,
        "Content-Disposition": 'attachment; filename="reponses-croisees.csv"',
      });
    })
    .openapi(answersRoute, async (c) => {
      const answers = await exportAnswers(dependencies, c.req.valid("query"), c.var.admin.email);
      const lines = answers.map(({ answer, count, percentage }) =>
        csvLine([answer, count, `${percentage} %`]),
      );
      return c.body([csvStart, csvLine(["Réponse", "Nombre", "Pourcentage"]), ...lines].join(""), 200, {
        "Content-Type": csvContentType,
        "Content-Disposition": 'attachment; filename="reponses.csv"',
      });
    });
}
