import { closeSync, fsyncSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/** Far below PGlite's 128 MB, which would all stay in memory; the operating system caches the files as well. */
export const smallBuffers = ["-c", "shared_buffers=32MB"];

/** Size of the write-ahead log that is kept for reuse. The upkeep enforces it, because PGlite has no checkpointer process. */
const shortLog = ["-c", "max_wal_size=128MB", "-c", "min_wal_size=32MB"];

export const memoryStartParams = [...PGlite.defaultStartParams, ...smallBuffers];

export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  ...["-c", "fsync=on", "-c", "wal_sync_method=fsync"],
  ...smallBuffers,
  ...shortLog,
];

/** PGlite gives every file the rights 0666 and ignores the process's umask. */
const ownerOnly = 0o700;

type Init = NodeFS["init"];
type Module = Parameters<Init>[1];

interface NodeFilesystemModule {
  FS: {
    filesystems: {
      NODEFS: {
        node_ops: { setattr: SetAttributes };
        stream_ops: { fsync?: (stream: { nfd: number }) => number; setattr: SetAttributes };
        /** Converts an error of the operating system into an error that PostgreSQL understands. */
        tryFSOperation<T>(operation: () => T): T;
      };
    };
  };
}

type SetAttributes = (file: object, attributes: { mode?: number }) => void;

interface DurableFilesystemOptions {
  /** Called before every fsync. */
  onSync?: () => void;
  /** Called when PostgreSQL panicked, for example because it could not write its log. The database must not be used after that. */
  onAbort?: () => void;
}

/** PGlite's folder storage with a real fsync (PGlite's does nothing) and files that only their owner can read. */
export class DurableFilesystem extends NodeFS {
  readonly #options: DurableFilesystemOptions;

  constructor(folder: string, options: DurableFilesystemOptions = {}) {
    super(folder);
    this.#options = options;
  }

  override async init(...[database, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(database, options);
    const { onSync, onAbort } = this.#options;
    const install = (module: NodeFilesystemModule) => {
      const { NODEFS } = module.FS.filesystems;
      for (const operations of [NODEFS.node_ops, NODEFS.stream_ops])
        operations.setattr = closedToOthers(operations.setattr);
      NODEFS.stream_ops.fsync = (stream) =>
        NODEFS.tryFSOperation(() => {
          onSync?.();
          fsyncSync(stream.nfd);
          return 0;
        });
    };
    const preRun = [...(emscriptenOpts.preRun ?? []), install] as NonNullable<Module["preRun"]>;
    return { emscriptenOpts: { ...emscriptenOpts, preRun, ...(onAbort && { onAbort }) } };
  }
}

function closedToOthers(setAttributes: SetAttributes): SetAttributes {
  return (file, attributes) =>
    setAttributes(
      file,
      attributes.mode == null ? attributes : { ...attributes, mode: attributes.mode & (ownerOnly | ~0o777) },
    );
}

/** Makes one file, or the entries of one folder, durable. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes a whole folder durable, subfolders included. */
export function syncFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncFolder(path);
    else if (entry.isFile()) syncPath(path);
  }
  syncPath(folder);
}

/** Extensions that migrations may create. PostgreSQL includes them as well. */
export const embeddedExtensions = { pg_trgm };
