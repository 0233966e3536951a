import { basename } from "node:path";
import type { Readable } from "node:stream";
import type pg from "pg";
import type { ClientBase } from "pg";
import type { BackupKind } from "#contract/backup.ts";
import { readStamp } from "#server/lib/database/applied-migrations.ts";
import { transactionOn } from "#server/lib/database/database.ts";
import { productVersion } from "#server/lib/package.ts";
import { secretFingerprint } from "#server/lib/secret-box.ts";
import { beginSnapshot, dumpTables, findInstallation } from "./dump.queries.ts";
import { type BackupHeader, formatVersion, writeBackup } from "./format/backup-format.ts";
import { packBackup } from "./format/package-backup.ts";
import { findUpdateFile, insertMadeRun, setVerified } from "./schedule/schedule.queries.ts";

export type BackupRequest = {
  kind: BackupKind;
  now: Date;
  /** Null when it is unknown. */
  authSecret: string | null;
  backupKey: string | undefined;
};

/** Dumps the lines of a backup from one snapshot. @param onEnd receives the number of rows */
export async function dumpBackup(
  client: ClientBase,
  { kind, now, authSecret }: Omit<BackupRequest, "backupKey">,
  onEnd: (rows: number) => void,
): Promise<{ header: BackupHeader; pieces: AsyncGenerator<Buffer, void> }> {
  await beginSnapshot(client);
  const header: BackupHeader = {
    tenue: "backup",
    format: formatVersion,
    version: productVersion(),
    stamp: await readStamp(client),
    madeAt: now.toISOString(),
    kind,
    secret: authSecret === null ? null : secretFingerprint(authSecret),
    installation: await findInstallation(client),
  };
  return { header, pieces: writeBackup(header, dumpTables(client), ({ rows }) => onEnd(rows)) };
}

/**
 * Makes a backup and hands its bytes to the given sink.
 * @param keep stores the bytes and returns their number
 */
export async function makeBackup(
  client: ClientBase,
  request: BackupRequest,
  keep: (bytes: Readable) => Promise<number>,
): Promise<{ bytes: number; rows: number; madeAt: string }> {
  let rows = 0;
  const { header, pieces } = await dumpBackup(client, request, (count) => {
    rows = count;
  });
  const bytes = await keep(await packBackup(pieces, request.backupKey));
  await client.query("rollback");
  return { bytes, rows, madeAt: header.madeAt };
}

/** A backup that the schedule did not make; `file` is null when it went to standard output. */
export type MadeBackup = {
  kind: BackupKind;
  startedAt: Date;
  file: string | null;
  bytes: number;
  rows: number;
};

/** Records the backup for 'État' and the metrics. @param client of the database itself, not of a copy */
export function recordBackup(client: pg.Client, { file, ...made }: MadeBackup): Promise<void> {
  return transactionOn(client, (tx) =>
    insertMadeRun(tx, { ...made, file: file === null ? null : basename(file), finishedAt: new Date() }),
  );
}

/** The file of an update's newest backup of the present schema; null also when an older schema cannot tell. */
export function findRecordedUpdate(
  client: pg.Client,
  between: { after: Date; until: Date },
): Promise<string | null> {
  return transactionOn(client, (tx) => findUpdateFile(tx, between)).catch(() => null);
}

/** A verification from a shell counts for 'État' and the schedule. @param file its path; it is known by its name */
export function recordVerification(client: pg.Client, file: string, at: Date): Promise<void> {
  return transactionOn(client, (tx) => setVerified(tx, basename(file), at));
}
