import { createRoute } from "@hono/zod-openapi";
import { sourcesQuerySchema, sourcesSchema } from "#contract/sources.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { csvContentType, csvLine, csvStart } from "#server/lib/csv.ts";
import {
  createApiRouter,
  jsonResponse,
  problems,
  requireRecentConfirmation,
} from "#server/lib/http/api-router.ts";
import { exportSources, getSources } from "./sources-report.service.ts";

const tags = ["stats"];
const path = "/api/admin/sources";

const reportRoute = createRoute({
  method: "get",
  path,
  tags,
  summary: "Count visits and sign-ups by source, medium and campaign; days in Europe/Paris",
  request: { query: sourcesQuerySchema },
  responses: { 200: jsonResponse(sourcesSchema, "The sources"), ...problems(400, 401) },
});

const exportRoute = createRoute({
  method: "get",
  path: `${path}/export.csv`,
  tags,
  summary: "Export all sources as a CSV file",
  middleware: [requireRecentConfirmation] as const,
  request: { query: sourcesQuerySchema },
  responses: {
    200: {
      description: "UTF-8 with BOM, semicolons",
      content: { "text/csv": { schema: { type: "string" } } },
    },
    ...problems(400, 401, 403),
  },
});

const columns = [
  ...["Source", "Support", "Campagne", "Passages", "Ouvertures", "Formulaires commencés"],
  ...["Inscrits", "Confirmés", "Approuvés", "Invités", "Entrés"],
];

/** Routes that report where visits and sign-ups come from, for every admin. */
export function sourcesRoutes(dependencies: AppDependencies) {
  return createApiRouter()
    .openapi(reportRoute, async (c) => c.json(await getSources(dependencies, c.req.valid("query")), 200))
    .openapi(exportRoute, async (c) => {
      const items = await exportSources(dependencies, c.req.valid("query"), c.var.admin.email);
      const lines = items.map((row) =>
        csvLine([
          ...[row.source, row.medium || null, row.campaign || null, row.views, row.opened, row.started],
          ...[row.signedUp, row.confirmed, row.approved, row.invited, row.redeemed],
        ]),
      );
      return c.body([csvStart, csvLine(columns), ...lines].join(""), 200, {
        "Content-Type": csvContentType,
        "Content-Disposition": 'attachment; filename="provenance.csv"',
      });
    });
}
