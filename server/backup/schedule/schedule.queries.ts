import { and, desc, eq, gt, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { z } from "zod";
import { type BackupKind, keptWeeksMax, oldestBackupDays } from "#contract/backup.ts";
import { backupRuns, backupSettings } from "#db/schema/backup.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/sql.ts";
import type { RecordedFiles } from "./retention.rules.ts";

export type StoredRun = typeof backupRuns.$inferSelect;

/** @param until leaves out runs that began or ended later */
export async function findNewestRuns(
  db: Db,
  { limit, until }: { limit: number; until?: Date },
): Promise<StoredRun[]> {
  return db
    .select()
    .from(backupRuns)
    .where(until && lte(lastTime, until))
    .orderBy(desc(backupRuns.startedAt), desc(backupRuns.id))
    .limit(limit);
}

/** Names the complete backups that began or ended after a time: by their file, or by their start without one. */
export async function findBackupsAfter(
  db: Db,
  { after, limit }: { after: Date; limit: number },
): Promise<string[]> {
  const runs = await db
    .select()
    .from(backupRuns)
    .where(and(gt(lastTime, after), isNotNull(backupRuns.finishedAt)))
    .orderBy(desc(backupRuns.startedAt))
    .limit(limit);
  return runs.map(({ file, startedAt }) => file ?? startedAt.toISOString());
}

export async function insertRun(db: Db, run: { kind: BackupKind; startedAt: Date }): Promise<StoredRun> {
  const [row] = await db.insert(backupRuns).values(run).returning();
  if (!row) throw new Error("the run was not inserted");
  return row;
}

export type RunEnd = Pick<StoredRun, "finishedAt" | "file" | "bytes" | "rows" | "verifiedAt" | "error">;

/** Records a backup made from a shell or by an update, unless the database is too old to have the table. */
export async function insertMadeRun(
  db: Db,
  run: Omit<StoredRun, "id" | "verifiedAt" | "error">,
): Promise<void> {
  const { rows } = await db.execute(sql`select 1 where to_regclass('backup_runs') is not null`);
  if (rows.length > 0) await db.insert(backupRuns).values(run);
}

/** Finds the newest backup that an update recorded after the last applied migration, so its schema is the present one. */
export async function findUpdateFile(
  db: Db,
  { after, until }: { after: Date; until: Date },
): Promise<string | null> {
  // Migrations have no date, but a row that was inserted later has a younger transaction id. A verification renews that of its row.
  const isOfThisSchema = sql`age(backup_runs.xmin) < (select min(age(xmin)) from drizzle.__drizzle_migrations)`;
  const [row] = await db
    .select({ file: backupRuns.file })
    .from(backupRuns)
    .where(
      and(
        eq(backupRuns.kind, "update"),
        gt(backupRuns.startedAt, after),
        lte(backupRuns.startedAt, until),
        isNull(backupRuns.verifiedAt),
        isOfThisSchema,
      ),
    )
    .orderBy(desc(backupRuns.startedAt))
    .limit(1);
  return row?.file ?? null;
}

/** Marks the run that made this file as verified, unless the database is too old to have the table. */
export async function setVerified(db: Db, file: string, verifiedAt: Date): Promise<void> {
  const { rows } = await db.execute(sql`select 1 where to_regclass('backup_runs') is not null`);
  if (rows.length === 0) return;
  await db
    .update(backupRuns)
    .set({ verifiedAt })
    .where(and(eq(backupRuns.file, file), isNotNull(backupRuns.finishedAt)));
}

/** Ends an open run; an abandoned run stays marked as failed. */
export async function endRun(db: Db, id: string, end: RunEnd): Promise<void> {
  await db
    .update(backupRuns)
    .set(end)
    .where(and(eq(backupRuns.id, id), isOpen));
}

/** Marks open runs as failed when their process must have ended: they began before `before`, or are dated after `after`. */
export async function failAbandonedRuns(
  db: Db,
  { before, after, error }: { before: Date; after: Date; error: string },
): Promise<void> {
  await db
    .update(backupRuns)
    .set({ error })
    .where(and(isOpen, or(lt(backupRuns.startedAt, before), gt(backupRuns.startedAt, after))));
}

export async function findLastVerification(db: Db, until: Date): Promise<Date | null> {
  const [row] = await db
    .select({ at: backupRuns.verifiedAt })
    .from(backupRuns)
    .where(lte(backupRuns.verifiedAt, until))
    .orderBy(desc(backupRuns.verifiedAt))
    .limit(1);
  return row?.at ?? null;
}

export async function findRecordedFiles(db: Db): Promise<RecordedFiles> {
  const runs = await db
    .select({ file: backupRuns.file, verifiedAt: backupRuns.verifiedAt })
    .from(backupRuns)
    .where(and(isNotNull(backupRuns.finishedAt), isNull(backupRuns.error)));
  const verified = runs.filter(({ verifiedAt }) => verifiedAt !== null);
  const filesOf = (some: typeof runs) => new Set(some.flatMap(({ file }) => file ?? []));
  return { made: filesOf(runs), verified: filesOf(verified) };
}

export async function deleteRunsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(backupRuns).where(lt(backupRuns.startedAt, before));
}

const lastTime = sql`greatest(${backupRuns.startedAt}, ${backupRuns.finishedAt})`;
const isOpen = and(isNull(backupRuns.finishedAt), isNull(backupRuns.error));

const lastBackupSchema = z.object({
  madeAt: z.number().nullable(),
  bytes: z.number().nullable(),
  verifiedAt: z.number().nullable(),
  failedSince: z.number(),
});

/**
 * Finds the newest complete backup, and counts the failures after it. Times in seconds since 1970.
 * @param until leaves out later runs
 */
export function findLastBackup(db: Db, until: Date): Promise<z.output<typeof lastBackupSchema>> {
  const limit = sql`${until.toISOString()}::timestamptz`;
  return onlyRow(
    db,
    lastBackupSchema,
    sql`
    with plausible as (select * from backup_runs where greatest(started_at, finished_at) <= ${limit}),
      good as (select * from plausible where finished_at is not null and error is null)
    select extract(epoch from max(finished_at))::float8 as "madeAt",
      (select bytes from good order by started_at desc limit 1)::float8 as bytes,
      extract(epoch from max(verified_at) filter (where verified_at <= ${limit}))::float8 as "verifiedAt",
      (select count(*) from plausible where error is not null
        and started_at > coalesce((select max(started_at) from good), '-infinity'))::int as "failedSince"
    from good`,
  );
}

export type StoredBackupSettings = Omit<typeof backupSettings.$inferSelect, "id">;

export async function findBackupSettings(db: Db): Promise<StoredBackupSettings> {
  const [row] = await db.select().from(backupSettings);
  return toSettings(row);
}

/** Locks the settings, so that no other process begins a backup before the transaction ends. */
export async function lockBackupSettings(tx: Db): Promise<StoredBackupSettings> {
  const [row] = await tx.select().from(backupSettings).for("update");
  return toSettings(row);
}

/** Saves the next version of the settings. @returns null when the stored version is not the given one */
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

function toSettings(row: typeof backupSettings.$inferSelect | undefined): StoredBackupSettings {
  if (!row) throw new Error("the row of the table backup_settings is gone");
  // An earlier version of Tenue accepted higher numbers.
  const { keepWeeks, maxAgeDays } = row;
  return {
    ...row,
    keepWeeks: Math.min(keepWeeks, keptWeeksMax),
    maxAgeDays: Math.min(maxAgeDays, oldestBackupDays),
  };
}
