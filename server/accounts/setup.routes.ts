import { createRoute } from "@hono/zod-openapi";
import { setUpAnswerSchema, setUpSchema, setUpStateSchema } from "#contract/admins.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter, jsonAnswer, jsonBody, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { countByAddress, returnAttempt } from "./attempts.service.ts";
import { createRequestIdentity } from "./request-identity.ts";
import { isSetUpRequired, setUpFirstAdmin } from "./setup.service.ts";

const tags = ["First start"];

const setUpStateRoute = createRoute({
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
  summary: "Make the first administrator, with the code from the server's console",
  request: jsonBody(setUpSchema),
  responses: {
    201: jsonAnswer(setUpAnswerSchema, "Made; the link leads to the choice of the password"),
    ...problems(400, 403, 409, 429),
  },
});

export function setUpRoutes(deps: AppDependencies) {
  const identity = createRequestIdentity(deps);
  const middleware = [countByAddress(deps, "set-up-address"), limitBody()];
  return createApiRouter()
    .openapi(setUpStateRoute, async (c) => c.json({ required: await isSetUpRequired(deps.db) }, 200))
    .openapi({ ...setUpRoute, middleware }, async (c) => {
      const { activationLink } = await setUpFirstAdmin(deps, c.req.valid("json"));
      await returnAttempt(deps, "set-up-address", await identity.client(c));
      return c.json({ activationLink }, 201);
    });
}
