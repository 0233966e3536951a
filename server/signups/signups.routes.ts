import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  audienceParamsSchema,
  idempotencyKeyPattern,
  idempotencyKeySchema,
  signupCreatedSchema,
  signupSchema,
} from "#contract/signup.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter, jsonAnswer, jsonBody, problems } from "#server/lib/http/api-router.ts";
import { invalid } from "#server/lib/http/errors.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { limitAttempts } from "#server/shield/shield.routes.ts";
import type { Shield } from "#server/shield/shield.service.ts";
import { requireOpen } from "#server/site/opening.service.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import type { SignupIntake } from "./signups.service.ts";

const path = "/api/signups/{audience}";

const keyHeader = "Idempotency-Key";

const route = createRoute({
  method: "post",
  path,
  tags: ["signups"],
  summary:
    "Sign up for the beta; a repeated Idempotency-Key gets the first answer again; 403 carries a fresh token and puzzle",
  // Described here and read by `idempotencyKey`: a schema of headers has all of them copied, for every request.
  parameters: [
    { in: "header", name: keyHeader, schema: { type: "string", pattern: idempotencyKeyPattern.source } },
  ],
  request: {
    params: audienceParamsSchema,
    ...jsonBody(signupSchema),
  },
  responses: {
    201: jsonAnswer(signupCreatedSchema, "Signed up"),
    ...problems(400, 403, 409, 413, 429, 503),
  },
});

type Deps = Pick<AppDependencies, "config"> & { site: Site; shield: Shield; signupIntake: SignupIntake };

export function signupsRoutes(deps: Deps) {
  const channel = { scripted: true };
  const limit = limitAttempts(deps, deps.shield, channel);
  return createApiRouter().openapi(
    { ...route, middleware: [requireOpen(deps), limit, limitBody()] as const },
    async (c) => {
      const id = await deps.signupIntake.takeSignup({
        ...channel,
        audience: c.req.valid("param").audience,
        body: c.req.valid("json"),
        key: idempotencyKey(c),
      });
      return c.json({ id }, 201);
    },
  );
}

/** @throws ApiError 400 */
function idempotencyKey(c: Context): string | undefined {
  const key = idempotencyKeySchema.optional().safeParse(c.req.header(keyHeader));
  if (!key.success) throw invalid({ [keyHeader.toLowerCase()]: key.error.issues[0]?.message ?? "" });
  return key.data;
}
