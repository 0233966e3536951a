import { createRoute } from "@hono/zod-openapi";
import { signupPageV1Schema, signupsV1QuerySchema, signupV1Schema } from "#contract/api-v1.schema.ts";
import { audienceParamsSchema, signupParamsSchema } from "#contract/signup.schema.ts";
import { apiV1Tags, codeSamples } from "#server/api-docs/code-samples.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter, jsonResponse, problems, requireToken } from "#server/lib/http/api-router.ts";
import { getApiSignup, listApiSignups } from "./api-signups.service.ts";

const listRoute = createRoute({
  method: "get",
  path: "/api/v1/signups/{audience}",
  tags: apiV1Tags,
  summary: "List sign-ups in the order of their last change, oldest first (scope signups:read)",
  description:
    "Follow nextCursor until it is null. To stay up to date, call again with updated_since = the last updatedAt that you read; rows of that exact time are repeated. Changes appear in order, after all concurrent transactions have ended, so that no change is lost but one may be minutes late during a backup or an import. Keep the last updatedAt when a page is empty. Samples and people who limited the use of their data are left out. Deletions are not listed: read all sign-ups from time to time, and after a restored backup, and remove the missing ones.",
  ...codeSamples({
    method: "GET",
    path: "/api/v1/signups/user?limit=100&updated_since=2026-11-01T00:00:00Z",
  }),
  middleware: [requireToken("signups:read")] as const,
  request: { params: audienceParamsSchema, query: signupsV1QuerySchema },
  responses: { 200: jsonResponse(signupPageV1Schema, "A page"), ...problems(400, 401, 403, 429) },
});

const signupRoute = createRoute({
  method: "get",
  path: "/api/v1/signups/{audience}/{id}",
  tags: apiV1Tags,
  summary: "Get a sign-up (scope signups:read)",
  ...codeSamples({ method: "GET", path: "/api/v1/signups/brand/3f0a7c1e-5b0d-4a57-9c0e-2f6f1a1d9b10" }),
  middleware: [requireToken("signups:read")] as const,
  request: { params: signupParamsSchema },
  responses: { 200: jsonResponse(signupV1Schema, "The sign-up"), ...problems(400, 401, 403, 404, 429) },
});

export function apiSignupsRoutes({ db }: AppDependencies) {
  return createApiRouter()
    .openapi(listRoute, async (c) => {
      const { audience } = c.req.valid("param");
      return c.json(await listApiSignups(db, audience, c.req.valid("query")), 200);
    })
    .openapi(signupRoute, async (c) => {
      const { audience, id } = c.req.valid("param");
      return c.json(await getApiSignup(db, audience, id), 200);
    });
}
