import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes what processes left behind that were killed.
 * @param pattern of names; its first group is the number of the process that made it
 */
export function removeLeftOvers(folder: string, pattern: RegExp): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = pattern.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false; // of an earlier process with the same number
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // somebody else's, but alive
  }
}
