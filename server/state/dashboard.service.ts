import type { Dashboard } from "#contract/dashboard.schema.ts";
import type { ToDoRow } from "#contract/to-do.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { getSending } from "#server/mail/sending/campaigns.service.ts";
import { getHold } from "#server/mail/sending/hold.service.ts";
import type { Shield } from "#server/shield/shield.service.ts";
import { getSamples } from "#server/signups/samples/samples.service.ts";
import { getOverview } from "#server/stats/stats.service.ts";

export type DashboardDeps = Pick<AppDependencies, "db" | "now" | "log"> & { shield: Pick<Shield, "report"> };

/** Everything that the dashboard shows an administrator when it opens. When one part cannot be read, the others are still shown. */
export async function getDashboard(
  deps: DashboardDeps & { listToDo: (admin: CurrentAdmin) => Promise<ToDoRow[]> },
  admin: CurrentAdmin,
): Promise<Dashboard> {
  const { db, shield, listToDo, log } = deps;
  const ifRead = <Part>(part: Promise<Part>) =>
    part.catch((error: unknown) => {
      log.error("failed to read a part of the dashboard", { error });
      return undefined;
    });
  const [overview, rows, samples, hold, report, sending] = await Promise.all([
    getOverview(deps),
    ifRead(listToDo(admin)),
    admin.isSuperAdmin ? ifRead(getSamples(db)) : undefined,
    ifRead(getHold(deps)),
    ifRead(shield.report()),
    ifRead(getSending(db)),
  ]);
  return { overview, toDo: rows && { rows }, samples, hold, shield: report, sending };
}
