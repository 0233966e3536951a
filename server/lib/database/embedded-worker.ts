/** Entry of the worker thread that holds the embedded database. */
import { readFileSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import {
  DurableFilesystem,
  durableStartParams,
  embeddedExtensions as extensions,
  memoryStartParams,
  syncFolder,
  syncPath,
} from "./durable-filesystem.ts";
import type { EmbeddedWorkerData, EmbeddedWorkerMessage, ServeData } from "./embedded-server.ts";
import { readPreparedDatabase, runInitdb, unpackDatabase } from "./prepared-database.ts";
import { TurnTimes } from "./turn-times.ts";
import { WireServer } from "./wire-server.ts";

const idleInTransactionMs = 30_000;

function tell(message: EmbeddedWorkerMessage): void {
  parentPort?.postMessage(message);
}

/** Ends the thread immediately. The parent starts a new one, which recovers from the write-ahead log. */
function die(reason: string): never {
  tell({ type: "broken", reason });
  process.exit(1);
}

async function openFolder(folder: string): Promise<PGlite> {
  let reason: string | null = null;
  try {
    return await PGlite.create({
      fs: new DurableFilesystem(folder, { onAbort: () => die(reason ?? "the embedded database aborted") }),
      extensions,
      startParams: durableStartParams,
      onStderr(line) {
        const [, words] = /(?:PANIC|FATAL): +(.*)/.exec(line) ?? [];
        if (words !== undefined) reason = `${words} (${folder})`;
        return false;
      },
    });
  } catch (error) {
    throw reason === null ? error : new Error(reason); // PGlite's own error has no reason
  }
}

/** Builds the folder under another name and renames it, so that an interrupted start leaves no incomplete database. */
async function createFolder(folder: string): Promise<void> {
  const draft = `${folder}.new`;
  const removeDraft = () => rmSync(draft, { recursive: true, force: true });
  removeDraft();
  try {
    const prepared = readPreparedDatabase();
    if (prepared) unpackDatabase(prepared, draft);
    else await runInitdb(draft);
    syncFolder(draft);
  } catch (error) {
    removeDraft(); // frees the space on a full disk
    throw error;
  }
  renameSync(draft, folder);
  syncPath(dirname(folder));
}

function openMemory(snapshotFile: string | undefined): Promise<PGlite> {
  const options: PGliteOptions = { extensions, startParams: memoryStartParams };
  if (snapshotFile !== undefined) options.loadDataDir = new Blob([readFileSync(snapshotFile)]);
  return PGlite.create(options);
}

async function serve({ storage, socketPath, turnTimes }: ServeData): Promise<void> {
  const database = await (storage.type === "folder"
    ? openFolder(storage.folder)
    : openMemory(storage.snapshotFile));
  const { rows } = await database.query<{ server_version: string }>("show server_version");
  const server = new WireServer({
    serverVersion: rows[0]?.server_version ?? "",
    idleInTransactionMs,
    turns: new TurnTimes(turnTimes),
    onBroken: die,
    async execute(messages) {
      const answer: Buffer[] = [];
      await database.execProtocolRawStream(messages, {
        syncToFs: false,
        // The bytes are a view of memory that the next statement overwrites, so they are copied.
        onRawData: (bytes) => answer.push(Buffer.from(bytes)),
      });
      return Buffer.concat(answer);
    },
  });
  rmSync(socketPath, { force: true });
  await server.listen(socketPath);
  parentPort?.once("message", async () => {
    await server.close();
    await database.exec("checkpoint");
    await database.close();
    tell({ type: "stopped" });
    process.exit(0);
  });
  tell({ type: "ready" });
}

/** PGlite's file system throws objects that are no errors and hold only an error number of WASI. */
const fileErrors: Record<number, string> = {
  2: "permission denied",
  19: "the disk quota is used up",
  29: "input/output error",
  33: "too many open files",
  51: "no space left on the disk",
  69: "the file system is read-only",
};

function reasonOf(error: unknown): string {
  if (error instanceof Error && !("errno" in error)) return error.message;
  const errno = Number((error as { errno?: unknown } | null)?.errno);
  return fileErrors[errno] ?? (error instanceof Error ? error.message : `file error ${errno}`);
}

async function make(folder: string): Promise<void> {
  await createFolder(folder);
  tell({ type: "ready" });
  tell({ type: "stopped" });
  process.exit(0);
}

const data = workerData as EmbeddedWorkerData;
(data.task === "make" ? make(data.folder) : serve(data)).catch((error: unknown) => {
  die(reasonOf(error));
});
