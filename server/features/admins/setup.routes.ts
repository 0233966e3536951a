import { createRoute } from "@hono/zod-openapi";
import { setUpSchema, setUpStateSchema } from "#contract/admins.schema.ts";
import { attemptLimits } from "#contract/admins.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter, jsonAnswer, jsonBody, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { attemptKey, beginAttempt } from "./attempts.service.ts";
import { createRequestIdentity } from "./request-identity.ts";
import { isSetUpRequired, setUpFirstAdmin } from "./setup.service.ts";

const tags = ["First start"];

const stateRoute = createRoute({
  method: "get",
  path: "/api/setup",
  tags,
  summary: "Whether the first administrator is still to be made",
  responses: { 200: jsonAnswer(setUpStateSchema, "The state") },
});

const setUpRoute = createRoute({
  method: "post",
  path: "/api/setup",
  tags,
  summary: "Make the first administrator; the activation link appears on the server's console",
  middleware: [limitBody()],
  request: jsonBody(setUpSchema),
  responses: {
    201: jsonAnswer(setUpSchema, "Made; nothing of the link is in the answer"),
    ...problems(400, 409, 429),
  },
});

export function setUpRoutes(deps: AppDependencies) {
  const identity = createRequestIdentity(deps);
  return createApiRouter()
    .openapi(stateRoute, async (c) => c.json({ required: await isSetUpRequired(deps.db) }, 200))
    .openapi(setUpRoute, async (c) => {
      const { email } = c.req.valid("json");
      await beginAttempt(deps, [
        attemptKey(deps, "set-up-address", identity.address(c), attemptLimits.otherPerAddress),
      ]);
      await setUpFirstAdmin(deps, email);
      return c.json({ email }, 201);
    });
}
