import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { type BackupKind, initialRetention } from "#contract/backup.ts";
import type { SuppressionReason, SuppressionScope } from "#contract/privacy.ts";
import { time } from "./columns.ts";

/** One row, made by the migration: when scheduled backups are made and how long backups are kept. */
export const backupSettings = pgTable(
  "backup_settings",
  {
    id: integer("id").primaryKey().default(1),
    /** Null is the default: every night on the embedded database, never on an external one. */
    scheduled: boolean("scheduled"),
    /** The hour of the day in Paris. */
    hour: integer("hour").notNull().default(3),
    keepDays: integer("keep_days").notNull().default(initialRetention.keepDays),
    keepWeeks: integer("keep_weeks").notNull().default(initialRetention.keepWeeks),
    maxAgeDays: integer("max_age_days").notNull().default(initialRetention.maxAgeDays),
    version: integer("version").notNull().default(1),
  },
  (table) => [
    check("backup_settings_single", sql`${table.id} = 1`),
    check("backup_settings_hour_check", sql`${table.hour} between 0 and 23`),
    check(
      "backup_settings_keep_check",
      sql`${table.keepDays} between 1 and 366 and ${table.keepWeeks} between 0 and 520`,
    ),
    check("backup_settings_max_age_check", sql`${table.maxAgeDays} between 1 and 3660`),
  ],
);

/** The result of each backup. A run without an end was interrupted with its process. Backups do not contain this table. */
export const backupRuns = pgTable(
  "backup_runs",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    kind: text("kind").$type<BackupKind>().notNull(),
    startedAt: time("started_at").notNull().defaultNow(),
    finishedAt: time("finished_at"),
    /** The file's name, without its folder. */
    file: text("file"),
    bytes: bigint("bytes", { mode: "number" }),
    rows: bigint("rows", { mode: "number" }),
    /** When the backup was restored into a scratch database and all counts and hashes agreed. */
    verifiedAt: time("verified_at"),
    /** Why the backup failed, for administrators. */
    error: text("error"),
  },
  (table) => [
    check("backup_runs_kind_check", sql`${table.kind} in ('scheduled', 'manual', 'update')`),
    index("backup_runs_started").on(table.startedAt),
  ],
);

/**
 * Erasures, suppressions, lifted suppressions and new addresses by keyed hash, written in the transaction of the change. Each instance
 * appends them to `erasures.ndjson` beside its backups. A restore replays them from that file.
 */
export const erasureLog = pgTable(
  "erasure_log",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text("kind").$type<"erased" | "suppressed" | "lifted" | "readdressed">().notNull(),
    emailHash: text("email_hash").notNull(),
    /** Which sign-up got the address of the line; null for other lines. */
    signupId: uuid("signup_id"),
    /** The scope of a suppression, as in `suppressions`, or of an objection (article 21); null for other lines. */
    scope: text("scope").$type<SuppressionScope>(),
    reason: text("reason").$type<SuppressionReason | "objected">(),
    until: time("until"),
    at: time("at").notNull().defaultNow(),
  },
  (table) => [
    check("erasure_log_kind_check", sql`${table.kind} in ('erased', 'suppressed', 'lifted', 'readdressed')`),
    check("erasure_log_signup_check", sql`(${table.kind} = 'readdressed') = (${table.signupId} is not null)`),
    check(
      "erasure_log_reason_check",
      sql`(${table.kind} in ('suppressed', 'lifted')) = (${table.reason} is not null)`,
    ),
    index("erasure_log_at").on(table.at),
  ],
);
