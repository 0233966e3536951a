import { createRoute } from "@hono/zod-openapi";
import {
  accountParamsSchema,
  activationLinkSchema,
  adminListSchema,
  createAdminSchema,
  createdAdminSchema,
  setUpResponseSchema,
  setUpSchema,
  setUpStateSchema,
} from "#contract/admins.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  createApiRouter,
  jsonBody,
  jsonResponse,
  problems,
  requireRecentConfirmation,
  requireSuperAdmin,
} from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { findAdmins } from "./admins.queries.ts";
import {
  inviteAdmin,
  isSetUpRequired,
  removeAdmin,
  renewLink,
  setUpFirstAdmin,
  toAdmin,
} from "./admins.service.ts";
import { countByAddress, returnAttempt } from "./attempts.service.ts";
import { type InvitationDependencies, toActivationLink } from "./passwords.service.ts";
import { createRequestIdentity } from "./request-identity.ts";

const tags = ["admins"];

const listAdminsRoute = createRoute({
  method: "get",
  path: "/api/admin/admins",
  tags,
  summary: "List all administrators, by e-mail",
  middleware: [requireSuperAdmin],
  responses: { 200: jsonResponse(adminListSchema, "The administrators"), ...problems(401, 403) },
});

const removeAdminRoute = createRoute({
  method: "delete",
  path: "/api/admin/admins/{id}",
  tags,
  summary: "Delete an administrator and end their sessions",
  middleware: [requireSuperAdmin, requireRecentConfirmation],
  request: { params: accountParamsSchema },
  responses: { 204: { description: "Deleted" }, ...problems(400, 401, 403, 404, 409) },
});

const inviteAdminRoute = createRoute({
  method: "post",
  path: "/api/admin/admins",
  tags,
  summary: "Add an administrator and get the activation link",
  middleware: [requireSuperAdmin, requireRecentConfirmation, limitBody()],
  request: jsonBody(createAdminSchema),
  responses: { 201: jsonResponse(createdAdminSchema, "Added"), ...problems(400, 401, 403, 409) },
});

const renewLinkRoute = createRoute({
  method: "post",
  path: "/api/admin/admins/{id}/invitation",
  tags,
  summary: "Make a new activation link; older ones end",
  middleware: [requireSuperAdmin, requireRecentConfirmation],
  request: { params: accountParamsSchema },
  responses: { 200: jsonResponse(activationLinkSchema, "The link"), ...problems(400, 401, 403, 404) },
});

export function adminsRoutes(deps: InvitationDependencies) {
  return createApiRouter()
    .openapi(listAdminsRoute, async (c) => {
      const admins = await findAdmins(deps.db);
      return c.json({ items: admins.map(toAdmin) }, 200);
    })
    .openapi(removeAdminRoute, async (c) => {
      const { id } = c.req.valid("param");
      await removeAdmin(deps, { id, admin: c.var.admin });
      return c.body(null, 204);
    })
    .openapi(inviteAdminRoute, async (c) => {
      const { added, ...link } = await inviteAdmin(deps, { ...c.req.valid("json"), admin: c.var.admin });
      return c.json({ admin: added, ...toActivationLink(link) }, 201);
    })
    .openapi(renewLinkRoute, async (c) => {
      const { id } = c.req.valid("param");
      const link = await renewLink(deps, { id, admin: c.var.admin });
      return c.json(toActivationLink(link), 200);
    });
}

const setUpTags = ["setup"];

const setUpStateRoute = createRoute({
  method: "get",
  path: "/api/setup",
  tags: setUpTags,
  summary: "Tell whether the first administrator is still missing",
  responses: { 200: jsonResponse(setUpStateSchema, "The state") },
});

const setUpRoute = createRoute({
  method: "post",
  path: "/api/setup",
  tags: setUpTags,
  summary: "Add the first administrator, with the code from the server's console",
  request: jsonBody(setUpSchema),
  responses: {
    201: jsonResponse(setUpResponseSchema, "Made; the link leads to the choice of the password"),
    ...problems(400, 403, 409, 429),
  },
});

export function setUpRoutes(deps: AppDependencies) {
  const identity = createRequestIdentity(deps);
  const middleware = [countByAddress(deps, "set-up-address"), limitBody()];
  return createApiRouter()
    .openapi(setUpStateRoute, async (c) => c.json({ required: await isSetUpRequired(deps.db) }, 200))
    .openapi({ ...setUpRoute, middleware }, async (c) => {
      const { activationLink } = await setUpFirstAdmin(deps, c.req.valid("json"));
      await returnAttempt(deps, "set-up-address", await identity.client(c));
      return c.json({ activationLink }, 201);
    });
}
