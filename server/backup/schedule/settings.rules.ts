import type { Backups } from "#contract/backup.schema.ts";
import type { Config } from "#server/lib/config.ts";

type Places = Pick<Config, "backupDir" | "backupCommand">;

/** Where backups go; null: nowhere. */
export function placeOf({ backupDir, backupCommand }: Places): Backups["place"] {
  if (backupDir === undefined) return backupCommand === undefined ? null : "command";
  return backupCommand === undefined ? "folder" : "both";
}

/** Unless somebody said otherwise: every night on the embedded database, never on another, which has backups of its own. */
export function isMadeByItself(
  { scheduled }: { scheduled: boolean | null },
  config: Places & Pick<Config, "databaseUrl">,
): boolean {
  return placeOf(config) !== null && (scheduled ?? config.databaseUrl === undefined);
}

/** A key that only encrypts cannot prove anything. */
export const canVerify = ({ backupKey }: Pick<Config, "backupKey">): boolean =>
  !backupKey?.startsWith("age1");
