import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";

/** A control group of programs with limited memory, file cache included, without swap. The kernel kills a program beyond the limit. */
export type MemoryGroup = {
  /** The command that runs another one in the group. */
  within(command: string[]): { command: string; args: string[] };
  /** The peak since the last call in MiB; since the beginning when the kernel cannot reset it (version 2). */
  takePeak(): number;
  /** How many processes the kernel killed. */
  kills(): number;
  remove(): Promise<void>;
};

/** File names of the two versions of control groups. */
const versions = [
  {
    root: "/sys/fs/cgroup/memory",
    limits: ["memory.limit_in_bytes", "memory.memsw.limit_in_bytes"],
    swap: null,
    peak: "memory.max_usage_in_bytes",
    events: "memory.oom_control",
    canForget: true,
  },
  {
    root: "/sys/fs/cgroup",
    limits: ["memory.max"],
    swap: "memory.swap.max",
    peak: "memory.peak",
    events: "memory.events",
    canForget: false,
  },
];

/** Null when no group can be made; prints a message then. */
export function makeMemoryGroup(mebibytes: number): MemoryGroup | null {
  for (const version of versions) {
    const folder = join(version.root, `tenue-test-${process.pid}`);
    const path = (name: string) => join(folder, name);
    try {
      mkdirSync(folder);
    } catch {
      continue; // another version, no root rights, or a container without permission
    }
    if (!existsSync(path(version.peak))) {
      rmdirSync(folder);
      continue;
    }
    for (const limit of version.limits.filter((name) => existsSync(path(name))))
      writeFileSync(path(limit), String(mebibytes * 1024 ** 2));
    if (version.swap !== null && existsSync(path(version.swap))) writeFileSync(path(version.swap), "0");
    return {
      within: (command) => ({
        command: "/bin/sh",
        args: ["-c", 'echo $$ > "$0" && exec "$@"', path("cgroup.procs"), ...command],
      }),
      takePeak() {
        const peak = Number(readFileSync(path(version.peak), "utf8"));
        if (version.canForget) writeFileSync(path(version.peak), "0");
        return Math.round(peak / 1024 ** 2);
      },
      kills: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(path(version.events), "utf8"))?.[1]),
      remove: () => vi.waitFor(() => rmdirSync(folder), { timeout: 10_000 }), // the last process may still be ending
    };
  }
  process.stderr.write("LEFT OUT: little memory needs root and a control group for memory (Linux)\n");
  return null;
}
