import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { invitationIdSchema } from "#contract/invitations.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter, problems } from "#server/lib/http/api-router.ts";
import { createPageRouter, type PageDependencies } from "#server/privacy/person-pages.routes.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import { readInvitation, renewInvitation, revokeInvitation } from "./invitations.service.ts";

type Deps = Pick<AppDependencies, "db" | "now" | "config"> & { site: Site };

const tags = ["waves"];
const path = "/api/admin/invitations/{id}";

const renewRoute = createRoute({
  method: "post",
  path: `${path}/renew`,
  tags,
  summary: "Send a person a new code, which replaces the former one",
  request: { params: invitationIdSchema },
  responses: { 204: { description: "Its message waits" }, ...problems(400, 401, 403, 404, 409) },
});

const revokeRoute = createRoute({
  method: "post",
  path: `${path}/revoke`,
  tags,
  summary: "Revoke a code",
  request: { params: invitationIdSchema },
  responses: { 204: { description: "Revoked" }, ...problems(400, 401, 403, 404, 409) },
});

/** Actions of administrators on one invitation. */
export function invitationsRoutes(deps: Deps) {
  return createApiRouter()
    .openapi(renewRoute, async (c) => {
      await renewInvitation(deps, c.req.valid("param").id, c.var.admin);
      return c.body(null, 204);
    })
    .openapi(revokeRoute, async (c) => {
      await revokeInvitation(deps, c.req.valid("param").id, c.var.admin.email);
      return c.body(null, 204);
    });
}

const pagePath = "/i/:code";
const statuses = { valid: 200, redeemed: 200, revoked: 410, expired: 410 } as const;

/** The page behind the link of an invitation. It explains the code and links to the app. Opening it does not redeem the code. */
export function invitationPageRoutes(deps: PageDependencies & Deps) {
  return createPageRouter(deps, [pagePath]).get(pagePath, async (c: Context) => {
    const invitation = await readInvitation(deps, c.req.param("code") ?? "");
    if (invitation.state === "unknown")
      return deps.sitePages.answerCommon(c, { page: "invitation", state: "unknown" }, 404);
    return deps.sitePages.answer(c, { page: "invitation", ...invitation }, statuses[invitation.state]);
  });
}
