import { createRoute } from "@hono/zod-openapi";
import { recipientFactsSchema, recipientSchema } from "#contract/email.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter, jsonAnswer, jsonBody, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import { findRecipientFacts } from "./recipient.service.ts";

/** A POST, so that the address stands in no log of addresses. */
const recipientRoute = createRoute({
  method: "post",
  path: "/api/admin/email/recipient",
  tags: ["email"],
  summary: "What was last written to an address, and why it is not written to",
  middleware: [limitBody()] as const,
  request: jsonBody(recipientSchema),
  responses: { 200: jsonAnswer(recipientFactsSchema, "What is known"), ...problems(400, 401, 413) },
});

export function recipientRoutes(deps: Pick<AppDependencies, "db"> & { addresses: Addresses }) {
  return createApiRouter().openapi(recipientRoute, async (c) =>
    c.json(await findRecipientFacts(deps, c.req.valid("json").email), 200),
  );
}
