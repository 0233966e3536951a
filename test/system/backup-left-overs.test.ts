import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { claimScratch, withBackupPath } from "#server/backup/backup-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tenue-left-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test("left-overs of backups are removed, even with a reused process id, but not those of a working process", () => {
  const mine = claimScratch(folder, "backup-copy");
  mkdirSync(mine.path);
  const theirs = claimScratch(folder, "backup-draft");
  writeFileSync(theirs.path, "half");
  theirs.remove();
  expect(readdirSync(folder)).toHaveLength(2);
  mine.remove();
  expect(readdirSync(folder)).toEqual([]);
});

const backupFiles = JSON.stringify(join(import.meta.dirname, "../../server/backup/backup-files.ts"));

/** Runs a script until it prints something, calls `meanwhile`, and kills the process. */
async function killWhileWorking(script: string, meanwhile: () => void = () => undefined): Promise<void> {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, TMPDIR: folder },
  });
  try {
    await once(child.stdout, "data");
    meanwhile();
  } finally {
    child.kill("SIGKILL");
  }
  await once(child, "exit");
}

test("the next process removes the left-overs of a killed backup, even from another container", async () => {
  const script = `
    const { claimScratch } = await import(${backupFiles});
    const { mkdirSync } = await import("node:fs");
    globalThis.held = claimScratch(${JSON.stringify(folder)}, "backup-trial");
    mkdirSync(held.path);
    console.log("working");
    setInterval(() => undefined, 1000);`;
  await killWhileWorking(script, () => {
    claimScratch(folder, "backup-draft").remove();
    expect(readdirSync(folder)).toHaveLength(2);
  });
  claimScratch(folder, "backup-draft").remove();
  expect(readdirSync(folder)).toEqual([]);
});

test("the next backup for BACKUP_COMMAND removes the one that a killed process was handing over", async () => {
  const script = `
    const { withBackupPath } = await import(${backupFiles});
    const { writeFileSync } = await import("node:fs");
    await withBackupPath({ backupDir: undefined }, "left.tenue", async (path) => {
      writeFileSync(path, "backup");
      console.log("working");
      await new Promise((resolve) => setTimeout(resolve, 600_000));
    });`;
  const left = () => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => basename(path));
  await killWhileWorking(script);
  expect(left()).toContain("left.tenue");
  vi.stubEnv("TMPDIR", folder);
  await withBackupPath({ backupDir: undefined }, "next.tenue", async (path) => writeFileSync(path, "backup"));
  expect(left()).toEqual([expect.stringMatching(/^tenue-outgoing-/)]);
});

test("a fresh lock of a backup is kept, and an old lock without files is removed", () => {
  const lock = join(folder, "backup-trial-0123456789abcdef.lock");
  writeFileSync(lock, "");
  claimScratch(folder, "backup-draft").remove();
  expect(readdirSync(folder)).toHaveLength(1);
  utimesSync(lock, new Date(0), new Date(0));
  claimScratch(folder, "backup-draft").remove();
  expect(readdirSync(folder)).toEqual([]);
});

test("the removal of left-overs keeps foreign files", () => {
  for (const name of ["verify-A", "backup-copy-12", "backup-trial-0123456789abcdef.txt"])
    writeFileSync(join(folder, name), "");
  claimScratch(folder, "backup-draft").remove();
  expect(readdirSync(folder)).toHaveLength(3);
});
