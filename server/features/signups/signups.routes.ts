import { createRoute } from "@hono/zod-openapi";
import {
  audienceParamsSchema,
  idempotencyHeadersSchema,
  signupCreatedSchema,
  signupSchema,
} from "#contract/signup.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter, jsonAnswer, jsonBody, problems } from "#server/lib/http/api-router.ts";
import { createClientAddress } from "#server/lib/http/client-address.ts";
import { limitRate } from "#server/lib/http/rate-limit.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import type { SignupListener } from "./signup-listener.ts";
import { createSignupDesk } from "./signups.service.ts";

const path = "/api/signups/{audience}";

const route = createRoute({
  method: "post",
  path,
  tags: ["signups"],
  summary: "Sign up for the beta; a repeated Idempotency-Key gets the first answer again",
  request: {
    params: audienceParamsSchema,
    headers: idempotencyHeadersSchema,
    ...jsonBody(signupSchema),
  },
  responses: {
    201: jsonAnswer(signupCreatedSchema, "Signed up"),
    ...problems(400, 409, 413, 429),
  },
});

/** @param listeners what else happens with each sign-up, in the transaction that stores it */
export function signupsRoutes(deps: AppDependencies, listeners: SignupListener[] = []) {
  const { config, now } = deps;
  const desk = createSignupDesk(deps, listeners);
  const limit = limitRate({
    perMinute: config.signupLimitPerMinute,
    clientAddress: createClientAddress(config.trustProxy),
    now,
  });
  return createApiRouter().openapi({ ...route, middleware: [limit, limitBody()] as const }, async (c) => {
    const id = await desk.takeSignup({
      audience: c.req.valid("param").audience,
      body: c.req.valid("json"),
      key: c.req.valid("header")["idempotency-key"],
    });
    return c.json({ id }, 201);
  });
}
