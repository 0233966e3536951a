/** Why a backup is made: the schedule, an administrator, or the first start of a release that changes the database. */
export const backupKinds = ["scheduled", "manual", "update"] as const;

/**
 * How long backups are kept, until a super administrator changes it. Of the scheduled backups, the last of each day and of each
 * week is kept. Manual backups and backups before an update are kept for `maxAgeDays`. The legal texts promise these periods.
 */
export const initialRetention = { keepDays: 7, keepWeeks: 4, maxAgeDays: 35 } as const;

/** The longest that a setting can keep a backup in BACKUP_DIR. Only the newest backup may stay longer, until there is a newer one. */
export const oldestBackupDays = 366;
/** The maximum of `keepWeeks`, so that no backup is older than `oldestBackupDays`. */
export const keptWeeksMax = Math.floor(oldestBackupDays / 7);

export const backupMessages = {
  cutOff: "Interrompue avant la fin",
  underWay: "Une sauvegarde est déjà en cours.",
  noPlace:
    "Aucun endroit pour les sauvegardes : indiquez BACKUP_DIR ou BACKUP_COMMAND au démarrage du serveur.",
} as const;

export type BackupKind = (typeof backupKinds)[number];
