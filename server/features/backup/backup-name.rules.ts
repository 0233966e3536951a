import type { BackupKind } from "#contract/backup.ts";

/**
 * What a backup's file is called: the second in UTC, so that names sort as times do. Those that the clock did not make say so, and are
 * never cleared away with the others.
 */
export function backupName(madeAt: Date, kind: BackupKind): string {
  const [day, time] = madeAt.toISOString().slice(0, 19).split("T") as [string, string];
  const suffix = kind === "scheduled" ? "" : `-${kind}`;
  return `tenue-${day.replaceAll("-", "")}-${time.replaceAll(":", "")}${suffix}.tenue`;
}
