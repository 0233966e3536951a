import type { AppDependencies } from "#server/app-dependencies.ts";
import { latestPlausible } from "#server/upkeep/clock.rules.ts";
import { findLastBackup } from "./last-backup.queries.ts";
import { findBackupsAfter } from "./schedule/backup-runs.queries.ts";

type Deps = Pick<AppDependencies, "db" | "now">;

const named = 5;

/** How old the newest backup is that was made whole, how big, when one was last verified, and what failed since. */
export const lastBackup = ({ db, now }: Deps) => findLastBackup(db, latestPlausible(now()));

/** The newest whole backups that a wrong clock dated in the future, by their files: nothing else counts them. */
export const futureBackups = ({ db, now }: Deps) =>
  findBackupsAfter(db, { after: latestPlausible(now()), limit: named });
