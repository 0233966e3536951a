/** `tenue move --to PLACE`: makes a backup of the configured database and restores it elsewhere, in one step. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { openForBackup, openTarget } from "#server/backup/connections.ts";
import { openBackup } from "#server/backup/format/read-backup.ts";
import { dumpBackup } from "#server/backup/make-backup.service.ts";
import { refuseMove, restoreBackup } from "#server/backup/restore/restore.service.ts";
import { ensureAuthSecret } from "#server/lib/auth-secret.ts";
import { type Config, readConfig } from "#server/lib/config.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { type Command, print, UsageError } from "./command.ts";
import { completeRestore, keptSentence } from "./complete-restore.ts";

const usage = `Usage:
  tenue move --to URL            copy everything into a PostgreSQL (postgres://user@host/name), while no server runs;
                                 PGPASSWORD holds the password, because others can read arguments
  tenue move --to FOLDER         into an embedded database: the DATA_DIR that a server is to have
Options:
  --replace                      although there is something in it: that is given up`;

export const move: Command = async (args) => {
  const { to, replace } = parse(args);
  const config = readConfig(process.env);
  const authSecret = ensureAuthSecret(config);
  const source = await openForBackup({ ...config, log: silentLogger });
  try {
    const target = await openTarget({ ...placeOf(config, to), log: silentLogger }, replace);
    try {
      const refusal = await refuseMove(source.client, target.client);
      if (refusal) throw refusal;
      const now = new Date();
      let rows = 0;
      const { pieces } = await dumpBackup(source.client, { kind: "manual", now, authSecret }, (count) => {
        rows = count;
      });
      await restoreBackup(target.client, await openBackup(pieces), {
        replace,
        // The source has every erasure, so no log is needed.
        complete: async (tx) => {
          await completeRestore(
            tx,
            { ...config, authSecret },
            { backupMadeAt: now, erasures: null, isMove: true },
          );
        },
      });
      await source.client.query("rollback");
      print(`Moved: ${rows} rows. What they came from is as it was: start no server on it any more.`);
      print(adviceFor(config, to));
      if (target.keptAs !== null) print(keptSentence(target.keptAs));
    } catch (error) {
      await target.close();
      target.giveBack();
      throw error;
    }
    await target.close();
  } finally {
    await source.close();
  }
  return 0;
};

function parse(args: string[]): { to: string; replace: boolean } {
  try {
    const options = { to: { type: "string" }, replace: { type: "boolean", default: false } } as const;
    const { to, replace } = parseArgs({ args, options }).values;
    if (to) return { to, replace };
  } catch {
    // handled like a missing place
  }
  throw new UsageError(usage);
}

const isUrl = (to: string) => /^postgres(?:ql)?:/.test(to);

function placeOf({ dataDir }: Config, to: string): { databaseUrl: string | undefined; dataDir: string } {
  return isUrl(to) ? { databaseUrl: to, dataDir } : { databaseUrl: undefined, dataDir: resolve(to) };
}

function adviceFor({ authSecret, dataDir }: Config, to: string): string {
  const place = isUrl(to)
    ? "DATABASE_URL (that address, with its password)"
    : "DATA_DIR (that folder), without DATABASE_URL";
  const secret = authSecret === undefined ? `what ${dataDir}/auth-secret holds` : "the same as now";
  return `Start the server with ${place} and AUTH_SECRET (${secret}). Nothing is sent until a super administrator ends the hold in the back office (Réglages e-mail). API tokens are not moved: make new tokens there (Jetons).`;
}
