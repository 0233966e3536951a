/** Why a backup is made: by the clock, by somebody, or before the first start of a release that changes the database. */
export const backupKinds = ["scheduled", "manual", "update"] as const;

/** How long those that the clock makes stay, until a super administrator says otherwise. The legal texts promise it. */
export const initialRetention = { keepDays: 7, keepWeeks: 4 } as const;

export const backupMessages = {
  cutOff: "Interrompue avant la fin",
  underWay: "Une sauvegarde est déjà en cours.",
  noPlace:
    "Aucun endroit pour les sauvegardes : indiquez BACKUP_DIR ou BACKUP_COMMAND au démarrage du serveur.",
} as const;

export type BackupKind = (typeof backupKinds)[number];
