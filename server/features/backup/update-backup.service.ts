import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Config } from "#server/lib/config.ts";
import type { BeforeMigrations } from "#server/lib/database/migrations.ts";
import type { Logger } from "#server/lib/logger.ts";
import { OperatorError } from "#server/lib/operator-error.ts";
import { writeDurably } from "./backup-file.ts";
import { backupName } from "./backup-name.rules.ts";
import { findInstallation } from "./catalog.repository.ts";
import { unpackBackup } from "./format/package-backup.ts";
import { openBackup } from "./format/read-backup.ts";
import { makeBackup } from "./make-backup.service.ts";
import { noteBackup } from "./note-backup.service.ts";

type Parts = Pick<Config, "backupDir" | "backupKey"> & { authSecret: string | null; log: Logger };
type Place = Parts & { backupDir: string; client: pg.Client; now: Date };

/** For so long an update that is tried again goes back to the same: a server that is restarted for ever must not fill the disk. */
const sameUpdateMs = 3_600_000;

/**
 * Makes a backup before a new release changes the database: the way back to the one before. Retention never takes it away.
 * @returns what `openDatabase` calls; it throws an OperatorError when there is no backup, and nothing is changed then
 */
export function createUpdateBackup(parts: Parts): BeforeMigrations {
  const { backupDir, log } = parts;
  return async ({ from, connection }) => {
    if (backupDir === undefined) {
      log.warn("the database is brought up to date without a backup before: set BACKUP_DIR");
      return;
    }
    const client = new pg.Client(connection);
    client.on("error", () => undefined); // the statement that runs on it fails as well
    await client.connect();
    try {
      const place = { ...parts, backupDir, client, now: new Date() };
      const earlier = await findEarlier(place, from);
      if (earlier === null) await make(place);
      else
        log.info("the backup of an earlier attempt at this update is kept as the way back", {
          file: earlier,
        });
    } finally {
      await client.end();
    }
  };
}

/** A whole backup of this database and schema, made by an attempt that failed a moment ago. */
async function findEarlier(place: Place, from: number): Promise<string | null> {
  const { backupDir, client, now } = place;
  const oldest = backupName(new Date(now.getTime() - sameUpdateMs), "update");
  // What cannot be read is met, and told, when the new one is written.
  const names = await readdir(backupDir).catch(() => []);
  const recent = names.filter((name) => name.endsWith("-update.tenue") && name >= oldest).sort();
  const installation = await findInstallation(client);
  for (const file of recent.reverse().map((name) => join(backupDir, name))) {
    const header = await readWhole(file, place.backupKey);
    if (header?.stamp === from && header.installation === installation) return file;
  }
  return null;
}

/** Null when it is cut or altered, or when the key can only encrypt: another one is made then. */
async function readWhole(file: string, backupKey: string | undefined) {
  try {
    const { header, parts } = await openBackup(unpackBackup(createReadStream(file), backupKey));
    for await (const _part of parts);
    return header;
  } catch {
    return null;
  }
}

async function make({ backupDir, backupKey, authSecret, log, client, now }: Place): Promise<void> {
  const file = join(backupDir, backupName(now, "update"));
  const wish = { kind: "update", now, authSecret, backupKey } as const;
  const { bytes, rows } = await makeBackup(client, wish, (content) => writeDurably(file, content)).catch(
    (error: unknown) => {
      throw new OperatorError(
        `No backup could be made in ${backupDir} before the database is brought up to date (${reasonOf(error)}), so it is left as it was: make room, or set another BACKUP_DIR.`,
      );
    },
  );
  log.info("a backup was made before the database is brought up to date", { file, bytes, rows });
  // The schema may be one that knows of no backups, or of less than is noted today.
  await noteBackup(client, { kind: "update", startedAt: now, file, bytes, rows }).catch((error: unknown) =>
    log.warn("that backup could not be noted in the database", { file, reason: reasonOf(error) }),
  );
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
