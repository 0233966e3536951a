import { createRoute } from "@hono/zod-openapi";
import {
  type Admin,
  accountParamsSchema,
  activationLinkSchema,
  adminListSchema,
  createAdminSchema,
  createdAdminSchema,
} from "#contract/admins.schema.ts";
import type { InvitationDependencies } from "#server/features/accounts/links/mailed-link.ts";
import {
  requireRecentConfirmation,
  requireSuperAdmin,
} from "#server/features/accounts/sessions/require-admin.ts";
import { createApiRouter, jsonAnswer, jsonBody, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { type IssuedLink, inviteAdmin, removeAdmin, renewLink } from "./admin-list.service.ts";
import { type AdminRow, findAdmins } from "./admins.repository.ts";

const tags = ["Administrators"];
const params = accountParamsSchema;

const listRoute = createRoute({
  method: "get",
  path: "/api/admin/admins",
  tags,
  summary: "All administrators, by e-mail",
  middleware: [requireSuperAdmin],
  responses: { 200: jsonAnswer(adminListSchema, "The administrators"), ...problems(401, 403) },
});

const inviteRoute = createRoute({
  method: "post",
  path: "/api/admin/admins",
  tags,
  summary: "Add an administrator and get the activation link",
  middleware: [requireSuperAdmin, requireRecentConfirmation, limitBody()],
  request: jsonBody(createAdminSchema),
  responses: { 201: jsonAnswer(createdAdminSchema, "Added"), ...problems(400, 401, 403, 409) },
});

const removeRoute = createRoute({
  method: "delete",
  path: "/api/admin/admins/{id}",
  tags,
  summary: "Delete an administrator and end their sessions",
  middleware: [requireSuperAdmin, requireRecentConfirmation],
  request: { params },
  responses: { 204: { description: "Deleted" }, ...problems(400, 401, 403, 404, 409) },
});

const renewRoute = createRoute({
  method: "post",
  path: "/api/admin/admins/{id}/invitation",
  tags,
  summary: "A new activation link; older ones end",
  middleware: [requireSuperAdmin, requireRecentConfirmation],
  request: { params },
  responses: { 200: jsonAnswer(activationLinkSchema, "The link"), ...problems(400, 401, 403, 404) },
});

export function adminsRoutes(deps: InvitationDependencies) {
  return createApiRouter()
    .openapi(listRoute, async (c) => {
      const admins = await findAdmins(deps.db);
      return c.json({ items: admins.map(toAdmin) }, 200);
    })
    .openapi(inviteRoute, async (c) => {
      const { admin, ...link } = await inviteAdmin(deps, { ...c.req.valid("json"), actor: c.var.admin });
      return c.json({ admin: toAdmin(admin), ...toLink(link) }, 201);
    })
    .openapi(removeRoute, async (c) => {
      await removeAdmin(deps, { id: c.req.valid("param").id, actor: c.var.admin });
      return c.body(null, 204);
    })
    .openapi(renewRoute, async (c) => {
      const link = await renewLink(deps, { id: c.req.valid("param").id, actor: c.var.admin });
      return c.json(toLink(link), 200);
    });
}

function toAdmin({ id, email, isSuperAdmin, activatedAt, createdAt }: AdminRow): Admin {
  return {
    id,
    email,
    isSuperAdmin,
    activatedAt: activatedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

function toLink({ activationLink, expiresAt, emailed }: IssuedLink & { emailed: boolean }) {
  return { activationLink, expiresAt: expiresAt.toISOString(), emailed };
}
