import { createRoute } from "@hono/zod-openapi";
import {
  connectionCheckSchema,
  emailCheckSchema,
  emailPreviewSchema,
  emailSettingsSchema,
  previewEmailSchema,
  singleEmailSchema,
  singleEmailSentSchema,
  testMessageSchema,
  updateEmailSettingsSchema,
} from "#contract/email.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  createApiRouter,
  jsonBody,
  jsonResponse,
  problems,
  requireSuperAdmin,
  staleResponse,
} from "#server/lib/http/api-router.ts";
import { limitBody, limitContent } from "#server/lib/http/request-guards.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import { domainRoutes } from "./domain/domain.routes.ts";
import type { DomainChecker, Mail } from "./mail.ts";
import { holdRoutes } from "./sending/hold.routes.ts";
import { logRoutes } from "./sending/log.routes.ts";
import { sendDraftToOneself, sendSingle } from "./sending/messages.service.ts";
import { sendRealTestEmail, sendTestEmail, testConnection } from "./settings/checks.service.ts";
import { getSettings, saveSettings } from "./settings/settings.service.ts";
import { previewEmail } from "./templates/preview.service.ts";
import { templatesRoutes } from "./templates/templates.routes.ts";

const tags = ["email"];
const path = "/api/admin/email";

const settingsRoute = createRoute({
  method: "get",
  path: `${path}/settings`,
  tags,
  summary: "Get the mail settings, without secrets",
  responses: { 200: jsonResponse(emailSettingsSchema, "The settings"), ...problems(401) },
});

const saveSettingsRoute = createRoute({
  method: "put",
  path: `${path}/settings`,
  tags,
  summary:
    "Save the settings; a secret that is left out stays, the SMTP password only with host, port and user name. Transport, and simulation off: super administrators (forbidden) after a recent confirmation (reauthentication_required)",
  middleware: [limitBody()] as const,
  request: jsonBody(updateEmailSettingsSchema),
  responses: {
    200: jsonResponse(emailSettingsSchema, "Saved"),
    ...problems(400, 401, 403, 413),
    ...staleResponse(emailSettingsSchema),
  },
});

const testConnectionRoute = createRoute({
  method: "post",
  path: `${path}/settings/test`,
  tags,
  summary:
    "Connect and sign in with the saved settings, without sending; 'auto' tries every provider and names the broken ones",
  responses: { 200: jsonResponse(connectionCheckSchema, "How it went"), ...problems(401) },
});

const testEmailRoute = createRoute({
  method: "post",
  path: `${path}/test`,
  tags,
  summary: "Send a test e-mail to the sender's address",
  responses: { 200: jsonResponse(emailCheckSchema, "How it went"), ...problems(401) },
});

const realTestEmailRoute = createRoute({
  method: "post",
  path: `${path}/test/real`,
  tags,
  summary: "Send a test e-mail to oneself, also during simulation: super administrators",
  middleware: [requireSuperAdmin] as const,
  responses: { 200: jsonResponse(emailCheckSchema, "How it went"), ...problems(401, 403) },
});

const previewRoute = createRoute({
  method: "post",
  path: `${path}/preview`,
  tags,
  summary: "Preview a text as its recipient will see it",
  middleware: limitContent,
  request: jsonBody(previewEmailSchema),
  responses: { 200: jsonResponse(emailPreviewSchema, "The mail"), ...problems(400, 401, 413) },
});

const singleRoute = createRoute({
  method: "post",
  path: `${path}/single`,
  tags,
  summary: "Write to one person",
  middleware: limitContent,
  request: jsonBody(singleEmailSchema),
  responses: {
    200: jsonResponse(singleEmailSentSchema, "How it went"),
    ...problems(400, 401, 409, 413, 502),
  },
});

const testMessageRoute = createRoute({
  method: "post",
  path: `${path}/test-message`,
  tags,
  summary: "Send a draft to oneself, as its recipients will see it, without retries",
  middleware: limitContent,
  request: jsonBody(testMessageSchema),
  responses: { 200: jsonResponse(emailCheckSchema, "How it went"), ...problems(400, 401, 413) },
});

type Deps = AppDependencies & { addresses: Addresses; mail: Mail; domainChecker: DomainChecker };

/** Settings, templates, log and single messages. */
export function emailRoutes(deps: Deps) {
  return createApiRouter()
    .openapi(settingsRoute, async (c) => c.json(await getSettings(deps), 200))
    .openapi(saveSettingsRoute, async (c) =>
      c.json(await saveSettings(deps, c.req.valid("json"), c.var.admin), 200),
    )
    .openapi(testConnectionRoute, async (c) => c.json(await testConnection(deps, c.var.admin.email), 200))
    .openapi(testEmailRoute, async (c) => c.json(await sendTestEmail(deps, c.var.admin.email), 200))
    .openapi(realTestEmailRoute, async (c) => c.json(await sendRealTestEmail(deps, c.var.admin), 200))
    .openapi(previewRoute, async (c) => c.json(await previewEmail(deps, c.req.valid("json")), 200))
    .openapi(singleRoute, async (c) =>
      c.json(await sendSingle(deps, c.req.valid("json"), c.var.admin.email), 200),
    )
    .openapi(testMessageRoute, async (c) =>
      c.json(await sendDraftToOneself(deps, c.req.valid("json"), c.var.admin), 200),
    )
    .route("/", templatesRoutes(deps))
    .route("/", logRoutes(deps))
    .route("/", holdRoutes(deps))
    .route("/", domainRoutes(deps));
}
