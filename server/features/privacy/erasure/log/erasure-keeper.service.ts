import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { getInstallationKey } from "#server/features/accounts/links/installation.service.ts";
import type { Logger } from "#server/lib/logger.ts";
import { pipeToCommand } from "#server/lib/pipe-to-command.ts";
import { type ErasureFile, headOf, lineOf, openErasureFile } from "./erasure-file.ts";
import { erasureFileName } from "./erasure-line.ts";
import { findEntries, findState, tryToLockFile } from "./erasure-log.repository.ts";

type Deps = Pick<AppDependencies, "db" | "log" | "config">;

/** Brings the log of erasures to where the backups are. One per process. */
export type ErasureKeeper = {
  /** Says once what is missing for it. */
  start(): void;
  /** Brings over what is left first. */
  stop(): Promise<void>;
  /** Brings over what is new. Throws when that cannot be done now. */
  keep(): Promise<void>;
};

const tickMs = 1_000;
/** BACKUP_COMMAND gets the whole log: not for each line of a busy minute. */
const ticksPerHandOver = 30;

/**
 * Every instance appends the lines to `erasures.ndjson` in its own BACKUP_DIR as soon as they are committed, and hands the whole log
 * to BACKUP_COMMAND. What a process left that was killed, the next look finds: the table has every line.
 */
export function createErasureKeeper(deps: Deps): ErasureKeeper {
  const { log, config } = deps;
  const stopping = new AbortController();
  const appending = createAppending(deps);
  const handingOver = createHandingOver(deps, stopping.signal);
  const tellAppending = createStreak(log, "erasures are not noted beside the backups");
  const tellHandingOver = createStreak(log, "BACKUP_COMMAND did not take the log of erasures");
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    for (let tick = 0; !stopping.signal.aborted; tick += 1) {
      await tellAppending(appending);
      if (tick % ticksPerHandOver === 0) await tellHandingOver(handingOver);
      await sleep(tickMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
    await tellAppending(appending);
  }

  return {
    start() {
      if (config.backupDir === undefined && config.backupCommand === undefined) {
        log.warn("erasures are not kept for restores: set BACKUP_DIR (or BACKUP_COMMAND)");
        return;
      }
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
    async keep() {
      await appending();
      await handingOver();
    },
  };
}

function createAppending({ db, config }: Deps): () => Promise<void> {
  let file: ErasureFile | null = null;
  return async () => {
    if (config.backupDir === undefined) return;
    file ??= openErasureFile(config.backupDir, await getInstallationKey(db));
    const { append, missing, position } = file;
    const from = await position();
    if (from !== null && missing(await findEntries(db, from)).length === 0) return;
    await db.transaction(async (tx) => {
      // Instances may share the folder; whoever comes second looks again with the next tick.
      if (await tryToLockFile(tx)) await append(await findEntries(tx, from));
    });
  };
}

function createHandingOver({ db, config }: Deps, signal: AbortSignal): () => Promise<void> {
  let handed = { count: 0, newest: 0 };
  return async () => {
    const { backupCommand } = config;
    if (backupCommand === undefined) return;
    const state = await findState(db);
    if (state.count === handed.count && state.newest === handed.newest) return;
    // Of the table, which has every line: the file may be gone, or not yet there.
    const input = Readable.from([await wholeLog({ db })]);
    await pipeToCommand(backupCommand, input, { env: { TENUE_BACKUP_FILE: erasureFileName }, signal });
    handed = state;
  };
}

async function wholeLog({ db }: Pick<Deps, "db">): Promise<string> {
  const lines = (await findEntries(db, null)).map(lineOf);
  return `${[headOf(await getInstallationKey(db)), ...lines].join("\n")}\n`;
}

/** Runs a task that is repeated, and says in one line when it begins to fail and in one when it works again. */
function createStreak(log: Logger, message: string): (task: () => Promise<void>) => Promise<void> {
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
  };
}
