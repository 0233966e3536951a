import { createRoute } from "@hono/zod-openapi";
import {
  accountParamsSchema,
  activationLinkSchema,
  adminListSchema,
  createAdminSchema,
  createdAdminSchema,
} from "#contract/admins.schema.ts";
import { requireRecentConfirmation, requireSuperAdmin } from "#server/lib/http/admin-guards.ts";
import { createApiRouter, jsonAnswer, jsonBody, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { findAdmins } from "./admins.queries.ts";
import { inviteAdmin, removeAdmin, renewLink, toAdmin } from "./admins.service.ts";
import { type InvitationDependencies, toActivationLink } from "./links.service.ts";

const tags = ["Administrators"];

const listAdminsRoute = createRoute({
  method: "get",
  path: "/api/admin/admins",
  tags,
  summary: "All administrators, by e-mail",
  middleware: [requireSuperAdmin],
  responses: { 200: jsonAnswer(adminListSchema, "The administrators"), ...problems(401, 403) },
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
  responses: { 201: jsonAnswer(createdAdminSchema, "Added"), ...problems(400, 401, 403, 409) },
});

const renewLinkRoute = createRoute({
  method: "post",
  path: "/api/admin/admins/{id}/invitation",
  tags,
  summary: "A new activation link; older ones end",
  middleware: [requireSuperAdmin, requireRecentConfirmation],
  request: { params: accountParamsSchema },
  responses: { 200: jsonAnswer(activationLinkSchema, "The link"), ...problems(400, 401, 403, 404) },
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
      const link = await renewLink(deps, { id, actor: c.var.admin.email });
      return c.json(toActivationLink(link), 200);
    });
}
