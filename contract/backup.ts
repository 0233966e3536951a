/** Why a backup is made: by the clock, by an administrator, or before the first start of a release that changes the database. */
export const backupKinds = ["scheduled", "manual", "update"] as const;

/**
 * How long backups stay, until a super administrator changes it: of the scheduled ones the last of each day and of each week, the
 * manual ones and those before an update `maxAgeDays`. The legal texts promise it.
 */
export const initialRetention = { keepDays: 7, keepWeeks: 4, maxAgeDays: 35 } as const;

/** No setting keeps a backup in BACKUP_DIR for longer; only the newest one stays until there is another. */
export const oldestBackupDays = 366;
/** The most that `keepWeeks` may be, so that no backup is older than `oldestBackupDays`. */
export const keptWeeksMax = Math.floor(oldestBackupDays / 7);

export const backupMessages = {
  cutOff: "Interrompue avant la fin",
  underWay: "Une sauvegarde est déjà en cours.",
  noPlace:
    "Aucun endroit pour les sauvegardes : indiquez BACKUP_DIR ou BACKUP_COMMAND au démarrage du serveur.",
} as const;

export type BackupKind = (typeof backupKinds)[number];
