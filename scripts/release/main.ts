/** `npm run release [-- --to FOLDER]`: makes tenue-VERSION.tar.gz of the present build, in dist/ by default. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { layOutRelease } from "./release-files.ts";
import { packFolder } from "./tarball.ts";

const root = resolve(import.meta.dirname, "../..");
const { values } = parseArgs({ options: { to: { type: "string", default: join(root, "dist") } } });
const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const name = `tenue-${version}`;
const archive = join(resolve(values.to), `${name}.tar.gz`);
const work = mkdtempSync(join(tmpdir(), "tenue-release-"));
try {
  const folder = join(work, name);
  mkdirSync(folder);
  layOutRelease(root, folder, git("rev-parse", "HEAD"));
  mkdirSync(resolve(values.to), { recursive: true });
  const sum = packFolder(folder, archive, Number(git("log", "-1", "--format=%ct")));
  console.log(`${sum}  ${archive}`);
  if (git("status", "--porcelain") !== "")
    console.log("It contains uncommitted changes: it cannot be reproduced.");
} finally {
  rmSync(work, { recursive: true, force: true });
}
