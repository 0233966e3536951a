import type { AppDependencies } from "#server/app-dependencies.ts";
import { findLastBackup } from "./last-backup.repository.ts";

/** How old the newest backup is that was made whole, how big, when one was last verified, and what failed since. */
export const lastBackup = ({ db }: Pick<AppDependencies, "db">) => findLastBackup(db);
