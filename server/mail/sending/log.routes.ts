import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import {
  emailLogDetailSchema,
  emailLogPageSchema,
  emailLogQuerySchema,
  processedSchema,
  recipientFactsSchema,
  recipientSchema,
  resendSchema,
  resentSchema,
  waitingMailListSchema,
} from "#contract/email.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter, jsonBody, jsonResponse, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import type { Mail } from "../mail.ts";
import { findRecipientFacts, getLogEntry, listLog, processPending, resendFailed } from "./log.service.ts";
import { listWaiting } from "./queue.service.ts";

const tags = ["email"];
const path = "/api/admin/email/log";

const listRoute = createRoute({
  method: "get",
  path,
  tags,
  summary: "List messages page by page, newest first, searched and filtered",
  request: { query: emailLogQuerySchema },
  responses: { 200: jsonResponse(emailLogPageSchema, "The page"), ...problems(400, 401) },
});

const detailRoute = createRoute({
  method: "get",
  path: `${path}/{id}`,
  tags,
  summary: "Get a message with its content as its recipient sees it",
  request: { params: z.object({ id: z.uuid() }) },
  responses: { 200: jsonResponse(emailLogDetailSchema, "The message"), ...problems(400, 401, 404) },
});

const waitingRoute = createRoute({
  method: "get",
  path: "/api/admin/email/waiting",
  tags,
  summary: "Count waiting messages, with the cap that delays them",
  responses: { 200: jsonResponse(waitingMailListSchema, "Lane by lane"), ...problems(401) },
});

const processRoute = createRoute({
  method: "post",
  path: `${path}/process`,
  tags,
  summary: "Send the ten oldest pending messages now",
  responses: { 200: jsonResponse(processedSchema, "How it went"), ...problems(401, 409) },
});

const resendRoute = createRoute({
  method: "post",
  path: `${path}/resend`,
  tags,
  summary: "Send failed messages again; others are skipped, cancelled ones too",
  middleware: [limitBody()] as const,
  request: jsonBody(resendSchema),
  responses: { 200: jsonResponse(resentSchema, "How many wait again"), ...problems(400, 401, 409, 413) },
});

/** A POST keeps the address out of access logs. */
const recipientRoute = createRoute({
  method: "post",
  path: "/api/admin/email/recipient",
  tags: ["email"],
  summary: "Get the last messages to an address and its suppression",
  middleware: [limitBody()] as const,
  request: jsonBody(recipientSchema),
  responses: { 200: jsonResponse(recipientFactsSchema, "What is known"), ...problems(400, 401, 413) },
});

export function logRoutes(deps: AppDependencies & { addresses: Addresses; mail: Mail }) {
  return createApiRouter()
    .openapi(listRoute, async (c) => c.json(await listLog(deps, c.req.valid("query")), 200))
    .openapi(detailRoute, async (c) => {
      return c.json(await getLogEntry(deps, c.req.valid("param").id, c.var.admin.email), 200);
    })
    .openapi(waitingRoute, async (c) => c.json(await listWaiting(deps), 200))
    .openapi(processRoute, async (c) => c.json(await processPending(deps, c.var.admin.email), 200))
    .openapi(resendRoute, async (c) => {
      return c.json(await resendFailed(deps, c.req.valid("json").ids, c.var.admin.email), 200);
    })
    .openapi(recipientRoute, async (c) =>
      c.json(await findRecipientFacts(deps, c.req.valid("json").email), 200),
    );
}
