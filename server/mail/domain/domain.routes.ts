import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { dkimKeyListSchema, dkimKeySchema, domainCheckSchema } from "#contract/email-domain.schema.ts";
import { messages } from "#contract/errors.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  createApiRouter,
  jsonResponse,
  problems,
  requireRecentConfirmation,
  requireSuperAdmin,
} from "#server/lib/http/api-router.ts";
import type { DomainChecker, Mail } from "#server/mail/mail.ts";
import { createDkimKey, listDkimKeys, retireDkimKey } from "./dkim-keys.service.ts";

const tags = ["email"];
const path = "/api/admin/email";
const protection = [requireSuperAdmin, requireRecentConfirmation];

const lastCheckRoute = createRoute({
  method: "get",
  path: `${path}/domain-check`,
  tags,
  summary: "Get the result of the last check of the sender's domain, without a new check",
  responses: {
    200: jsonResponse(domainCheckSchema, "The rows, none before the first check"),
    ...problems(401),
  },
});

const checkRoute = createRoute({
  method: "post",
  path: `${path}/domain-check`,
  tags,
  summary:
    "Check the sender's domain within ten seconds; later answers count as unknown. Sends a message to the bounce mailbox, every two minutes at most",
  responses: { 200: jsonResponse(domainCheckSchema, "The rows"), ...problems(401) },
});

const keysRoute = createRoute({
  method: "get",
  path: `${path}/dkim`,
  tags,
  summary: "List the DKIM keys, oldest first, with their DNS records",
  responses: { 200: jsonResponse(dkimKeyListSchema, "The keys"), ...problems(401) },
});

const createKeyRoute = createRoute({
  method: "post",
  path: `${path}/dkim`,
  tags,
  summary:
    "Make a DKIM key for the sender's domain; it signs once the DNS holds it. Super administrators, after a recent confirmation",
  middleware: protection,
  responses: { 201: jsonResponse(dkimKeySchema, "Made"), ...problems(401, 403, 409) },
});

const retireKeyRoute = createRoute({
  method: "delete",
  path: `${path}/dkim/{selector}`,
  tags,
  summary:
    "Retire a DKIM key, or remove it when it never signed. Super administrators, after a recent confirmation",
  middleware: protection,
  request: {
    params: z.object({ selector: z.string(messages.invalid).regex(/^[a-z0-9-]{1,63}$/i, messages.invalid) }),
  },
  responses: { 204: { description: "Done" }, ...problems(400, 401, 403, 404) },
});

/** The sender's domain and the keys that sign for it. */
export function domainRoutes(deps: AppDependencies & { mail: Mail; domainChecker: DomainChecker }) {
  const { domainChecker } = deps;
  return createApiRouter()
    .openapi(lastCheckRoute, async (c) => c.json(await domainChecker.last(), 200))
    .openapi(checkRoute, async (c) => c.json(await domainChecker.check(c.var.admin.email), 200))
    .openapi(keysRoute, async (c) => c.json({ items: await listDkimKeys(deps) }, 200))
    .openapi(createKeyRoute, async (c) => c.json(await createDkimKey(deps, c.var.admin.email), 201))
    .openapi(retireKeyRoute, async (c) => {
      await retireDkimKey(deps, c.req.valid("param").selector, c.var.admin.email);
      return c.body(null, 204);
    });
}
