import { createRoute } from "@hono/zod-openapi";
import {
  backupRunSchema,
  backupSettingsUpdateSchema,
  backupsSchema,
  presentBackupSettingsSchema,
} from "#contract/backup.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  createApiRouter,
  jsonBody,
  jsonResponse,
  problems,
  requireRecentConfirmation,
  requireSuperAdmin,
  staleResponse,
} from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { getBackups, presentRun, saveBackupSettings } from "./backups.service.ts";
import type { BackupSchedule } from "./schedule.service.ts";

const tags = ["backups"];
const path = "/api/admin/backups";

const listRoute = createRoute({
  method: "get",
  path,
  tags,
  summary: "Get the backup schedule, its target and recent runs",
  middleware: [requireSuperAdmin] as const,
  responses: { 200: jsonResponse(backupsSchema, "The backups"), ...problems(401, 403) },
});

const beginRoute = createRoute({
  method: "post",
  path,
  tags,
  summary: "Start a backup; the list shows its result",
  middleware: [requireSuperAdmin] as const,
  responses: { 202: jsonResponse(backupRunSchema, "Begun"), ...problems(401, 403, 409) },
});

const saveRoute = createRoute({
  method: "put",
  path: `${path}/settings`,
  tags,
  summary:
    "Save the schedule and the retention of backups, which deletes older ones; after a recent confirmation",
  middleware: [requireSuperAdmin, requireRecentConfirmation, limitBody()] as const,
  request: jsonBody(backupSettingsUpdateSchema),
  responses: {
    200: jsonResponse(presentBackupSettingsSchema, "Saved"),
    ...problems(400, 401, 403, 413),
    ...staleResponse(presentBackupSettingsSchema),
  },
});

/** The routes of backups, for super administrators only. */
export function backupsRoutes(deps: AppDependencies & { backups: BackupSchedule }) {
  return createApiRouter()
    .openapi(listRoute, async (c) => c.json(await getBackups(deps), 200))
    .openapi(beginRoute, async (c) => c.json(presentRun(await deps.backups.beginNow(c.var.admin.email)), 202))
    .openapi(saveRoute, async (c) =>
      c.json(await saveBackupSettings(deps, c.req.valid("json"), c.var.admin.email), 200),
    );
}
