import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system that a test may fill up or write-protect. */
export type SmallDisk = { folder: string; protect(): void; unprotect(): void; remove(): void };

/** Null when mounting is not allowed. It then prints a message, because a skipped test looks like a passed one. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), "tenue-disk-"));
  if (!run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m,mode=0700`, "tmpfs", folder)) {
    rmdirSync(folder);
    process.stderr.write("LEFT OUT: tests with a separate disk need root and mount (Linux)\n");
    return null;
  }
  return {
    folder,
    protect() {
      if (!run("mount", "-o", "remount,ro", folder)) throw new Error(`${folder} cannot be write-protected`);
    },
    unprotect() {
      if (!run("mount", "-o", "remount,rw", folder)) throw new Error(`${folder} stays write-protected`);
    },
    remove() {
      if (!run("umount", folder)) throw new Error(`${folder} cannot be unmounted`);
      rmdirSync(folder);
    },
  };
}

function run(command: string, ...args: string[]): boolean {
  return spawnSync(command, args).status === 0;
}
