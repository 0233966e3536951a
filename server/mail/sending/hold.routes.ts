import { createRoute } from "@hono/zod-openapi";
import { mailHoldEndSchema, mailHoldSchema } from "#contract/mail-hold.schema.ts";
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
import type { Mail } from "../mail.ts";
import { endHold, getHold } from "./hold.service.ts";

const tags = ["email"];
const path = "/api/admin/email/hold";

const holdRoute = createRoute({
  method: "get",
  path,
  tags,
  summary: "Tell whether mail is held after a restore",
  responses: { 200: jsonResponse(mailHoldSchema, "The hold, or null"), ...problems(401) },
});

const endRoute = createRoute({
  method: "post",
  path: `${path}/end`,
  tags,
  summary:
    "End the hold; messages that waited in the backup are sent or cancelled. Super administrators, after a recent confirmation",
  middleware: [requireSuperAdmin, requireRecentConfirmation, limitBody()] as const,
  request: jsonBody(mailHoldEndSchema),
  responses: { 204: { description: "Ended" }, ...problems(400, 401, 403, 409, 413) },
});

export function holdRoutes(deps: AppDependencies & { mail: Mail }) {
  return createApiRouter()
    .openapi(holdRoute, async (c) => c.json(await getHold(deps), 200))
    .openapi(endRoute, async (c) => {
      await endHold(deps, { ...c.req.valid("json"), actor: c.var.admin.email });
      return c.body(null, 204);
    });
}
