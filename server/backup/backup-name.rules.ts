import type { BackupKind } from "#contract/backup.ts";

/** The file name of a backup: the second in UTC, so that names sort as times do, and the kind unless the schedule made it. */
export function backupName(madeAt: Date, kind: BackupKind): string {
  const [day, time] = madeAt.toISOString().slice(0, 19).split("T") as [string, string];
  const suffix = kind === "scheduled" ? "" : `-${kind}`;
  return `tenue-${day.replaceAll("-", "")}-${time.replaceAll(":", "")}${suffix}.tenue`;
}
