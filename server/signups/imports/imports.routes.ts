import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import {
  importListSchema,
  importParamsSchema,
  importSchema,
  rehearsalSchema,
  rehearseImportSchema,
  startImportSchema,
} from "#contract/imports.schema.ts";
import { importLimits } from "#contract/imports.ts";
import { guardBySession } from "#server/accounts/sessions.service.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { csvContentType } from "#server/lib/csv.ts";
import {
  createApiRouter,
  emptyIsNothing,
  jsonBody,
  jsonResponse,
  optionalBody,
  problems,
  requireRecentConfirmation,
  requireSuperAdmin,
} from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { textStream } from "#server/lib/http/streamed-response.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import type { ActiveQuestions } from "#server/questionnaire/active-questions.service.ts";
import type { ImportRunner } from "./import-runner.ts";
import {
  discardImport,
  getImport,
  listImports,
  pauseImport,
  startImport,
  undoImport,
} from "./imports.service.ts";
import { exportInvalidLines } from "./lines.service.ts";
import { rehearseImport } from "./rehearsal.service.ts";
import type { UploadImport } from "./upload.service.ts";

const tags = ["signups"];
const base = "/api/admin/imports";
const one = `${base}/{id}` as const;
const params = { params: importParamsSchema };
const file = { "text/csv": { schema: z.string() } };

const listRoute = createRoute({
  method: "get",
  path: base,
  tags,
  summary: "List imports of sign-ups, newest first",
  middleware: [requireSuperAdmin] as const,
  responses: { 200: jsonResponse(importListSchema, "The newest hundred"), ...problems(401, 403) },
});

const uploadRoute = createRoute({
  method: "post",
  path: base,
  tags,
  summary: "Upload a CSV file, without storing sign-ups yet",
  middleware: [requireSuperAdmin, requireRecentConfirmation, limitBody(importLimits.fileBytes)] as const,
  request: { body: { content: file } },
  responses: { 201: jsonResponse(importSchema, "Its columns"), ...problems(400, 401, 403, 409, 413) },
});

const readRoute = createRoute({
  method: "get",
  path: one,
  tags,
  summary: "Get an import, its columns and its progress",
  middleware: [requireSuperAdmin] as const,
  request: params,
  responses: { 200: jsonResponse(importSchema, "Now"), ...problems(400, 401, 403, 404) },
});

const rehearseRoute = createRoute({
  method: "post",
  path: `${one}/rehearse`,
  tags,
  summary: "Rehearse the import and save its settings",
  middleware: [requireSuperAdmin, limitBody()] as const,
  request: { ...params, ...jsonBody(rehearseImportSchema) },
  responses: {
    200: jsonResponse(rehearsalSchema, "What it would do"),
    ...problems(400, 401, 403, 404, 409, 413),
  },
});

const startRoute = createRoute({
  method: "post",
  path: `${one}/start`,
  tags,
  summary:
    "Start or resume the import in the background, with `settings` only if they are those of the last rehearsal; no message is sent",
  middleware: [requireSuperAdmin, requireRecentConfirmation, limitBody(), emptyIsNothing] as const,
  request: { ...params, ...optionalBody(startImportSchema) },
  responses: { 200: jsonResponse(importSchema, "Running"), ...problems(400, 401, 403, 404, 409, 413) },
});

const pauseRoute = createRoute({
  method: "post",
  path: `${one}/pause`,
  tags,
  summary: "Pause the import after the current step",
  middleware: [requireSuperAdmin] as const,
  request: params,
  responses: { 200: jsonResponse(importSchema, "Paused"), ...problems(400, 401, 403, 404, 409) },
});

const undoRoute = createRoute({
  method: "post",
  path: `${one}/undo`,
  tags,
  summary:
    "Undo an import: delete its sign-ups, except those that were decided, corrected, confirmed or invited since, or whose person exercised a right",
  middleware: [requireSuperAdmin, requireRecentConfirmation] as const,
  request: params,
  responses: { 200: jsonResponse(importSchema, "Under way"), ...problems(400, 401, 403, 404, 409) },
});

const discardRoute = createRoute({
  method: "delete",
  path: one,
  tags,
  summary: "Delete a file that was not imported",
  middleware: [requireSuperAdmin] as const,
  request: params,
  responses: { 204: { description: "Deleted" }, ...problems(400, 401, 403, 404, 409) },
});

const invalidRoute = createRoute({
  method: "get",
  path: `${one}/invalid.csv`,
  tags,
  summary: "Export the invalid lines as a CSV file, each with its number and its error",
  middleware: [requireSuperAdmin, requireRecentConfirmation] as const,
  request: params,
  responses: { 200: { description: "The file", content: file }, ...problems(400, 401, 403, 404, 409) },
});

export type ImportsDependencies = AppDependencies & {
  addresses: Addresses;
  questions: ActiveQuestions;
  uploadImport: UploadImport;
  importRunner: ImportRunner;
};

/** Imports of lists, for super administrators. */
export function importsRoutes(deps: ImportsDependencies) {
  return createApiRouter()
    .openapi(listRoute, async (c) => c.json({ items: await listImports(deps.db) }, 200))
    .openapi(uploadRoute, async (c) => {
      return c.json(await deps.uploadImport(c.req.raw.body, c.var.admin.email), 201);
    })
    .openapi(readRoute, async (c) => c.json(await getImport(deps.db, c.req.valid("param").id), 200))
    .openapi(rehearseRoute, async (c) => {
      return c.json(await rehearseImport(deps, c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(startRoute, async (c) => {
      const { id } = c.req.valid("param");
      const started = await startImport(deps, { ...c.req.valid("json"), id, actor: c.var.admin.email });
      deps.importRunner.wake();
      return c.json(started, 200);
    })
    .openapi(pauseRoute, async (c) => {
      return c.json(await pauseImport(deps, { ...c.req.valid("param"), actor: c.var.admin.email }), 200);
    })
    .openapi(undoRoute, async (c) => {
      const begun = await undoImport(deps, { ...c.req.valid("param"), actor: c.var.admin.email });
      deps.importRunner.wake();
      return c.json(begun, 200);
    })
    .openapi(discardRoute, async (c) => {
      await discardImport(deps, { ...c.req.valid("param"), actor: c.var.admin.email });
      return c.body(null, 204);
    })
    .openapi(invalidRoute, async (c) => {
      const { id } = c.req.valid("param");
      const parts = await exportInvalidLines(deps, { id, actor: c.var.admin.email });
      return new Response(textStream(parts, guardBySession(deps, c.var.admin)), {
        headers: {
          "content-type": csvContentType,
          "content-disposition": 'attachment; filename="lignes-refusees.csv"',
          "cache-control": "no-store",
        },
      });
    });
}
