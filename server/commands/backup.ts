/** `tenue backup [FILE]`: makes a backup, or tells whether one would come back whole. */
import { createReadStream, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { type BackupKind, backupKinds } from "#contract/backup.ts";
import { writeDurably } from "#server/features/backup/backup-file.ts";
import { backupName } from "#server/features/backup/backup-name.rules.ts";
import { onLiveDatabase, openSource } from "#server/features/backup/connections.ts";
import { unpackBackup } from "#server/features/backup/format/package-backup.ts";
import { openBackup } from "#server/features/backup/format/read-backup.ts";
import { makeBackup } from "#server/features/backup/make-backup.service.ts";
import { noteBackup, noteVerification } from "#server/features/backup/note-backup.service.ts";
import { verifyBackup } from "#server/features/backup/verify.service.ts";
import { findAuthSecret } from "#server/lib/auth-secret.ts";
import { type Config, readConfig } from "#server/lib/config.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { type Command, print, UsageError } from "./command.ts";

const usage = `Usage:
  tenue backup [FILE]           make a backup: in BACKUP_DIR, in a file, or on standard output (-)
  tenue backup --verify FILE    restore a backup into a database of its own and compare every row
Options:
  --kind KIND                   what it is noted as: scheduled, manual (unless it is said) or update
  --unnoted                     do not note it in the database: whoever asked does
  --json                        say the outcome as one line of JSON`;

/** The last line of the output with `--json`. `file` is null when the backup went to standard output. */
type Outcome = {
  file: string | null;
  bytes: number;
  rows: number;
  madeAt: string;
  verifiedAt: string | null;
};

export const backup: Command = async (args) => {
  const { file, kind, verify, json, unnoted } = parse(args);
  const config = readConfig(process.env);
  const outcome = verify
    ? await verifyFile(config, { file, unnoted })
    : await makeFile(config, { file, kind, unnoted });
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
  return { file, kind, verify: values.verify, json: values.json, unnoted: values.unnoted };
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
        unnoted: { type: "boolean", default: false },
      },
    });
  } catch {
    throw new UsageError(usage);
  }
}

async function makeFile(
  config: Config,
  { file, kind, unnoted }: { file: string | undefined; kind: BackupKind; unnoted: boolean },
): Promise<Outcome> {
  const now = new Date();
  const path = file === "-" ? null : choosePath(config, { file, kind, now });
  const keep = (bytes: Readable) => (path === null ? toStandardOutput(bytes) : writeDurably(path, bytes));
  const source = await openSource({ ...config, log: silentLogger });
  try {
    const wish = { kind, now, authSecret: findAuthSecret(config), backupKey: config.backupKey };
    const made = await makeBackup(source.client, wish, keep);
    if (!unnoted) {
      const { bytes, rows } = made;
      await source
        .onLive((client) => noteBackup(client, { kind, startedAt: now, file: path, bytes, rows }))
        .catch((error) => warnUnnoted("made", error));
    }
    return { file: path, ...made, verifiedAt: null };
  } finally {
    await source.close();
  }
}

/** The backup is there all the same: of a standby that may only be read, say. */
function warnUnnoted(done: "made" | "verified", error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The backup is ${done}, but could not be noted in the database (${reason}).\n`);
}

function choosePath(
  { backupDir }: Config,
  { file, kind, now }: { file: string | undefined; kind: BackupKind; now: Date },
): string {
  if (file !== undefined) return resolve(file);
  if (backupDir === undefined) throw new UsageError(`Set BACKUP_DIR, or name a file.\n\n${usage}`);
  return join(backupDir, backupName(now, kind));
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
  { file = "", unnoted }: { file: string | undefined; unnoted: boolean },
): Promise<Outcome> {
  const path = resolve(file);
  const bytes = createReadStream(path);
  const opened = await openBackup(unpackBackup(bytes, config.backupKey));
  const folder = config.backupDir ?? dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const rows = await verifyBackup(opened, { folder, log: silentLogger });
  const verifiedAt = new Date();
  if (!unnoted) {
    await onLiveDatabase({ ...config, log: silentLogger }, (client) =>
      noteVerification(client, path, verifiedAt),
    ).catch((error) => warnUnnoted("verified", error));
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
