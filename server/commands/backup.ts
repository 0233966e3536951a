/** `tenue backup [FILE]`: makes a backup, or verifies that one can be restored completely. */
import { createReadStream, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { type BackupKind, backupKinds } from "#contract/backup.ts";
import { backupName, handOver, withBackupPath, writeDurably } from "#server/backup/backup-files.ts";
import { onLiveDatabase, openSource } from "#server/backup/connections.ts";
import { unpackBackup } from "#server/backup/format/package-backup.ts";
import { openBackup } from "#server/backup/format/read-backup.ts";
import { makeBackup, recordBackup, recordVerification } from "#server/backup/make-backup.service.ts";
import { verifyBackup } from "#server/backup/verify.service.ts";
import { findAuthSecret } from "#server/lib/auth-secret.ts";
import { type Config, readConfig } from "#server/lib/config.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { fullMessage, OperatorError } from "#server/lib/operator-error.ts";
import { type Command, print, UsageError } from "./command.ts";

const usage = `Usage:
  tenue backup                  make a backup in BACKUP_DIR and by BACKUP_COMMAND
  tenue backup FILE             into that file only, or to standard output (-)
  tenue backup --verify FILE    restore a backup into a temporary database and compare every row
Options:
  --kind KIND                   recorded kind: scheduled, manual (the default) or update
  --unrecorded                  neither record it in the database nor hand it over; the caller does both
  --json                        print the result as one line of JSON`;

/** The last line of the output with `--json`. `file` is null when the backup went to standard output. */
type Outcome = {
  file: string | null;
  bytes: number;
  rows: number;
  madeAt: string;
  verifiedAt: string | null;
};

export const backup: Command = async (args) => {
  const { file, kind, verify, json, unrecorded } = parse(args);
  const config = readConfig(process.env);
  const outcome = verify
    ? await verifyFile(config, { file, unrecorded })
    : await makeFile(config, { file, kind, unrecorded });
  const text = json ? JSON.stringify(outcome) : sentenceOf(outcome);
  // Nothing may follow a backup on standard output.
  if (outcome.file === null) process.stderr.write(`${text}\n`);
  else print(text);
  return 0;
};

function parse(args: string[]) {
  const { values, positionals } = parseOrExplain(args);
  const [file, ...rest] = positionals;
  const kind = backupKinds.find((known) => known === values.kind);
  if (rest.length > 0 || !kind || (values.verify && file === undefined)) throw new UsageError(usage);
  return { file, kind, verify: values.verify, json: values.json, unrecorded: values.unrecorded };
}

function parseOrExplain(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        kind: { type: "string", default: "manual" },
        verify: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        unrecorded: { type: "boolean", default: false },
      },
    });
  } catch {
    throw new UsageError(usage);
  }
}

type BackupOptions = { kind: BackupKind; now: Date; unrecorded: boolean };

/** Makes only the given file, or writes to standard output. Without an argument, writes into BACKUP_DIR and to BACKUP_COMMAND. */
async function makeFile(
  config: Config,
  { file, ...asked }: { file: string | undefined; kind: BackupKind; unrecorded: boolean },
): Promise<Outcome> {
  const request = { ...asked, now: new Date() };
  if (file === undefined) return makeInBackupDir(config, request);
  const made = await write(config, file === "-" ? null : resolve(file), request);
  if (!request.unrecorded) await record(config, made, request);
  return made;
}

async function makeInBackupDir(config: Config, request: BackupOptions): Promise<Outcome> {
  const { backupDir, backupCommand } = config;
  if (backupDir === undefined && (backupCommand === undefined || request.unrecorded))
    throw new UsageError(`Set BACKUP_DIR or BACKUP_COMMAND, or name a file.\n\n${usage}`);
  const name = backupName(request.now, request.kind);
  return withBackupPath(config, name, async (path) => {
    const made = await write(config, path, request);
    if (request.unrecorded) return made;
    const refusal = await handOver(config, path).then(() => null, fullMessage);
    if (refusal !== null && backupDir === undefined)
      throw new OperatorError(`There is no backup: BACKUP_COMMAND did not take it (${refusal}).`);
    const kept = { ...made, file: backupDir === undefined ? name : path };
    await record(config, kept, request);
    if (refusal !== null)
      throw new OperatorError(`The backup is in ${path}, but BACKUP_COMMAND did not take it (${refusal}).`);
    return kept;
  });
}

async function write(config: Config, path: string | null, { kind, now }: BackupOptions): Promise<Outcome> {
  const keep = (bytes: Readable) => (path === null ? toStandardOutput(bytes) : writeDurably(path, bytes));
  const source = await openSource({ ...config, log: silentLogger });
  try {
    const request = { kind, now, authSecret: findAuthSecret(config), backupKey: config.backupKey };
    return { file: path, ...(await makeBackup(source.client, request, keep)), verifiedAt: null };
  } finally {
    await source.close();
  }
}

async function record(
  config: Config,
  { file, bytes, rows }: Outcome,
  { kind, now }: BackupOptions,
): Promise<void> {
  await onLiveDatabase({ ...config, log: silentLogger }, (client) =>
    recordBackup(client, { kind, startedAt: now, file, bytes, rows }),
  ).catch((error: unknown) => warnUnrecorded("made", error));
}

/** Warns only, because the backup exists. Recording it may fail, for example on a read-only standby. */
function warnUnrecorded(done: "made" | "verified", error: unknown): void {
  process.stderr.write(
    `The backup is ${done}, but could not be recorded in the database (${fullMessage(error)}).\n`,
  );
}

async function toStandardOutput(bytes: Readable): Promise<number> {
  let count = 0;
  bytes.on("data", (piece: Buffer) => {
    count += piece.length;
  });
  await pipeline(bytes, process.stdout, { end: false });
  return count;
}

async function verifyFile(
  config: Config,
  { file = "", unrecorded }: { file: string | undefined; unrecorded: boolean },
): Promise<Outcome> {
  const path = resolve(file);
  const bytes = createReadStream(path);
  const opened = await openBackup(unpackBackup(bytes, config.backupKey));
  const folder = config.backupDir ?? dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const rows = await verifyBackup(opened, { folder, log: silentLogger });
  const verifiedAt = new Date();
  if (!unrecorded) {
    await onLiveDatabase({ ...config, log: silentLogger }, (client) =>
      recordVerification(client, path, verifiedAt),
    ).catch((error) => warnUnrecorded("verified", error));
  }
  const { madeAt } = opened.header;
  return { file: path, bytes: bytes.bytesRead, rows, madeAt, verifiedAt: verifiedAt.toISOString() };
}

function sentenceOf({ file, bytes, rows, madeAt, verifiedAt }: Outcome): string {
  const size = `${rows} rows, ${(bytes / 1_000_000).toFixed(1)} MB`;
  return verifiedAt === null
    ? `Backup of ${madeAt} made: ${file ?? "standard output"} (${size}).`
    : `Backup of ${madeAt} verified: ${file} (${size}); every row comes back as it was.`;
}
