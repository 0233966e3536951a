import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import type { Launch } from "#test/support/server-process.ts";
import { runCommand } from "./run-command.ts";

const root = resolve(import.meta.dirname, "../..");
const installLimitMs = 8 * 60_000;

export type PreviousVersion = {
  folder: string;
  /** The PATH in which the previous version's Node and tools come first. */
  path: string;
  /** Starts the previous version's API from its sources. */
  launch: Launch;
};

/** The newest tag of this history that is not the present commit's own. */
export function previousTag(): string {
  const own = new Set(gitLines("tag", "--points-at", "HEAD"));
  const tag = gitLines("tag", "--merged", "HEAD", "--sort=-version:refname").find((name) => !own.has(name));
  if (tag === undefined) throw new Error("There is no earlier tag: name a revision, -- --from REV");
  return tag;
}

/** Unpacks a revision with the packages of its lock file into a folder, which the caller removes. */
export async function unpackVersion(
  revision: string,
  folder: string,
  signal: AbortSignal,
): Promise<PreviousVersion> {
  const commit = execFileSync("git", ["rev-parse", "--verify", `${revision}^{commit}`], { cwd: root });
  mkdirSync(folder, { recursive: true });
  const archive = `${folder}.tar`;
  execFileSync("git", ["archive", `--output=${archive}`, commit.toString().trim()], { cwd: root });
  execFileSync("tar", ["--extract", `--file=${archive}`, `--directory=${folder}`]);
  rmSync(archive);
  await installPackages(folder, signal);
  const bin = join(folder, "node_modules", ".bin");
  const entry = [join(folder, "server/main.ts"), "--api-only"];
  return {
    folder,
    path: `${bin}${delimiter}${process.env.PATH}`,
    launch: { command: join(bin, "node"), args: entry, cwd: folder },
  };
}

async function installPackages(folder: string, signal: AbortSignal): Promise<void> {
  const lockFile = (of: string) => readFileSync(join(of, "package-lock.json"), "utf8");
  if (lockFile(folder) === lockFile(root)) {
    cpSync(join(root, "node_modules"), join(folder, "node_modules"), {
      recursive: true,
      verbatimSymlinks: true,
    });
    return;
  }
  const options = ["ci", "--include=dev", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  const code = await runCommand("npm", options, { cwd: folder, limitMs: installLimitMs, signal });
  if (code !== 0) throw new Error(`npm ci of the previous version ended with ${code}`);
}

const gitLines = (...args: string[]) =>
  execFileSync("git", args, { cwd: root }).toString().split("\n").filter(Boolean);
