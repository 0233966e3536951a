import { open } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { isSetUpRequired } from "#server/accounts/admins.service.ts";
import { getInstallationKey } from "#server/accounts/installation.service.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { WakeSignal } from "#server/lib/concurrency.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { Logger } from "#server/lib/logger.ts";
import { pipeToCommand } from "#server/lib/pipe-to-command.ts";
import type { MayDeleteByTime } from "#server/upkeep/clock.service.ts";
import { type ErasureFile, headOf, lineOf, openErasureFile } from "./erasure-file.ts";
import { findEntries, findState, hasNewerThan, tryToLockFile } from "./erasure-log.queries.ts";
import { erasureFileName, erasuresKeptSince, supersededBefore } from "./erasure-log.service.ts";

type Deps = Pick<AppDependencies, "db" | "log" | "config" | "now"> & {
  wakeSignal: WakeSignal;
  mayDeleteByTime: MayDeleteByTime;
};

/** Copies the log of erasures to the place of the backups. One per process. */
export type ErasureKeeper = {
  /** Also logs once which settings are missing. */
  start(): void;
  /** Copies the remaining entries before it stops. */
  stop(): Promise<void>;
  /** Copies new entries. Throws when that is not possible now. */
  keep(): Promise<void>;
  /** Removes superseded entries, and entries past their term, from the file. */
  compact(): Promise<void>;
};

/** Limits the work, regardless of the number of requests. */
const tickMs = 1_000;
/** How soon an instance sees another instance's erasures; its own requests wake it at once. */
const pollMs = 10_000;
/** Limits how often BACKUP_COMMAND gets the whole log. */
const handOverMs = 30_000;
/** Timeout of BACKUP_COMMAND for the whole log, which is small. */
const handOverLimitMs = 5 * 60_000;
const compactionMs = 3_600_000;
/** Timeout for handing over the last entries when the server stops. The whole stop may take 8 seconds. */
const lastHandOverMs = 3_000;

/**
 * Every instance appends the lines to `erasures.ndjson` in its own BACKUP_DIR as soon as they are committed, and hands the whole log
 * to BACKUP_COMMAND. The table has every line, so the next look also finds the lines that a killed process left.
 */
export function createErasureKeeper(deps: Deps): ErasureKeeper {
  const { log, config, wakeSignal } = deps;
  const stopping = new AbortController();
  const wait = (ms: number) =>
    sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined); // stopping ends every pause
  const { appending, compacting } = createFileTasks(deps);
  const handOver = createLogUpload(deps);
  const handingOver = () => handOver({ limitMs: handOverLimitMs, signal: stopping.signal });
  const reportAppending = createStreak(log, "failed to note erasures beside the backups");
  const reportCompacting = createStreak(log, "failed to compact the log of erasures beside the backups");
  const reportHandingOver = createStreak(log, "failed to hand the log of erasures to BACKUP_COMMAND");
  let running: Promise<unknown> = Promise.resolve();

  async function keepInFile(): Promise<void> {
    const isTimeToCompact = every(compactionMs);
    while (!stopping.signal.aborted) {
      const since = wakeSignal.count();
      const isNoted = await reportAppending(appending);
      if (isNoted && isTimeToCompact()) await reportCompacting(compacting);
      await wakeSignal.wait(wait, { since, minMs: tickMs, maxMs: isNoted ? pollMs : tickMs });
    }
    await reportAppending(appending);
  }

  async function keepByCommand(): Promise<void> {
    while (!stopping.signal.aborted) {
      await reportHandingOver(handingOver);
      await wait(handOverMs);
    }
    await reportHandingOver(() => handOver({ limitMs: lastHandOverMs }));
  }

  return {
    start() {
      if (config.backupDir === undefined && config.backupCommand === undefined) {
        log.warn("erasures are not kept for restores: set BACKUP_DIR (or BACKUP_COMMAND)");
        return;
      }
      // Separate loops, because the command may hang until its timeout.
      running = Promise.all([keepInFile(), keepByCommand()]);
    },
    async stop() {
      stopping.abort();
      await running;
    },
    async keep() {
      await appending();
      await handingOver();
    },
    compact: compacting,
  };
}

