import { createRoute } from "@hono/zod-openapi";
import {
  previewSegmentSchema,
  saveSegmentSchema,
  segmentIdSchema,
  segmentListSchema,
  segmentPreviewSchema,
  segmentSchema,
  updateSegmentSchema,
} from "#contract/segments.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  createApiRouter,
  jsonBody,
  jsonResponse,
  problems,
  staleResponse,
} from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import {
  createSegment,
  deleteSegment,
  editSegment,
  listSegments,
  previewSegment,
} from "./segments.service.ts";

const tags = ["segments"];
const path = "/api/admin/segments";

const listRoute = createRoute({
  method: "get",
  path,
  tags,
  summary: "List all segments, each as a sentence, with missing questions and options",
  responses: { 200: jsonResponse(segmentListSchema, "By name"), ...problems(401) },
});

const createSegmentRoute = createRoute({
  method: "post",
  path,
  tags,
  summary: "Add a segment",
  middleware: [limitBody()] as const,
  request: jsonBody(saveSegmentSchema),
  responses: { 201: jsonResponse(segmentSchema, "Kept"), ...problems(400, 401, 403, 409, 413) },
});

const editRoute = createRoute({
  method: "put",
  path: `${path}/{id}`,
  tags,
  summary: "Replace a segment",
  middleware: [limitBody()] as const,
  request: { params: segmentIdSchema, ...jsonBody(updateSegmentSchema) },
  responses: {
    200: jsonResponse(segmentSchema, "Saved"),
    ...problems(400, 401, 403, 404, 413),
    ...staleResponse(segmentSchema),
  },
});

const deleteRoute = createRoute({
  method: "delete",
  path: `${path}/{id}`,
  tags,
  summary: "Delete a segment",
  request: { params: segmentIdSchema },
  responses: { 204: { description: "Deleted" }, ...problems(400, 401, 403, 404, 409) },
});

const previewRoute = createRoute({
  method: "post",
  path: `${path}/preview`,
  tags,
  summary: "Preview conditions: their sentence, the number of matching sign-ups, and the newest five",
  middleware: [limitBody()] as const,
  request: jsonBody(previewSegmentSchema),
  responses: { 200: jsonResponse(segmentPreviewSchema, "Now"), ...problems(400, 401, 403, 413) },
});

/** Named conditions on sign-ups, shared by all administrators. */
export function segmentsRoutes({ db }: Pick<AppDependencies, "db">) {
  return createApiRouter()
    .openapi(listRoute, async (c) => c.json({ items: await listSegments(db) }, 200))
    .openapi(createSegmentRoute, async (c) => {
      return c.json(await createSegment({ db, actor: c.var.admin.email }, c.req.valid("json")), 201);
    })
    .openapi(editRoute, async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await editSegment({ db, actor: c.var.admin.email }, id, c.req.valid("json")), 200);
    })
    .openapi(deleteRoute, async (c) => {
      await deleteSegment({ db, actor: c.var.admin.email }, c.req.valid("param").id);
      return c.body(null, 204);
    })
    .openapi(previewRoute, async (c) => c.json(await previewSegment(db, c.req.valid("json")), 200));
}
