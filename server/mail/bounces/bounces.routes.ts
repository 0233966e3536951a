import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { mailboxStatusSchema } from "#contract/bounces.schema.ts";
import { emailCheckSchema } from "#contract/email.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter, jsonResponse, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { checkMailbox, getMailboxStatus } from "./mailbox.service.ts";
import type { OpenMailbox } from "./open-mailbox.ts";
import { recordSendgridEvents, type SendgridDependencies } from "./sendgrid-events.service.ts";

const tags = ["email"];
const path = "/api/admin/email/bounce-mailbox";

const statusRoute = createRoute({
  method: "get",
  path,
  tags,
  summary: "Get the state of the bounce mailbox",
  responses: { 200: jsonResponse(mailboxStatusSchema, "The last reading"), ...problems(401) },
});

const testRoute = createRoute({
  method: "post",
  path: `${path}/test`,
  tags,
  summary: "Connect to the bounce mailbox with the saved settings, without reading it",
  responses: { 200: jsonResponse(emailCheckSchema, "How it went"), ...problems(401) },
});

/** SendGrid sends up to a thousand events at once, of some hundred bytes each. */
const eventsMaxBytes = 2 * 1024 * 1024;

const sendgridRoute = createRoute({
  method: "post",
  path: "/api/email-events/sendgrid",
  tags,
  summary: "Receive SendGrid's signed events: bounces, drops and complaints, each counted once",
  middleware: [limitBody(eventsMaxBytes)] as const,
  request: {
    headers: z.object({
      "x-twilio-email-event-webhook-signature": z.string().default(""),
      "x-twilio-email-event-webhook-timestamp": z.string().default(""),
    }),
  },
  responses: { 204: { description: "Stored" }, ...problems(400, 403, 413) },
});

/** The mailbox of bounces, for administrators. */
export function bounceMailboxRoutes(deps: AppDependencies & { openMailbox: OpenMailbox }) {
  return createApiRouter()
    .openapi(statusRoute, async (c) => c.json(await getMailboxStatus(deps.db), 200))
    .openapi(testRoute, async (c) => c.json(await checkMailbox(deps, c.var.admin.email), 200));
}

/** Webhooks. They need no session: each call is signed. */
export function emailEventRoutes(deps: SendgridDependencies) {
  return createApiRouter().openapi(sendgridRoute, async (c) => {
    const headers = c.req.valid("header");
    await recordSendgridEvents(deps, {
      signature: headers["x-twilio-email-event-webhook-signature"],
      timestamp: headers["x-twilio-email-event-webhook-timestamp"],
      body: new Uint8Array(await c.req.arrayBuffer()),
    });
    return c.body(null, 204);
  });
}
