import { basename } from "node:path";
import type pg from "pg";
import type { BackupKind } from "#contract/backup.ts";
import { transactionOn } from "#server/lib/database/transaction-on.ts";
import { insertMadeRun, setVerified } from "./schedule/backup-runs.queries.ts";

/** A backup that the schedule did not make; `file` is null when it went to standard output. */
export type MadeBackup = {
  kind: BackupKind;
  startedAt: Date;
  file: string | null;
  bytes: number;
  rows: number;
};

/** Has 'État' and the figures know of it. @param client of the database itself, not of a copy */
export function noteBackup(client: pg.Client, { file, ...made }: MadeBackup): Promise<void> {
  return transactionOn(client, (tx) =>
    insertMadeRun(tx, { ...made, file: file === null ? null : basename(file), finishedAt: new Date() }),
  );
}

/** What somebody verified from a shell counts for 'État' and the schedule. @param file its path; it is known by its name */
export function noteVerification(client: pg.Client, file: string, at: Date): Promise<void> {
  return transactionOn(client, (tx) => setVerified(tx, basename(file), at));
}
