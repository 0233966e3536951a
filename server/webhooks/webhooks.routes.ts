import { createRoute } from "@hono/zod-openapi";
import {
  createdWebhookSchema,
  createWebhookSchema,
  deliveryIdSchema,
  deliveryListQuerySchema,
  deliveryListSchema,
  updateWebhookSchema,
  webhookIdSchema,
  webhookListSchema,
  webhookSchema,
  webhookSecretSchema,
  webhookTestSchema,
} from "#contract/webhooks.schema.ts";
import {
  createApiRouter,
  jsonBody,
  jsonResponse,
  problems,
  requireRecentConfirmation,
  requireSuperAdmin,
  staleResponse,
} from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  rotateSecret,
  testWebhook,
  type WebhookDeps,
} from "./webhooks.service.ts";

const tags = ["webhooks"];
const path = "/api/admin/webhooks";
const one = `${path}/{id}` as const;

const listRoute = createRoute({
  method: "get",
  path,
  tags,
  summary: "List the endpoints of webhooks and messages, without their secrets",
  middleware: [requireSuperAdmin] as const,
  responses: { 200: jsonResponse(webhookListSchema, "The oldest first"), ...problems(401, 403) },
});

const createWebhookRoute = createRoute({
  method: "post",
  path,
  tags,
  summary: "Add an endpoint; its secret is shown this once",
  description:
    "Kind `standard`: each event is posted as `{ type, timestamp, data }` and signed as Standard Webhooks describes (`webhook-id`, `webhook-timestamp`, `webhook-signature`). Kind `message`: one French sentence as `{ text }`, or `{ content }` for Discord, once a minute at most. A status of 2xx is a success, 410 switches the endpoint off, and redirects are failures. Failed deliveries are retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h; later events wait for them. `data` by type: `signup.created` `{ id, audience, state, imported }`; `signup.confirmed`, `.approved`, `.rejected` and `.deleted` `{ id, audience, state }`; `invitation.sent` and `.redeemed` `{ id, signupId, audience, waveId, state }`; `campaign.completed` `{ id, state, total, sent, failed, skipped }`; `webhook.test` `{}`. An endpoint with personal data also gets `data.person`: `{ firstname, name, email, website? }`, but not for limited sign-ups.",
  middleware: [requireSuperAdmin, requireRecentConfirmation, limitBody()] as const,
  request: jsonBody(createWebhookSchema),
  responses: { 201: jsonResponse(createdWebhookSchema, "Added"), ...problems(400, 401, 403, 409, 413) },
});

const editRoute = createRoute({
  method: "put",
  path: one,
  tags,
  summary: "Change an endpoint, or switch it on or off",
  middleware: [requireSuperAdmin, requireRecentConfirmation, limitBody()] as const,
  request: { params: webhookIdSchema, ...jsonBody(updateWebhookSchema) },
  responses: {
    200: jsonResponse(webhookSchema, "Saved"),
    ...problems(400, 401, 403, 404, 413),
    ...staleResponse(webhookSchema),
  },
});

const rotateRoute = createRoute({
  method: "post",
  path: `${one}/secret`,
  tags,
  summary: "Make a new secret, which is shown this once; the former one signs for another 24 hours",
  middleware: [requireSuperAdmin, requireRecentConfirmation] as const,
  request: { params: webhookIdSchema },
  responses: { 200: jsonResponse(webhookSecretSchema, "Made"), ...problems(400, 401, 403, 404, 409) },
});

const deleteRoute = createRoute({
  method: "delete",
  path: one,
  tags,
  summary: "Delete an endpoint with its deliveries",
  middleware: [requireSuperAdmin, requireRecentConfirmation] as const,
  request: { params: webhookIdSchema },
  responses: { 204: { description: "Deleted" }, ...problems(400, 401, 403, 404) },
});

const testRoute = createRoute({
  method: "post",
  path: `${one}/test`,
  tags,
  summary: "Send a test event now",
  middleware: [requireSuperAdmin] as const,
  request: { params: webhookIdSchema },
  responses: {
    200: jsonResponse(webhookTestSchema, "What became of it"),
    ...problems(400, 401, 403, 404, 429),
  },
});

const deliveriesRoute = createRoute({
  method: "get",
  path: `${one}/deliveries`,
  tags,
  summary: "List an endpoint's deliveries of the last 30 days page by page, newest first",
  middleware: [requireSuperAdmin] as const,
  request: { params: webhookIdSchema, query: deliveryListQuerySchema },
  responses: { 200: jsonResponse(deliveryListSchema, "The page"), ...problems(400, 401, 403, 404) },
});

const resendRoute = createRoute({
  method: "post",
  path: `${path}/deliveries/{id}/resend`,
  tags,
  summary: "Deliver an event again, before those that wait",
  middleware: [requireSuperAdmin] as const,
  request: { params: deliveryIdSchema },
  responses: { 204: { description: "Queued" }, ...problems(400, 401, 403, 404, 409) },
});

export function webhooksRoutes(deps: WebhookDeps) {
  return createApiRouter()
    .openapi(listRoute, async (c) => c.json({ items: await listWebhooks(deps) }, 200))
    .openapi(createWebhookRoute, async (c) =>
      c.json(await createWebhook(deps, { ...c.req.valid("json"), actor: c.var.admin.email }), 201),
    )
    .openapi(editRoute, async (c) => {
      const values = { ...c.req.valid("json"), actor: c.var.admin.email };
      return c.json(await editWebhook(deps, c.req.valid("param").id, values), 200);
    })
    .openapi(rotateRoute, async (c) =>
      c.json(await rotateSecret(deps, { ...c.req.valid("param"), actor: c.var.admin.email }), 200),
    )
    .openapi(deleteRoute, async (c) => {
      await deleteWebhook(deps, { ...c.req.valid("param"), actor: c.var.admin.email });
      return c.body(null, 204);
    })
    .openapi(testRoute, async (c) =>
      c.json(await testWebhook(deps, { ...c.req.valid("param"), actor: c.var.admin.email }), 200),
    )
    .openapi(deliveriesRoute, async (c) =>
      c.json(await listDeliveries(deps, c.req.valid("param").id, c.req.valid("query").before ?? null), 200),
    )
    .openapi(resendRoute, async (c) => {
      await resendDelivery(deps, { ...c.req.valid("param"), actor: c.var.admin.email });
      return c.body(null, 204);
    });
}
