import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { redeemedSchema, redeemSchema } from "#contract/invitations.schema.ts";
import { idempotencyKeySchema } from "#contract/signup.schema.ts";
import { apiV1Tags, codeSamples } from "#server/api-docs/code-samples.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  createApiRouter,
  jsonBody,
  jsonResponse,
  problems,
  requireToken,
} from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { redeemInvitation } from "./redeem.service.ts";

const path = "/api/v1/invitations/redeem";

const redeemRoute = createRoute({
  method: "post",
  path,
  tags: apiV1Tags,
  summary: "Redeem the code of an invitation, once (scope invitations:redeem)",
  description:
    "404: there is no such code, or not for that address. 409: it was redeemed; `redeemedAt` says when. 410: it has expired or was revoked. With the same `Idempotency-Key` a success is answered again. `answers` come with the scope signups:read.",
  ...codeSamples({
    method: "POST",
    path,
    body: { code: "K7QM-3VXP-9DTA", email: "zoe@exemple.fr" },
    headers: { "Idempotency-Key": "5f0c9a52-6c1e-4a52" },
  }),
  middleware: [requireToken("invitations:redeem"), limitBody()] as const,
  request: {
    headers: z.object({ "idempotency-key": idempotencyKeySchema.optional() }),
    ...jsonBody(redeemSchema),
  },
  responses: {
    200: jsonResponse(redeemedSchema, "Who it is"),
    ...problems(400, 401, 403, 404, 409, 410, 413, 429),
  },
});

export function redeemRoutes(deps: Pick<AppDependencies, "db" | "now" | "config">) {
  return createApiRouter().openapi(redeemRoute, async (c) => {
    const idempotencyKey = c.req.valid("header")["idempotency-key"] ?? null;
    return c.json(
      await redeemInvitation(deps, { ...c.req.valid("json"), idempotencyKey, token: c.var.token }),
      200,
    );
  });
}
