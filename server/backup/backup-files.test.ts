import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { backupName, copyFolder, handOver, withBackupPath } from "./backup-files.ts";

let place: string;
let from: string;
let to: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "tenue-copy-"));
  [from, to] = [join(place, "from"), join(place, "to")];
  mkdirSync(join(from, "base", "empty"), { recursive: true });
  for (let n = 0; n < 20; n += 1) writeFileSync(join(from, "base", String(n)), `file ${n}`, { mode: 0o600 });
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

test("every needed file and folder is copied, readable by its owner only", async () => {
  await copyFolder(from, to, (path) => path !== join("base", "7"));
  for (let n = 0; n < 20; n += 1) {
    const copied = join(to, "base", String(n));
    if (n === 7) expect(existsSync(copied)).toBe(false);
    else expect([readFileSync(copied, "utf8"), statSync(copied).mode & 0o777]).toEqual([`file ${n}`, 0o600]);
  }
  expect(statSync(join(to, "base", "empty")).mode & 0o777).toBe(0o700);
});

test("a file that cannot be copied is reported", async () => {
  const isNeeded = (path: string) => {
    rmSync(join(from, "base", "12"), { force: true });
    return path !== "";
  };
  await expect(copyFolder(from, to, isNeeded)).rejects.toThrow(/ENOENT.*12/);
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tenue-hand-over-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["open to others", (path: string) => mkdirSync(path, { mode: 0o755 })],
  ["a link", (path: string) => symlinkSync(place, path)],
])("a backup is not written into a temporary folder that is %s", async (_how, make) => {
  vi.stubEnv("TMPDIR", folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  make(join(folder, `tenue-outgoing-${process.geteuid?.()}`));
  const passing = withBackupPath({ backupDir: undefined }, "any.tenue", async () => undefined);
  await expect(passing).rejects.toThrow(/is not a private folder/);
});

test("a backup goes into the folder, or through a temporary one that is removed after success and failure", async () => {
  const name = "tenue-20260718-031500.tenue";
  const here = async (path: string) => path;
  expect(await withBackupPath({ backupDir: folder }, name, here)).toBe(join(folder, name));
  const passing = await withBackupPath({ backupDir: undefined }, name, async (path) => {
    writeFileSync(path, "backup");
    return path;
  });
  expect(passing).toMatch(/tenue-outgoing-[^/]+\/[^/]+\/tenue-20260718-031500\.tenue$/);
  expect(existsSync(dirname(passing))).toBe(false);
  let failed = "";
  const failing = withBackupPath({ backupDir: undefined }, name, async (path) => {
    failed = path;
    throw new Error("no room");
  });
  await expect(failing).rejects.toThrow("no room");
  expect(existsSync(dirname(failed))).toBe(false);
});

test("BACKUP_COMMAND gets the backup and its name", async () => {
  const path = join(folder, "tenue-20260718-031500.tenue");
  writeFileSync(path, "backup");
  await handOver({ backupCommand: `cat > ${folder}/far-$TENUE_BACKUP_FILE` }, path);
  expect(readFileSync(join(folder, "far-tenue-20260718-031500.tenue"), "utf8")).toBe("backup");
});

test.each([
  ["is not there", "none.tenue"],
  ["cannot be read", "."],
])("a file that %s does not empty the remote copy", async (_why, name) => {
  writeFileSync(join(folder, "far"), "the one before");
  const backupCommand = `cat > ${folder}/draft && mv ${folder}/draft ${folder}/far`;
  await expect(handOver({ backupCommand }, join(folder, name))).rejects.toThrow();
  expect(readFileSync(join(folder, "far"), "utf8")).toBe("the one before");
});

test("a backup's name has its time to the second, and marks a backup before an update", () => {
  const madeAt = new Date("2026-11-23T03:04:05.678Z");
  expect(backupName(madeAt, "scheduled")).toBe("tenue-20261123-030405.tenue");
  expect(backupName(madeAt, "manual")).toBe("tenue-20261123-030405-manual.tenue");
  expect(backupName(madeAt, "update")).toBe("tenue-20261123-030405-update.tenue");
});
