import { z } from "zod";
import { backupKinds, keptWeeksMax, oldestBackupDays } from "./backup.ts";
import { messages } from "./errors.ts";
import { startedFrom, versioned } from "./version.schema.ts";

const whole = (least: number, most: number) => {
  const between = `Indiquez un nombre entier de ${least} à ${most}`;
  return z.int(between).min(least, between).max(most, between);
};

/** When scheduled backups are made and how long backups are kept. */
const backupSettingsSchema = z.object({
  scheduled: z.boolean(messages.invalid),
  /** The hour of the day in Paris. */
  hour: whole(0, 23),
  keepDays: whole(1, oldestBackupDays),
  keepWeeks: whole(0, keptWeeksMax),
  /** How many days BACKUP_DIR keeps manual backups and backups before an update. */
  maxAgeDays: whole(1, oldestBackupDays),
});

export const backupSettingsUpdateSchema = z.strictObject(
  { ...backupSettingsSchema.shape, ...startedFrom },
  messages.invalid,
);

/** The settings as the server answers them, with their version. */
export const presentBackupSettingsSchema = z.object({ ...backupSettingsSchema.shape, ...versioned });
export type BackupSettings = z.infer<typeof presentBackupSettingsSchema>;

/** One backup. It is under way while `finishedAt` and `error` are both missing. Times are ISO 8601 in UTC. */
export const backupRunSchema = z.object({
  id: z.uuid(),
  kind: z.enum(backupKinds),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  file: z.string().nullable(),
  bytes: z.number().nullable(),
  rows: z.number().nullable(),
  verifiedAt: z.string().nullable(),
  error: z.string().nullable(),
});
export type BackupRun = z.infer<typeof backupRunSchema>;

/** `GET /api/admin/backups`. */
export const backupsSchema = z.object({
  settings: presentBackupSettingsSchema,
  /** The newest first, twenty at most. */
  runs: z.array(backupRunSchema),
  /** Where backups are stored; null when BACKUP_DIR and BACKUP_COMMAND are both unset. */
  place: z.enum(["folder", "command", "both"]).nullable(),
  encrypted: z.boolean(),
});
export type Backups = z.infer<typeof backupsSchema>;
