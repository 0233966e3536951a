import { createRoute } from "@hono/zod-openapi";
import { openingSchema } from "#contract/opening.schema.ts";
import { createApiRouter, jsonAnswer, problems } from "#server/lib/http/api-router.ts";
import { listOpeningRows, type OpeningDeps } from "./opening.service.ts";

const route = createRoute({
  method: "get",
  path: "/api/admin/opening",
  tags: ["site"],
  summary: "What has to be done before the product is opened to the public, and whether it is",
  responses: { 200: jsonAnswer(openingSchema, "Each step"), ...problems(401) },
});

export function openingRoutes(deps: OpeningDeps) {
  return createApiRouter().openapi(route, async (c) => c.json({ items: await listOpeningRows(deps) }, 200));
}
