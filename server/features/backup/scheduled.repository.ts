import { backupSettings } from "#db/schema/backup.ts";
import type { Db } from "#server/lib/database/database.ts";

/** What the settings say; null: nothing. */
export async function findScheduled(db: Db): Promise<boolean | null> {
  const [row] = await db.select({ scheduled: backupSettings.scheduled }).from(backupSettings);
  return row?.scheduled ?? null;
}
