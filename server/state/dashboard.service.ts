import type { Dashboard } from "#contract/dashboard.schema.ts";
import type { ToDoRow } from "#contract/to-do.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { getSending } from "#server/mail/sending/campaigns.service.ts";
import { getHold } from "#server/mail/sending/hold.service.ts";
import type { Shield } from "#server/shield/shield.service.ts";
import { getSamples } from "#server/signups/samples/samples.service.ts";
import { getOverview } from "#server/stats/stats.service.ts";

export type DashboardDeps = Pick<AppDependencies, "db" | "now"> & { shield: Pick<Shield, "report"> };

/** All that the dashboard shows one administrator when it opens. */
export async function getDashboard(
  deps: DashboardDeps & { listToDo: (admin: CurrentAdmin) => Promise<ToDoRow[]> },
  admin: CurrentAdmin,
): Promise<Dashboard> {
  const { db, shield, listToDo } = deps;
  const [overview, rows, samples, hold, report, sending] = await Promise.all([
    getOverview(deps),
    listToDo(admin),
    admin.isSuperAdmin ? getSamples(db) : null,
    getHold(deps),
    shield.report(),
    getSending(db),
  ]);
  return { overview, toDo: { rows }, samples, hold, shield: report, sending };
}
