import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import pg from "pg";
import type { Config } from "#server/lib/config.ts";
import type { BeforeMigrations } from "#server/lib/database/migrations.ts";
import type { Logger } from "#server/lib/logger.ts";
import { fullMessage, OperatorError } from "#server/lib/operator-error.ts";
import { latestPlausible } from "#server/upkeep/clock.rules.ts";
import { backupName, handOver, withBackupPath, writeDurably } from "./backup-files.ts";
import { findInstallation } from "./dump.queries.ts";
import { canUnpack, unpackBackup } from "./format/package-backup.ts";
import { openBackup } from "./format/read-backup.ts";
import { findRecordedUpdate, makeBackup, recordBackup } from "./make-backup.service.ts";

type Parts = Pick<Config, "backupDir" | "backupCommand" | "backupKey"> & {
  authSecret: string | null;
  log: Logger;
};
type Update = Parts & { client: pg.Client; now: Date };

/** How long a retried update reuses its backup: a server in a restart loop must not fill the disk. */
const sameUpdateMs = 3_600_000;

/**
 * Makes a backup before a new release changes the database, so that an operator can go back. The backup stays for the maximum age
 * in the settings.
 * @returns the callback for `openDatabase`; it throws an OperatorError without a backup, so that nothing changes
 */
export function createUpdateBackup(parts: Parts): BeforeMigrations {
  const { backupDir, backupCommand, log } = parts;
  return async ({ from, connection }) => {
    if (backupDir === undefined && backupCommand === undefined) {
      log.warn("migrating the database without a backup: set BACKUP_DIR or BACKUP_COMMAND");
      return;
    }
    const client = new pg.Client(connection);
    client.on("error", () => undefined); // its statement fails as well
    await client.connect();
    try {
      const update = { ...parts, client, now: new Date() };
      const reusable = await findReusable(update, from);
      if (reusable === null) await make(update);
      else
        log.info("reusing the backup of an earlier attempt at this update", {
          file: reusable,
        });
    } finally {
      await client.end();
    }
  };
}

/** A complete backup of this database and schema from a recent failed update. */
async function findReusable(update: Update, from: number): Promise<string | null> {
  const { backupDir, backupKey, client, now } = update;
  const after = new Date(now.getTime() - sameUpdateMs);
  const until = latestPlausible(now);
  // An unreadable folder is reported when the new backup is written.
  const names = backupDir === undefined ? [] : await readdir(backupDir).catch(() => []);
  if (backupDir === undefined || !canUnpack(backupKey)) {
    // The copy of BACKUP_COMMAND or the encrypted file cannot be read, but is recorded only when it is complete.
    const file = await findRecordedUpdate(client, { after, until });
    return file !== null && (backupDir === undefined || names.includes(file)) ? file : null;
  }
  const oldest = backupName(after, "update");
  const newest = backupName(until, "update");
  const recent = names
    .filter((name) => name.endsWith("-update.tenue") && name >= oldest && name <= newest)
    .sort();
  const installation = await findInstallation(client);
  for (const file of recent.reverse().map((name) => join(backupDir, name))) {
    const header = await readComplete(file, backupKey);
    if (header?.stamp === from && header.installation === installation) return file;
  }
  return null;
}

/** Returns the header of a complete backup; null when it is cut, altered or made for another key. */
async function readComplete(file: string, backupKey: string | undefined) {
  try {
    const { header, parts } = await openBackup(unpackBackup(createReadStream(file), backupKey));
    for await (const _part of parts);
    return header;
  } catch {
    return null;
  }
}

function make(update: Update): Promise<void> {
  const { now, log, client } = update;
  return withBackupPath(update, backupName(now, "update"), async (path) => {
    const made = await writeAndHandOver(update, path).catch((error: unknown) => {
      throw new OperatorError(
        `No backup could be ${aimOf(update)} before the migration of the database (${fullMessage(error)}), so it is left as it was: ${remedyOf(update)}.`,
      );
    });
    const file = update.backupDir === undefined ? basename(path) : path;
    log.info("made a backup before migrating the database", { file, ...made });
    // An older schema may lack the table of backups or some of its columns.
    await recordBackup(client, { kind: "update", startedAt: now, file, ...made }).catch((error: unknown) =>
      log.warn("failed to record the backup in the database", { file, reason: fullMessage(error) }),
    );
  });
}

async function writeAndHandOver(update: Update, path: string): Promise<{ bytes: number; rows: number }> {
  const { backupKey, authSecret, client, now, backupDir, log } = update;
  const request = { kind: "update", now, authSecret, backupKey } as const;
  const { bytes, rows } = await makeBackup(client, request, (content) => writeDurably(path, content));
  await handOver(update, path).catch((error: unknown) => {
    if (backupDir === undefined) throw error;
    log.warn("BACKUP_COMMAND did not take the backup before the update; it is in BACKUP_DIR", {
      file: path,
      reason: fullMessage(error),
    });
  });
  return { bytes, rows };
}

const aimOf = ({ backupDir }: Pick<Update, "backupDir">) =>
  backupDir === undefined ? "handed to BACKUP_COMMAND" : `made in ${backupDir}`;

const remedyOf = ({ backupDir }: Pick<Update, "backupDir">) =>
  backupDir === undefined ? "mend that command, or set BACKUP_DIR" : "make room, or set another BACKUP_DIR";
