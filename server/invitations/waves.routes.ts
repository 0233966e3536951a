import { createRoute } from "@hono/zod-openapi";
import {
  createWaveSchema,
  previewWaveSchema,
  waveDetailSchema,
  waveIdSchema,
  waveListQuerySchema,
  waveListSchema,
  wavePreviewSchema,
  waveSchema,
} from "#contract/waves.schema.ts";
import { createApiRouter, jsonBody, jsonResponse, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { getWaveDetail, listWaves } from "./wave-details.service.ts";
import { cancelWave, createWave, previewWave, startWave, type WaveDeps } from "./waves.service.ts";

const tags = ["waves"];
const path = "/api/admin/waves";
const one = `${path}/{id}` as const;

const listRoute = createRoute({
  method: "get",
  path,
  tags,
  summary: "List waves page by page, newest first, with the states of their invitations",
  request: { query: waveListQuerySchema },
  responses: { 200: jsonResponse(waveListSchema, "The page"), ...problems(400, 401) },
});

const createWaveRoute = createRoute({
  method: "post",
  path,
  tags,
  summary: "Prepare a wave of invitations, or schedule it",
  middleware: [limitBody()] as const,
  request: jsonBody(createWaveSchema),
  responses: {
    201: jsonResponse(waveSchema, "Prepared: nothing leaves"),
    ...problems(400, 401, 403, 409, 413),
  },
});

const previewRoute = createRoute({
  method: "post",
  path: `${path}/preview`,
  tags,
  summary: "Preview a wave: recipients, and people left out by reason",
  middleware: [limitBody()] as const,
  request: jsonBody(previewWaveSchema),
  responses: { 200: jsonResponse(wavePreviewSchema, "Now"), ...problems(400, 401, 403, 413) },
});

const readRoute = createRoute({
  method: "get",
  path: one,
  tags,
  summary: "Get a wave, with the days on which its codes were redeemed",
  request: { params: waveIdSchema },
  responses: { 200: jsonResponse(waveDetailSchema, "The wave"), ...problems(400, 401, 404) },
});

const startRoute = createRoute({
  method: "post",
  path: `${one}/start`,
  tags,
  summary: "Start a wave: freeze its recipients and queue their messages",
  request: { params: waveIdSchema },
  responses: { 200: jsonResponse(waveSchema, "Started"), ...problems(400, 401, 403, 404, 409) },
});

const cancelRoute = createRoute({
  method: "post",
  path: `${one}/cancel`,
  tags,
  summary:
    "End a wave: delete its invitations before its first message left, later revoke the codes that were not sent",
  request: { params: waveIdSchema },
  responses: { 200: jsonResponse(waveSchema, "Ended"), ...problems(400, 401, 403, 404, 409) },
});

/** Routes of invitation waves. */
export function wavesRoutes(deps: WaveDeps) {
  return createApiRouter()
    .openapi(listRoute, async (c) => c.json(await listWaves(deps, c.req.valid("query").before ?? null), 200))
    .openapi(createWaveRoute, async (c) =>
      c.json(await createWave(deps, c.req.valid("json"), c.var.admin), 201),
    )
    .openapi(previewRoute, async (c) => c.json(await previewWave(deps, c.req.valid("json")), 200))
    .openapi(readRoute, async (c) => c.json(await getWaveDetail(deps, c.req.valid("param").id), 200))
    .openapi(startRoute, async (c) =>
      c.json(await startWave(deps, c.req.valid("param").id, c.var.admin), 200),
    )
    .openapi(cancelRoute, async (c) =>
      c.json(await cancelWave(deps, c.req.valid("param").id, c.var.admin.email), 200),
    );
}
