import { closeSync, fsyncSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type Init = NodeFS["init"];
type Module = Parameters<Init>[1];

interface NodeFilesystemModule {
  FS: { filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } } };
}

/** PGlite's folder storage whose fsync reaches the disk; PGlite itself answers it without doing anything. */
export class DurableFilesystem extends NodeFS {
  readonly #onSync: (() => void) | undefined;

  constructor(folder: string, onSync?: () => void) {
    super(folder);
    this.#onSync = onSync;
  }

  override async init(...[database, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(database, options);
    const installFsync = (module: NodeFilesystemModule) => {
      module.FS.filesystems.NODEFS.stream_ops.fsync = (stream) => {
        fsyncSync(stream.nfd);
        this.#onSync?.();
        return 0;
      };
    };
    const preRun = [...(emscriptenOpts.preRun ?? []), installFsync] as NonNullable<Module["preRun"]>;
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
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

/** Makes a whole folder durable, whatever it holds. */
export function syncFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncFolder(path);
    else if (entry.isFile()) syncPath(path);
  }
  syncPath(folder);
}
