/** Why a backup is made: by the clock, by somebody, or before the first start of a release that changes the database. */
export const backupKinds = ["scheduled", "manual", "update"] as const;
export type BackupKind = (typeof backupKinds)[number];
