import { createRoute } from "@hono/zod-openapi";
import {
  accountParamsSchema,
  activationLinkSchema,
  createAdminSchema,
  createdAdminSchema,
} from "#contract/admins.schema.ts";
import { requireRecentConfirmation, requireSuperAdmin } from "#server/lib/http/admin-guards.ts";
import { createApiRouter, jsonAnswer, jsonBody, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { inviteAdmin, renewLink } from "./invitations.service.ts";
import { toActivationLink } from "./links.view.ts";
import type { InvitationDependencies } from "./mailed-link.ts";

const tags = ["Administrators"];

const inviteRoute = createRoute({
  method: "post",
  path: "/api/admin/admins",
  tags,
  summary: "Add an administrator and get the activation link",
  middleware: [requireSuperAdmin, requireRecentConfirmation, limitBody()],
  request: jsonBody(createAdminSchema),
  responses: { 201: jsonAnswer(createdAdminSchema, "Added"), ...problems(400, 401, 403, 409) },
});

const renewRoute = createRoute({
  method: "post",
  path: "/api/admin/admins/{id}/invitation",
  tags,
  summary: "A new activation link; older ones end",
  middleware: [requireSuperAdmin, requireRecentConfirmation],
  request: { params: accountParamsSchema },
  responses: { 200: jsonAnswer(activationLinkSchema, "The link"), ...problems(400, 401, 403, 404) },
});

export function invitationsRoutes(deps: InvitationDependencies) {
  return createApiRouter()
    .openapi(inviteRoute, async (c) => {
      const { added, ...link } = await inviteAdmin(deps, { ...c.req.valid("json"), admin: c.var.admin });
      return c.json({ admin: added, ...toActivationLink(link) }, 201);
    })
    .openapi(renewRoute, async (c) => {
      const link = await renewLink(deps, { ...c.req.valid("param"), actor: c.var.admin.email });
      return c.json(toActivationLink(link), 200);
    });
}
