import type { BackupRun, Backups } from "#contract/backup.schema.ts";
import type { BackupKind } from "#contract/backup.ts";
import { formatCount, formatDateTime, formatNumber } from "#web/lib/format.ts";

export const kindLabels: Record<BackupKind, string> = {
  scheduled: "Automatique",
  manual: "À la demande",
  update: "Avant mise à jour",
};

type Place = NonNullable<Backups["place"]>;

const places: Record<Place, string> = {
  folder: "Elles vont dans le dossier BACKUP_DIR",
  command: "Elles sont remises à BACKUP_COMMAND",
  both: "Elles vont dans le dossier BACKUP_DIR et sont remises à BACKUP_COMMAND",
};

export function describePlace({ place, encrypted }: { place: Place; encrypted: boolean }): string {
  return `${places[place]}, ${encrypted ? "chiffrées" : "sans chiffrement (BACKUP_KEY)"}.`;
}

const units = ["octet", "Ko", "Mo", "Go", "To"];

/** "12,3 Mo", in powers of ten. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = Math.round((bytes / 1_000 ** power) * 10) / 10;
  const ending = power === 0 && value >= 2 ? "s" : "";
  return `${formatNumber(value)}\u00a0${units[power]}${ending}`;
}

/** The outcome of a backup. */
export function describeRun({ finishedAt, error, bytes, rows, verifiedAt }: BackupRun): string {
  if (error !== null) return error;
  if (finishedAt === null) return "En cours…";
  const size = bytes === null ? [] : [formatBytes(bytes)];
  const count = rows === null ? [] : [formatCount(rows, "ligne")];
  const proof = verifiedAt === null ? [] : [`restaurée à l’essai le ${formatDateTime(verifiedAt)}`];
  return [...size, ...count, ...proof].join(", ");
}
