import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { dayOf } from "#contract/stats.ts";
import {
  addSuppressionSchema,
  liftedSuppressionsSchema,
  liftSuppressionSchema,
  liftSuppressionsSchema,
  suppressionListSchema,
  suppressionParamsSchema,
  suppressionQuerySchema,
  suppressionSchema,
} from "#contract/suppressions.schema.ts";
import { guardBySession } from "#server/accounts/sessions.service.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { csvContentType } from "#server/lib/csv.ts";
import {
  createApiRouter,
  jsonBody,
  jsonResponse,
  problems,
  requireRecentConfirmation,
} from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { textStream } from "#server/lib/http/streamed-response.ts";
import {
  addSuppression,
  exportSuppressions,
  type ListDependencies,
  liftSuppression,
  liftSuppressions,
  listSuppressions,
} from "./suppression-list.service.ts";

const tags = ["suppressions"];
const base = "/api/admin/suppressions";

const listRoute = createRoute({
  method: "get",
  path: base,
  tags,
  summary: "List suppressions, newest first, or find that of one address",
  request: { query: suppressionQuerySchema },
  responses: { 200: jsonResponse(suppressionListSchema, "A page"), ...problems(400, 401) },
});

const exportRoute = createRoute({
  method: "get",
  path: `${base}/export.csv`,
  tags,
  summary: "Export all suppressions as a CSV file",
  middleware: [requireRecentConfirmation] as const,
  responses: {
    200: { description: "The file", content: { "text/csv": { schema: z.string() } } },
    ...problems(401, 403),
  },
});

const addRoute = createRoute({
  method: "post",
  path: base,
  tags,
  summary: "Block an address",
  middleware: [limitBody()] as const,
  request: jsonBody(addSuppressionSchema),
  responses: { 201: jsonResponse(suppressionSchema, "Blocked"), ...problems(400, 401, 409, 413) },
});

const liftRoute = createRoute({
  method: "delete",
  path: `${base}/{id}`,
  tags,
  summary: "Lift a suppression, with a reason for the journal",
  middleware: [limitBody()] as const,
  request: { params: suppressionParamsSchema, ...jsonBody(liftSuppressionSchema) },
  responses: { 204: { description: "Lifted" }, ...problems(400, 401, 404, 409, 413) },
});

const liftManyRoute = createRoute({
  method: "post",
  path: `${base}/lift`,
  tags,
  summary: "Lift several suppressions for one reason; those already lifted are skipped",
  middleware: [limitBody()] as const,
  request: jsonBody(liftSuppressionsSchema),
  responses: { 200: jsonResponse(liftedSuppressionsSchema, "How many"), ...problems(400, 401, 413) },
});

/** Routes of the screen 'Adresses bloquées', for every administrator. */
export function suppressionsRoutes(deps: AppDependencies & ListDependencies) {
  return createApiRouter()
    .openapi(listRoute, async (c) => c.json(await listSuppressions(deps, c.req.valid("query")), 200))
    .openapi(exportRoute, async (c) => {
      const parts = await exportSuppressions(deps.db, c.var.admin.email);
      const day = dayOf(deps.now());
      return new Response(textStream(parts, guardBySession(deps, c.var.admin)), {
        headers: {
          "content-type": csvContentType,
          "content-disposition": `attachment; filename="adresses-bloquees-${day}.csv"`,
          "cache-control": "no-store",
        },
      });
    })
    .openapi(addRoute, async (c) => {
      const request = { ...c.req.valid("json"), actor: c.var.admin.email };
      return c.json(await addSuppression(deps, request), 201);
    })
    .openapi(liftManyRoute, async (c) => {
      const request = { ...c.req.valid("json"), actor: c.var.admin.email };
      return c.json({ count: await liftSuppressions(deps, request) }, 200);
    })
    .openapi(liftRoute, async (c) => {
      const request = { ...c.req.valid("param"), ...c.req.valid("json"), actor: c.var.admin.email };
      await liftSuppression(deps, request);
      return c.body(null, 204);
    });
}
