import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  audienceParamsSchema,
  correctAddressSchema,
  idempotencyKeyPattern,
  idempotencyKeySchema,
  resendConfirmationSchema,
  signupCreatedSchema,
  signupSchema,
} from "#contract/signup.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter, jsonBody, jsonResponse, problems } from "#server/lib/http/api-router.ts";
import { invalid } from "#server/lib/http/errors.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import type { ConfirmationAsked } from "#server/mail/sending/signup-messages.service.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import { resendToAddress } from "#server/privacy/confirmation.service.ts";
import { createDeviceReader } from "#server/referrals/client-device.ts";
import { limitAttempts } from "#server/shield/shield.routes.ts";
import type { Shield } from "#server/shield/shield.service.ts";
import { requireOpen } from "#server/site/opening.service.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import type { OwnAddress } from "./own-address.service.ts";
import { addressSettled } from "./signups.errors.ts";
import type { SignupIntake } from "./signups.service.ts";

const path = "/api/signups/{audience}";

const keyHeader = "Idempotency-Key";

const route = createRoute({
  method: "post",
  path,
  tags: ["signups"],
  summary:
    "Sign up for the beta; a repeated Idempotency-Key gets the first answer again; 403 carries a fresh token and puzzle",
  // Only describes the header; `idempotencyKey` reads it. A schema of headers would copy all headers for every request.
  parameters: [
    { in: "header", name: keyHeader, schema: { type: "string", pattern: idempotencyKeyPattern.source } },
  ],
  request: {
    params: audienceParamsSchema,
    ...jsonBody(signupSchema),
  },
  responses: {
    201: jsonResponse(signupCreatedSchema, "Signed up"),
    ...problems(400, 403, 409, 413, 429, 503),
  },
});

const correctRoute = createRoute({
  method: "patch",
  path,
  tags: ["signups"],
  summary:
    "Correct the address of the sign-up that the Idempotency-Key stored, for a few minutes and until it is confirmed; the new address is asked to confirm",
  parameters: route.parameters,
  request: { params: audienceParamsSchema, ...jsonBody(correctAddressSchema) },
  responses: { 204: { description: "Corrected" }, ...problems(400, 403, 409, 413, 429, 503) },
});

const resendRoute = createRoute({
  method: "post",
  path: `${path}/confirmation`,
  tags: ["signups"],
  summary: "Send the confirmation message again; the same answer for every address",
  request: { params: audienceParamsSchema, ...jsonBody(resendConfirmationSchema) },
  responses: { 204: { description: "Asked for" }, ...problems(400, 403, 413, 429, 503) },
});

type Deps = Pick<AppDependencies, "db" | "config" | "log"> & {
  site: Site;
  shield: Shield;
  addresses: Addresses;
  signupIntake: SignupIntake;
  ownAddress: OwnAddress;
  confirmationAsked: ConfirmationAsked;
};

export function signupsRoutes(deps: Deps) {
  const channel = { scripted: true };
  const deviceOf = createDeviceReader(deps.config);
  const limit = limitAttempts(deps, deps.shield, channel);
  return createApiRouter()
    .openapi({ ...route, middleware: [requireOpen(deps), limit, limitBody()] as const }, async (c) => {
      const id = await deps.signupIntake.takeSignup({
        ...channel,
        audience: c.req.valid("param").audience,
        body: c.req.valid("json"),
        key: idempotencyKey(c),
        device: deviceOf(c),
      });
      return c.json({ id, confirms: await deps.confirmationAsked() }, 201);
    })
    .openapi({ ...correctRoute, middleware: [limit, limitBody()] as const }, async (c) => {
      const { email, emailConfirmed } = c.req.valid("json");
      const { audience } = c.req.valid("param");
      const key = idempotencyKey(c);
      if (key === undefined) throw addressSettled();
      await deps.ownAddress.correct({ audience, key, email, emailConfirmed });
      return c.body(null, 204);
    })
    .openapi({ ...resendRoute, middleware: [limit, limitBody()] as const }, (c) => {
      const problem = resendToAddress(deps, { ...c.req.valid("param"), ...c.req.valid("json") });
      if (problem !== null) throw invalid({ email: problem });
      return c.body(null, 204);
    });
}

/** @throws ApiError 400 */
function idempotencyKey(c: Context): string | undefined {
  const key = idempotencyKeySchema.optional().safeParse(c.req.header(keyHeader));
  if (!key.success) throw invalid({ [keyHeader.toLowerCase()]: key.error.issues[0]?.message ?? "" });
  return key.data;
}
