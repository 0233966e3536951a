import { createRoute } from "@hono/zod-openapi";
import { healthSchema } from "#contract/state.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { isDatabaseUnavailable } from "#server/lib/database/database-errors.ts";
import { createApiRouter, jsonResponse, problems } from "#server/lib/http/api-router.ts";
import { ApiError, unavailable } from "#server/lib/http/errors.ts";
import type { Mail } from "#server/mail/mail.ts";
import { createReadiness } from "./readiness.service.ts";

const tags = ["health"];
const ok = { status: "ok" } as const;

const healthRoute = createRoute({
  method: "get",
  path: "/api/health",
  tags,
  summary: "Check that the process runs",
  responses: { 200: jsonResponse(healthSchema, "Running") },
});

const readyRoute = createRoute({
  method: "get",
  path: "/api/ready",
  tags,
  summary:
    "Check that sign-ups can be stored and mail is sent: the database answers, is migrated and takes writes. Answers within two seconds",
  responses: { 200: jsonResponse(healthSchema, "Ready"), ...problems(503) },
});

/** Routes for load balancers and process monitors. */
export function healthRoutes({ db, mail, log }: AppDependencies & { mail: Mail }) {
  const ensureReady = createReadiness(db, mail.isAlive);
  return createApiRouter()
    .openapi(healthRoute, (c) => c.json(ok, 200))
    .openapi(readyRoute, async (c) => {
      await ensureReady().catch((error: unknown) => {
        if (error instanceof ApiError || isDatabaseUnavailable(error)) throw error;
        log.error("the server is not ready", { error });
        throw unavailable();
      });
      return c.json(ok, 200);
    });
}
