import { and, desc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { BackupKind } from "#contract/backup.ts";
import { backupRuns } from "#db/schema/backup.ts";
import type { Db } from "#server/lib/database/database.ts";

export type StoredRun = typeof backupRuns.$inferSelect;

export async function findNewestRuns(db: Db, limit: number): Promise<StoredRun[]> {
  return db.select().from(backupRuns).orderBy(desc(backupRuns.startedAt), desc(backupRuns.id)).limit(limit);
}

export async function insertRun(db: Db, run: { kind: BackupKind; startedAt: Date }): Promise<StoredRun> {
  const [row] = await db.insert(backupRuns).values(run).returning();
  if (!row) throw new Error("the run was not inserted");
  return row;
}

export type RunEnd = Pick<StoredRun, "finishedAt" | "file" | "bytes" | "rows" | "verifiedAt" | "error">;

/** One that somebody made from a shell, or that an update made. A database from before the table keeps no note. */
export async function insertMadeRun(
  db: Db,
  run: Omit<StoredRun, "id" | "verifiedAt" | "error">,
): Promise<void> {
  const { rows } = await db.execute(sql`select 1 where to_regclass('backup_runs') is not null`);
  if (rows.length > 0) await db.insert(backupRuns).values(run);
}

/** Of the run that made this file, if it is known here. A database from before the table keeps no note. */
export async function setVerified(db: Db, file: string, verifiedAt: Date): Promise<void> {
  const { rows } = await db.execute(sql`select 1 where to_regclass('backup_runs') is not null`);
  if (rows.length === 0) return;
  await db
    .update(backupRuns)
    .set({ verifiedAt })
    .where(and(eq(backupRuns.file, file), isNotNull(backupRuns.finishedAt)));
}

/** Only while it is open: what was given up as cut off stays so. */
export async function endRun(db: Db, id: string, end: RunEnd): Promise<void> {
  await db
    .update(backupRuns)
    .set(end)
    .where(and(eq(backupRuns.id, id), isOpen));
}

/** Those that nobody will end any more. */
export async function endCutOff(db: Db, before: Date, error: string): Promise<void> {
  await db
    .update(backupRuns)
    .set({ error })
    .where(and(isOpen, lt(backupRuns.startedAt, before)));
}

export async function findLastVerification(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ at: backupRuns.verifiedAt })
    .from(backupRuns)
    .where(sql`${backupRuns.verifiedAt} is not null`)
    .orderBy(desc(backupRuns.verifiedAt))
    .limit(1);
  return row?.at ?? null;
}

export async function deleteRunsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(backupRuns).where(lt(backupRuns.startedAt, before));
}

const isOpen = and(isNull(backupRuns.finishedAt), isNull(backupRuns.error));
