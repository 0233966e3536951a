import { createRoute } from "@hono/zod-openapi";
import { healthSchema } from "#contract/health.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { newestKnownMigration } from "#server/lib/database/migrations.ts";
import { createApiRouter, jsonAnswer, problems } from "#server/lib/http/api-router.ts";
import { unavailable } from "#server/lib/http/errors.ts";
import { findNewestMigration } from "./health.repository.ts";

const tags = ["Health"];
const ok = { status: "ok" } as const;

const healthRoute = createRoute({
  method: "get",
  path: "/api/health",
  tags,
  summary: "The process is up",
  responses: { 200: jsonAnswer(healthSchema, "It is") },
});

const readyRoute = createRoute({
  method: "get",
  path: "/api/ready",
  tags,
  summary: "The database is reachable and migrated: this instance can serve",
  responses: { 200: jsonAnswer(healthSchema, "It can"), ...problems(503) },
});

/** For load balancers and whoever watches the process. */
export function healthRoutes({ db }: AppDependencies) {
  const known = newestKnownMigration();
  return createApiRouter()
    .openapi(healthRoute, (c) => c.json(ok, 200))
    .openapi(readyRoute, async (c) => {
      if ((await findNewestMigration(db)) < known) throw unavailable();
      return c.json(ok, 200);
    });
}
