import { createRoute } from "@hono/zod-openapi";
import { samplesRemovedSchema, samplesSchema } from "#contract/samples.schema.ts";
import {
  createApiRouter,
  jsonResponse,
  problems,
  requireRecentConfirmation,
  requireSuperAdmin,
} from "#server/lib/http/api-router.ts";
import { addSamples, getSamples, removeSamples, type SamplesDependencies } from "./samples.service.ts";

const tags = ["signups"];
const path = "/api/admin/samples";

const countRoute = createRoute({
  method: "get",
  path,
  tags,
  summary: "Count the sample sign-ups, and tell whether more may be added",
  middleware: [requireSuperAdmin] as const,
  responses: { 200: jsonResponse(samplesSchema, "The numbers"), ...problems(401, 403) },
});

const addRoute = createRoute({
  method: "post",
  path,
  tags,
  summary: "Add sample sign-ups; no message is ever sent to them",
  middleware: [requireSuperAdmin] as const,
  responses: { 201: jsonResponse(samplesSchema, "Added"), ...problems(401, 403, 409) },
});

const removeRoute = createRoute({
  method: "delete",
  path,
  tags,
  summary: "Delete every sample sign-up, with its answers",
  middleware: [requireSuperAdmin, requireRecentConfirmation] as const,
  responses: { 200: jsonResponse(samplesRemovedSchema, "How many there were"), ...problems(401, 403) },
});

/** Routes that add and delete sample sign-ups. */
export function samplesRoutes(deps: SamplesDependencies) {
  return createApiRouter()
    .openapi(countRoute, async (c) => c.json(await getSamples(deps.db), 200))
    .openapi(addRoute, async (c) => c.json(await addSamples(deps, c.var.admin.email), 201))
    .openapi(removeRoute, async (c) => {
      return c.json({ removed: await removeSamples(deps, c.var.admin.email) }, 200);
    });
}
