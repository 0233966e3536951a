/** `tenue restore FILE`: replaces the content of the database by a backup. */
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openTarget } from "#server/backup/connections.ts";
import type { BackupHeader } from "#server/backup/format/backup-format.ts";
import { unpackBackup } from "#server/backup/format/package-backup.ts";
import { openBackup } from "#server/backup/format/read-backup.ts";
import { erasuresMissing, olderThanErasures, wrongSecret } from "#server/backup/restore/restore.errors.ts";
import { restoreBackup, type TargetErasures } from "#server/backup/restore/restore.service.ts";
import {
  ensureAuthSecret,
  ensureSecretOfNewFolder,
  findAuthSecret,
  storeAuthSecret,
} from "#server/lib/auth-secret.ts";
import { type Config, readConfig } from "#server/lib/config.ts";
import { databaseFolderName } from "#server/lib/data-folder.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { secretFingerprint } from "#server/lib/secret-box.ts";
import { parseErasures } from "#server/privacy/erasure/erasure.service.ts";
import { erasureFileName, isOlderThanLog } from "#server/privacy/erasure/erasure-log.service.ts";
import { type Command, print, UsageError } from "./command.ts";
import { completeRestore, keptSentence } from "./complete-restore.ts";

const usage = `Usage:
  tenue restore FILE             restore a backup into the database of the environment (- reads standard input)
Options:
  --replace                      although the database is not empty: discards its data
  --erasures FILE                what was erased since the backup (default: BACKUP_DIR/erasures.ndjson)
  --without-erasures             nothing was erased, or the file is lost; erasures in a replaced database stay
  --although-old                 the backup is older than what the log of erasures holds
  --without-secret               the AUTH_SECRET of the backup is lost: what it sealed is lost as well`;

export const restore: Command = async (args) => {
  const { file, options } = parse(args);
  const config = readConfig(process.env);
  const bytes = file === "-" ? process.stdin : createReadStream(file);
  const backup = await openBackup(unpackBackup(bytes, config.backupKey));
  if (!options["without-secret"]) ensureSecretOf(config, backup.header);
  const withoutFile = options["without-erasures"];
  const text = withoutFile ? null : readErasures(config, options.erasures);
  const ensure = (targetErasures: TargetErasures) => {
    if (withoutFile) return;
    const { madeAt, installation } = backup.header;
    if (text === null && targetErasures === null) throw erasuresMissing(madeAt);
    const entries = [...(text === null ? [] : parseErasures(text, installation)), ...(targetErasures ?? [])];
    const isOlder = isOlderThanLog(new Date(madeAt), { entries, now: new Date() });
    if (isOlder && !options["although-old"]) throw olderThanErasures(madeAt);
  };
  if (!hasDatabase(config)) ensure(null);
  ensureSecretOfNewFolder(config);
  const authSecret = ensureAuthSecret(config);
  const target = await openTarget({ ...config, log: silentLogger }, options.replace);
  let replayed = 0;
  let rows = 0;
  try {
    const sums = await restoreBackup(target.client, backup, {
      replace: options.replace,
      ensure,
      complete: async (tx, targetErasures) => {
        const { installation, madeAt } = backup.header;
        const erasures = text === null ? null : { text, installation };
        const completion = { backupMadeAt: new Date(madeAt), erasures, targetErasures };
        replayed = await completeRestore(tx, { ...config, authSecret }, completion);
      },
    });
    rows = sums.reduce((total, sum) => total + sum.rows, 0);
  } catch (error) {
    await target.close();
    target.giveBack();
    throw error;
  }
  await target.close();
  print(
    `Restored: ${rows} rows of ${backup.header.madeAt}, ${replayed} erasures and blocked addresses since.`,
  );
  print("Nothing is sent until a super administrator ends the hold in the back office (Réglages e-mail).");
  print(
    "Check the administrators: those deleted since the backup are back, with the passwords of that time.",
  );
  if (target.keptAs !== null) print(keptSentence(target.keptAs));
  const isGiven = config.databaseUrl === undefined && config.authSecret !== undefined;
  const secretFile = isGiven ? storeAuthSecret(authSecret, config) : null;
  if (secretFile !== null) print(`The AUTH_SECRET is kept in ${secretFile}.`);
  return 0;
};

function parse(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        replace: { type: "boolean", default: false },
        erasures: { type: "string" },
        "without-erasures": { type: "boolean", default: false },
        "although-old": { type: "boolean", default: false },
        "without-secret": { type: "boolean", default: false },
      },
    });
    const [file, ...rest] = positionals;
    if (file === undefined || rest.length > 0) throw new UsageError(usage);
    return { file, options: values };
  } catch {
    throw new UsageError(usage);
  }
}

/** Also accepts earlier secrets, because they open the values that they sealed. */
function ensureSecretOf(config: Config, { secret }: BackupHeader): void {
  if (secret === null) return;
  const known = [findAuthSecret(config), ...config.authSecretPrevious].filter((one) => one !== null);
  if (!known.some((one) => secretFingerprint(one) === secret)) throw wrongSecret();
}

/** @returns null when no file is named and the folder of the backups has none */
function readErasures({ backupDir }: Config, named: string | undefined): string | null {
  const path = named ?? (backupDir === undefined ? undefined : join(backupDir, erasureFileName));
  if (path === undefined || (named === undefined && !existsSync(path))) return null;
  return readFileSync(path, "utf8");
}

/** True when the place may hold a log of erasures. Otherwise its database need not be opened. */
const hasDatabase = ({ databaseUrl, dataDir }: Config) =>
  databaseUrl !== undefined || existsSync(join(dataDir, databaseFolderName));