function createFileTasks({ db, config: { backupDir }, now, mayDeleteByTime }: Deps) {
  let opened: ErasureFile | null = null;
  const open = async (folder: string) => {
    opened ??= openErasureFile(folder, await getInstallationKey(db));
    return opened;
  };
  /** Instances may share the folder. An instance that finds the lock taken tries again at the next tick. */
  const alone = (work: (tx: Db) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      if (await tryToLockFile(tx)) await work(tx);
    });

  return {
    async appending() {
      if (backupDir === undefined) return;
      const { append, missing, position } = await open(backupDir);
      const from = await position();
      if (from !== null && missing(await findEntries(db, from)).length === 0) return;
      await alone(async (tx) => append(await findEntries(tx, from)));
    },
    /**
     * Compacts when more than half of the file is void, so that the cost of rewriting stays in proportion to the appended lines. Also
     * compacts for a line past its term. Entries that the table still has stay, because a backup needs them.
     */
    async compacting() {
      if (backupDir === undefined) return;
      const file = await open(backupDir);
      const { count, oldestAt } = await findState(db);
      const term = erasuresKeptSince(now());
      const since = oldestAt !== null && oldestAt < term ? oldestAt : term;
      const isWorthIt = (await file.count()) > 2 * count || (await file.hasOlderThan(since));
      if (isWorthIt && (await mayDeleteByTime())) {
        await file.compact({ superseded: supersededBefore(now()), since }, alone);
      }
    },
  };
}

type UploadLimits = { limitMs: number; signal?: AbortSignal };

function createLogUpload({ db, config }: Deps): (limits: UploadLimits) => Promise<void> {
  // A restore requires the log even when it is empty. But a new installation, for example on a lost data folder, must not overwrite the
  // log of an earlier one.
  let handed: { count: number; newest: number } | null = null;
  return async (limits) => {
    const { backupCommand } = config;
    if (backupCommand === undefined) return;
    const state = await findState(db);
    if (state.count === handed?.count && state.newest === handed.newest) return;
    if (state.count === 0 && (await isSetUpRequired(db))) return;
    // Reads the table, which has every line: the file may be missing.
    const input = Readable.from([await wholeLog({ db })]);
    await pipeToCommand(backupCommand, input, { env: { TENUE_BACKUP_FILE: erasureFileName }, ...limits });
    handed = state;
  };
}

/** @returns true at the first call, and then at most once in `ms` milliseconds */
function every(ms: number): () => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const isTime = performance.now() - last >= ms;
    if (isTime) last = performance.now();
    return isTime;
  };
}

async function wholeLog({ db }: Pick<Deps, "db">): Promise<string> {
  const lines = (await findEntries(db, null)).map(lineOf);
  return `${[headOf(await getInstallationKey(db)), ...lines].join("\n")}\n`;
}

/**
 * Runs a repeated task. Logs one line when it begins to fail and one when it works again.
 * @returns whether the task succeeded
 */
function createStreak(log: Logger, message: string): (task: () => Promise<void>) => Promise<boolean> {
  let isFailing = false;
  return async (task) => {
    try {
      await task();
      if (isFailing) log.info(`over: ${message}`);
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error(message, { error });
      isFailing = true;
    }
    return !isFailing;
  };
}

/** How much of the file's end is read: some hundred lines, which include the highest number in any order of commits. */
const lookedAtBytes = 64 * 1_024;

/** After this time every running instance has appended its lines. */
const graceMs = 60_000;

const numberOf = z.object({ id: z.number() });

/**
 * True when erasures and blocks are written beside the backups; false when an entry has waited for a minute. Reads only
 * the end of the file.
 */
export async function areErasuresNoted({
  db,
  now,
  config: { backupDir },
}: Pick<AppDependencies, "db" | "now"> & {
  config: Pick<AppDependencies["config"], "backupDir">;
}): Promise<boolean> {
  if (backupDir === undefined) return true;
  const id = highestNumber(await endOf(join(backupDir, erasureFileName)));
  return !(await hasNewerThan(db, { id, before: new Date(now().getTime() - graceMs) }));
}

/** Zero in a file without entries. Skips an incomplete first or last line. */
function highestNumber(text: string): number {
  const numbers = text.split("\n").map((line) => {
    try {
      return numberOf.safeParse(JSON.parse(line)).data?.id ?? 0;
    } catch {
      return 0; // an incomplete line
    }
  });
  return Math.max(0, ...numbers);
}

async function endOf(path: string): Promise<string> {
  const file = await open(path, "r").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (file === null) return "";
  try {
    const { size } = await file.stat();
    const length = Math.min(size, lookedAtBytes);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString("utf8");
  } finally {
    await file.close();
  }
}
