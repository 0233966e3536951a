import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import type { Logger } from "#server/lib/logger.ts";
import { fullMessage, OperatorError } from "#server/lib/operator-error.ts";
import { ensureReadableVersion } from "./embedded-folder.ts";
import { type Durations, TurnTimes, turnTimesMemory } from "./turn-times.ts";

/** A folder on disk, or a database in memory that starts from a snapshot and is discarded. */
export type EmbeddedStorage = { type: "folder"; folder: string } | { type: "memory"; snapshotFile?: string };

export type EmbeddedWorkerData = { task: "make"; folder: string } | ({ task: "serve" } & ServeData);

export interface ServeData {
  storage: EmbeddedStorage;
  socketPath: string;
  /** Memory made by `turnTimesMemory`; it outlives the thread. */
  turnTimes: SharedArrayBuffer;
}

export type EmbeddedWorkerMessage =
  | { type: "ready" }
  | { type: "stopped" }
  | { type: "broken"; reason: string };

export type EmbeddedMetrics = {
  /** How often the thread ended unexpectedly and was replaced. */
  restarts: number;
  /** How long connections waited for the session. */
  wait: Durations;
  /** How long each connection held the session. */
  hold: Durations;
};

export interface EmbeddedServer {
  /** The `host` option of `pg`. */
  socketFolder: string;
  metrics(): EmbeddedMetrics;
  /** Waits for the running statement, writes everything to the data files and stops. */
  close(): Promise<void>;
}

/** PostgreSQL makes the port a part of the socket's file name. */
export const embeddedPort = 5432;
/** The name of the socket's folder, or of a link to it. It is in the data folder, so that other commands find it. */
export const socketFolderName = "socket";
const socketName = `.s.PGSQL.${embeddedPort}`;
const socketPathLimit = 100; // 104 bytes on macOS, 108 on Linux
const cleanStop = "stopped";
const restartPauses = [200, 500, 1000, 2000, 5000];

/**
 * Runs the embedded database in a worker thread. A dead thread is replaced as long as the process runs, because
 * a full disk may be freed hours later. Until then connections are refused.
 * @param runFolder the folder of the private socket, unless its path is too long for a socket
 */
export async function startEmbeddedServer(options: {
  storage: EmbeddedStorage;
  runFolder?: string;
  log: Logger;
}): Promise<EmbeddedServer> {
  const { storage, log } = options;
  if (storage.type === "folder") ensureReadableVersion(storage.folder);
  if (isSmallMemory()) keepCompilerSmall();
  const socketFolder = createSocketFolder(options.runFolder);
  const turnTimes = turnTimesMemory();
  const data: ServeData = { storage, socketPath: join(socketFolder, socketName), turnTimes };
  const turns = new TurnTimes(turnTimes);
  let restarts = 0;
  const stopping = new AbortController();
  const removeSocketFolder = () => rmSync(socketFolder, { recursive: true, force: true });
  let current = await startServing(data, log).catch((error: unknown) => {
    removeSocketFolder();
    throw error;
  });

  const supervise = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const reason = await current.ended;
      if (stopping.signal.aborted) return;
      log.error("the embedded database stopped and is started again", { reason });
      const replacement = await restart(data, { log, signal: stopping.signal });
      if (!replacement) return;
      current = replacement;
      restarts += 1;
    }
  };
  const supervision = supervise();

  return {
    socketFolder,
    metrics: () => ({ restarts, wait: turns.read("wait"), hold: turns.read("hold") }),
    async close() {
      stopping.abort();
      await current.stop();
      await supervision;
      // A replacement may have become ready just before the abort was noticed.
      const reason = await current.stop();
      if (reason !== cleanStop) log.warn("the embedded database did not stop cleanly", { reason });
      removeSocketFolder();
    },
  };
}

/** Creates a folder that only this user may enter, so that no other user reaches the database. */
function createSocketFolder(runFolder: string | undefined): string {
  if (runFolder === undefined) return mkdtempSync(join(tmpdir(), "tenue-"));
  rmSync(runFolder, { recursive: true, force: true });
  if (Buffer.byteLength(join(runFolder, socketName)) > socketPathLimit) {
    const folder = mkdtempSync(join(tmpdir(), "tenue-"));
    symlinkSync(folder, runFolder);
    return folder;
  }
  mkdirSync(runFolder, { recursive: true, mode: 0o700 });
  chmodSync(runFolder, 0o700);
  return runFolder;
}

interface RunningWorker {
  /** Resolves with the reason when the thread has ended. */
  ended: Promise<string>;
  stop(): Promise<string>;
}

async function restart(
  data: ServeData,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<RunningWorker | null> {
  let lastReason = "";
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const wait = restartPauses[Math.min(attempt, restartPauses.length - 1)];
    await pause(wait, undefined, { signal }).catch(() => undefined); // an abort only ends the pause
    if (signal.aborted) break;
    try {
      const worker = await startServing(data, log);
      log.info("the embedded database is back", { attempts: attempt + 1 });
      return worker;
    } catch (error) {
      const reason = fullMessage(error);
      if (reason !== lastReason)
        log.error("the embedded database could not be started, trying on", { reason });
      lastReason = reason;
    }
  }
  return null;
}

/** Creates a new database in one thread, which ends before another thread serves it. A single thread would take twice the memory. */
async function startServing(data: ServeData, log: Logger): Promise<RunningWorker> {
  const { storage } = data;
  if (storage.type === "folder" && !existsSync(join(storage.folder, "PG_VERSION"))) {
    log.info("making the embedded database, which takes up to a minute");
    const maker = await startWorker({ task: "make", folder: storage.folder });
    await maker.ended;
  }
  return startWorker({ task: "serve", ...data });
}

async function startWorker(data: EmbeddedWorkerData): Promise<RunningWorker> {
  // In the sources the entry is beside this file; in the build it is a second entry of the bundle.
  const entry = import.meta.url.endsWith(".ts") ? "./embedded-worker.ts" : "./embedded-worker.js";
  const worker = new Worker(new URL(entry, import.meta.url), { workerData: data });
  let reason = "the thread ended without a word";
  const ready = Promise.withResolvers<void>();
  worker.on("message", (message: EmbeddedWorkerMessage) => {
    if (message.type === "ready") ready.resolve();
    if (message.type === "stopped") reason = cleanStop;
    if (message.type === "broken") reason = message.reason;
  });
  worker.on("error", (error) => {
    reason = fullMessage(error);
  });
  const ended = new Promise<string>((resolve) => {
    worker.once("exit", () => {
      resolve(reason);
      ready.reject(new OperatorError(`the embedded database does not start: ${reason}`));
    });
  });
  await ready.promise;
  return {
    ended,
    async stop() {
      worker.postMessage("stop");
      return await ended;
    },
  };
}

const smallBytes = 2 * 1024 ** 3;

/** @param constrained the limit of the control group: 0 when unknown, and more than the machine's memory when there is no limit */
export function isSmallMemory(total = totalmem(), constrained = process.constrainedMemory()): boolean {
  return Math.min(total, constrained || total) < smallBytes;
}

/**
 * Disables V8's optimizing compiler for WebAssembly in the whole process: in Node 24 it takes 600 MB for one function of PGlite.
 * Must be called before PGlite is compiled. Either flag alone has no effect.
 */
function keepCompilerSmall(): void {
  setFlagsFromString("--no-wasm-dynamic-tiering");
  setFlagsFromString("--no-wasm-tier-up");
}
