import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { z } from "zod";
import {
  bulkParamsSchema,
  bulkRecipientsSchema,
  bulkSchema,
  bulkUndoneSchema,
  decidedSignupSchema,
  decisionSchema,
  undoExtendedSchema,
} from "#contract/decisions.schema.ts";
import { peopleQuerySchema, peopleSchema } from "#contract/people.schema.ts";
import { rectifySignupSchema } from "#contract/privacy.schema.ts";
import { audienceParamsSchema, signupParamsSchema } from "#contract/signup.schema.ts";
import {
  arrivalsQuerySchema,
  arrivalsSchema,
  signupDetailSchema,
  signupExportQuerySchema,
  signupListQuerySchema,
  signupListSchema,
} from "#contract/signup-list.schema.ts";
import { saveNoteSchema } from "#contract/signup-note.schema.ts";
import { dayOf } from "#contract/stats.ts";
import { guardBySession } from "#server/accounts/sessions.service.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { csvContentType } from "#server/lib/csv.ts";
import {
  type ApiEnv,
  createApiRouter,
  ensureRecentlyConfirmed,
  jsonBody,
  jsonResponse,
  problems,
  requireRecentConfirmation,
} from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { eventLines, eventStreamResponse, textStream } from "#server/lib/http/streamed-response.ts";
import {
  countBulkRecipients,
  deletesMany,
  extendBulkUndo,
  runBulkAction,
  undoBulkDecision,
} from "./bulk.service.ts";
import {
  decideSignup,
  deleteSignup,
  extendUndo,
  getSignup,
  undoDecision,
  withdrawDecisionMessage,
} from "./decisions.service.ts";
import { exportFileName, exportSignups } from "./export.service.ts";
import { saveNote } from "./note.service.ts";
import { searchPeople } from "./people.service.ts";
import { rectifySignup } from "./rectification.service.ts";
import type { SignupEvents } from "./signup-events.ts";
import { countSince, hitLimit } from "./signup-list.queries.ts";
import { listSignups } from "./signup-list.service.ts";

const tags = ["signups"];
const base = "/api/admin/signups/{audience}";
const one = `${base}/{id}` as const;

const listRoute = createRoute({
  method: "get",
  path: base,
  tags,
  summary: "List sign-ups page by page, filtered, searched and sorted by date",
  request: { params: audienceParamsSchema, query: signupListQuerySchema },
  responses: { 200: jsonResponse(signupListSchema, "The page"), ...problems(400, 401) },
});

const arrivalsRoute = createRoute({
  method: "get",
  path: `${base}/arrivals`,
  tags,
  summary: "Count the sign-ups that are newer than a list",
  request: { params: audienceParamsSchema, query: arrivalsQuerySchema },
  responses: { 200: jsonResponse(arrivalsSchema, "The number"), ...problems(400, 401) },
});

const exportRoute = createRoute({
  method: "get",
  path: `${base}/export.csv`,
  tags,
  summary: "Export the filtered list as a CSV file",
  middleware: [requireRecentConfirmation] as const,
  request: { params: audienceParamsSchema, query: signupExportQuerySchema },
  responses: {
    200: { description: "The file", content: { "text/csv": { schema: z.string() } } },
    ...problems(400, 401, 403),
  },
});

const bulkRoute = createRoute({
  method: "post",
  path: `${base}/bulk`,
  tags,
  summary: "Approve, reject or delete many sign-ups; the answer is a stream of events",
  middleware: [limitBody()] as const,
  request: { params: audienceParamsSchema, ...jsonBody(bulkSchema) },
  responses: {
    200: {
      description: "Progress, then the result",
      content: { "text/event-stream": { schema: z.string() } },
    },
    ...problems(400, 401, 403, 413),
  },
});

const bulkRecipientsRoute = createRoute({
  method: "post",
  path: `${base}/bulk/recipients`,
  tags,
  summary: "Count the people that a bulk decision would write to",
  middleware: [limitBody()] as const,
  request: { params: audienceParamsSchema, ...jsonBody(bulkSchema) },
  responses: { 200: jsonResponse(bulkRecipientsSchema, "The numbers"), ...problems(400, 401, 413) },
});

