import { join } from "node:path";
import pg from "pg";
import type { Config } from "#server/lib/config.ts";
import type { BeforeMigrations } from "#server/lib/database/migrations.ts";
import type { Logger } from "#server/lib/logger.ts";
import { OperatorError } from "#server/lib/operator-error.ts";
import { writeDurably } from "./backup-file.ts";
import { backupName } from "./backup-name.rules.ts";
import { makeBackup } from "./make-backup.service.ts";
import { noteBackup } from "./note-backup.service.ts";

type Parts = Pick<Config, "backupDir" | "backupKey"> & { authSecret: string | null; log: Logger };

/**
 * Makes a backup before a new release changes the database: the way back to the one before. Retention never takes it away.
 * @returns what `openDatabase` calls; it throws an OperatorError when there is no backup, and nothing is changed then
 */
export function createUpdateBackup({ backupDir, backupKey, authSecret, log }: Parts): BeforeMigrations {
  return async ({ connection }) => {
    if (backupDir === undefined) {
      log.warn("the database is brought up to date without a backup before: set BACKUP_DIR");
      return;
    }
    const now = new Date();
    const file = join(backupDir, backupName(now, "update"));
    const client = new pg.Client(connection);
    client.on("error", () => undefined); // the statement that runs on it fails as well
    await client.connect();
    try {
      const { bytes, rows } = await makeBackup(
        client,
        { kind: "update", now, authSecret, backupKey },
        (content) => writeDurably(file, content),
      );
      await noteBackup(client, { kind: "update", startedAt: now, file, bytes, rows });
      log.info("a backup was made before the database is brought up to date", { file, bytes, rows });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new OperatorError(
        `No backup could be made in ${backupDir} before the database is brought up to date (${reason}), so it is left as it was: make room, or set another BACKUP_DIR.`,
      );
    } finally {
      await client.end();
    }
  };
}
