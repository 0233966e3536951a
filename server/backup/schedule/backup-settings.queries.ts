import { and, eq } from "drizzle-orm";
import { backupSettings } from "#db/schema/backup.ts";
import type { Db } from "#server/lib/database/database.ts";

export type StoredBackupSettings = Omit<typeof backupSettings.$inferSelect, "id">;

export async function findBackupSettings(db: Db): Promise<StoredBackupSettings> {
  const [row] = await db.select().from(backupSettings);
  return givenRow(row);
}

/** Until the transaction ends nobody else begins a backup. */
export async function lockBackupSettings(tx: Db): Promise<StoredBackupSettings> {
  const [row] = await tx.select().from(backupSettings).for("update");
  return givenRow(row);
}

/** The next version, unless it has moved on from the one given. @returns null when it has */
export async function updateBackupSettings(
  db: Db,
  { version, ...values }: Omit<StoredBackupSettings, "scheduled"> & { scheduled: boolean },
): Promise<StoredBackupSettings | null> {
  const [row] = await db
    .update(backupSettings)
    .set({ ...values, version: version + 1 })
    .where(and(eq(backupSettings.id, 1), eq(backupSettings.version, version)))
    .returning();
  return row ?? null;
}

function givenRow(row: typeof backupSettings.$inferSelect | undefined): StoredBackupSettings {
  if (!row) throw new Error("the row of the table backup_settings is gone");
  return row;
}