const undoBulkRoute = createRoute({
  method: "post",
  path: `${base}/bulk/{bulkId}/undo`,
  tags,
  summary: "Undo a bulk decision of the last seconds",
  request: { params: bulkParamsSchema },
  responses: { 200: jsonResponse(bulkUndoneSchema, "Pending again"), ...problems(400, 401, 409) },
});

const extendBulkUndoRoute = createRoute({
  method: "post",
  path: `${base}/bulk/{bulkId}/undo/extension`,
  tags,
  summary: "Extend the time to undo a bulk decision",
  request: { params: bulkParamsSchema },
  responses: { 200: jsonResponse(undoExtendedSchema, "The time from now on"), ...problems(400, 401, 409) },
});

const detailRoute = createRoute({
  method: "get",
  path: one,
  tags,
  summary: "Get a sign-up with its questions and answers",
  request: { params: signupParamsSchema },
  responses: { 200: jsonResponse(signupDetailSchema, "The sign-up"), ...problems(400, 401, 404) },
});

const rectifyRoute = createRoute({
  method: "put",
  path: one,
  tags,
  summary: "Correct a sign-up's name, address or website; a new address has to be confirmed again",
  middleware: [limitBody()] as const,
  request: { params: signupParamsSchema, ...jsonBody(rectifySignupSchema) },
  responses: { 200: jsonResponse(signupDetailSchema, "Corrected"), ...problems(400, 401, 404, 409, 413) },
});

const saveNoteRoute = createRoute({
  method: "put",
  path: `${one}/note`,
  tags,
  summary: "Save the star and the private note of a sign-up",
  middleware: [limitBody()] as const,
  request: { params: signupParamsSchema, ...jsonBody(saveNoteSchema) },
  responses: { 200: jsonResponse(signupDetailSchema, "Saved"), ...problems(400, 401, 404, 409, 413) },
});

const decideRoute = createRoute({
  method: "patch",
  path: one,
  tags,
  summary: "Approve or reject a pending sign-up",
  middleware: [limitBody()] as const,
  request: { params: signupParamsSchema, ...jsonBody(decisionSchema) },
  responses: { 200: jsonResponse(decidedSignupSchema, "Decided"), ...problems(400, 401, 404, 409, 413) },
});

const undoRoute = createRoute({
  method: "post",
  path: `${one}/undo`,
  tags,
  summary: "Undo a decision of the last seconds",
  request: { params: signupParamsSchema },
  responses: { 200: jsonResponse(decidedSignupSchema, "Pending again"), ...problems(400, 401, 404, 409) },
});

const extendUndoRoute = createRoute({
  method: "post",
  path: `${one}/undo/extension`,
  tags,
  summary: "Extend the time to undo a decision",
  request: { params: signupParamsSchema },
  responses: { 200: jsonResponse(decidedSignupSchema, "Extended"), ...problems(400, 401, 404, 409) },
});

const withdrawMessageRoute = createRoute({
  method: "delete",
  path: `${one}/message`,
  tags,
  summary: "Withdraw the message of a recent decision",
  request: { params: signupParamsSchema },
  responses: { 204: { description: "Withdrawn" }, ...problems(400, 401, 404, 409) },
});

const deleteRoute = createRoute({
  method: "delete",
  path: one,
  tags,
  summary: "Delete a sign-up in any state",
  request: { params: signupParamsSchema },
  responses: { 204: { description: "Deleted" }, ...problems(400, 401, 404) },
});

