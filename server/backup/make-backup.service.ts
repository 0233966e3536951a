import type { Readable } from "node:stream";
import type { ClientBase } from "pg";
import type { BackupKind } from "#contract/backup.ts";
import { readStamp } from "#server/lib/database/applied-migrations.ts";
import { productVersion } from "#server/lib/product-version.ts";
import { secretFingerprint } from "#server/lib/secret-fingerprint.ts";
import { findInstallation } from "./catalog.queries.ts";
import { beginSnapshot, dumpTables } from "./dump.queries.ts";
import { type BackupHeader, formatVersion } from "./format/backup-format.ts";
import { packBackup } from "./format/package-backup.ts";
import { writeBackup } from "./format/write-backup.ts";

export type BackupWish = {
  kind: BackupKind;
  now: Date;
  /** Null: nobody knows it. */
  authSecret: string | null;
  backupKey: string | undefined;
};

/** The lines of a backup of one moment. @param onEnd is told how many rows there were */
export async function dumpBackup(
  client: ClientBase,
  { kind, now, authSecret }: Omit<BackupWish, "backupKey">,
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
 * Makes a backup and hands its bytes to somebody who keeps them.
 * @param keep returns how many bytes there were
 */
export async function makeBackup(
  client: ClientBase,
  wish: BackupWish,
  keep: (bytes: Readable) => Promise<number>,
): Promise<{ bytes: number; rows: number; madeAt: string }> {
  let rows = 0;
  const { header, pieces } = await dumpBackup(client, wish, (count) => {
    rows = count;
  });
  const bytes = await keep(await packBackup(pieces, wish.backupKey));
  await client.query("rollback");
  return { bytes, rows, madeAt: header.madeAt };
}