/** Routes with which administrators list, decide, correct and delete sign-ups. */
export function adminSignupsRoutes(deps: AppDependencies & { events: SignupEvents }) {
  const actorOf = (c: Context<ApiEnv>) => c.var.admin.email;
  return createApiRouter()
    .openapi(listRoute, async (c) => {
      return c.json(await listSignups(deps, c.req.valid("param").audience, c.req.valid("query")), 200);
    })
    .openapi(arrivalsRoute, async (c) => {
      const { audience } = c.req.valid("param");
      const { since } = c.req.valid("query");
      return c.json(
        { count: await countSince(deps.db, { audience, status: "all", since, limit: hitLimit }) },
        200,
      );
    })
    .openapi(exportRoute, async (c) => {
      const { audience } = c.req.valid("param");
      const parts = await exportSignups(deps, { audience, query: c.req.valid("query"), actor: actorOf(c) });
      const fileName = exportFileName(audience, dayOf(deps.now()));
      return new Response(textStream(parts, guardBySession(deps, c.var.admin)), {
        headers: {
          "content-type": csvContentType,
          "content-disposition": `attachment; filename="${fileName}"`,
          "cache-control": "no-store",
        },
      });
    })
    .openapi(bulkRoute, (c) => {
      const { audience } = c.req.valid("param");
      const action = c.req.valid("json");
      if (deletesMany(action)) ensureRecentlyConfirmed(c.var.admin);
      const request = { audience, action, actor: actorOf(c) };
      const events = runBulkAction(deps, request);
      return eventStreamResponse(eventLines(events), guardBySession(deps, c.var.admin));
    })
    .openapi(bulkRecipientsRoute, async (c) => {
      const { audience } = c.req.valid("param");
      return c.json(await countBulkRecipients(deps, { audience, action: c.req.valid("json") }), 200);
    })
    .openapi(undoBulkRoute, async (c) => {
      const { audience, bulkId } = c.req.valid("param");
      const undone = await undoBulkDecision(deps, { audience, id: bulkId, actor: actorOf(c) });
      return c.json({ undone }, 200);
    })
    .openapi(extendBulkUndoRoute, async (c) => {
      const { audience, bulkId } = c.req.valid("param");
      return c.json({ undoMs: await extendBulkUndo(deps, { audience, id: bulkId }) }, 200);
    })
    .openapi(detailRoute, async (c) => c.json(await getSignup(deps, c.req.valid("param")), 200))
    .openapi(rectifyRoute, async (c) => {
      const rectification = { ...c.req.valid("param"), facts: c.req.valid("json"), actor: actorOf(c) };
      return c.json(await rectifySignup(deps, rectification), 200);
    })
    .openapi(saveNoteRoute, async (c) => {
      const note = { ...c.req.valid("param"), ...c.req.valid("json"), actor: actorOf(c) };
      return c.json(await saveNote(deps, note), 200);
    })
    .openapi(decideRoute, async (c) => {
      const target = { ...c.req.valid("param"), ...c.req.valid("json"), actor: actorOf(c) };
      return c.json(await decideSignup(deps, target), 200);
    })
    .openapi(undoRoute, async (c) => {
      return c.json(await undoDecision(deps, { ...c.req.valid("param"), actor: actorOf(c) }), 200);
    })
    .openapi(extendUndoRoute, async (c) => c.json(await extendUndo(deps, c.req.valid("param")), 200))
    .openapi(withdrawMessageRoute, async (c) => {
      await withdrawDecisionMessage(deps, { ...c.req.valid("param"), actor: actorOf(c) });
      return c.body(null, 204);
    })
    .openapi(deleteRoute, async (c) => {
      await deleteSignup(deps, { ...c.req.valid("param"), actor: actorOf(c) });
      return c.body(null, 204);
    });
}

const searchRoute = createRoute({
  method: "get",
  path: "/api/admin/people",
  tags: ["signups"],
  summary: "Search sign-ups by name or address",
  request: { query: peopleQuerySchema },
  responses: { 200: jsonResponse(peopleSchema, "The nearest ones, no address twice"), ...problems(400, 401) },
});

export function peopleRoutes({ db }: Pick<AppDependencies, "db">) {
  return createApiRouter().openapi(searchRoute, async (c) =>
    c.json({ items: await searchPeople(db, c.req.valid("query").search) }, 200),
  );
}
