import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { handOver, inItsPlace } from "./hand-over.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tenue-hand-over-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a backup goes into the folder, or through one that is gone afterwards, whatever becomes of it", async () => {
  const name = "tenue-20260718-031500.tenue";
  const here = async (path: string) => path;
  expect(await inItsPlace({ backupDir: folder }, name, here)).toBe(join(folder, name));
  const passing = await inItsPlace({ backupDir: undefined }, name, async (path) => {
    writeFileSync(path, "backup");
    return path;
  });
  expect(passing).toMatch(/tenue-outgoing-[^/]+\/tenue-20260718-031500\.tenue$/);
  expect(existsSync(dirname(passing))).toBe(false);
  let failed = "";
  const failing = inItsPlace({ backupDir: undefined }, name, async (path) => {
    failed = path;
    throw new Error("no room");
  });
  await expect(failing).rejects.toThrow("no room");
  expect(existsSync(dirname(failed))).toBe(false);
});

test("the command gets the backup and its name", async () => {
  const path = join(folder, "tenue-20260718-031500.tenue");
  writeFileSync(path, "backup");
  await handOver({ backupCommand: `cat > ${folder}/far-$TENUE_BACKUP_FILE` }, path);
  expect(readFileSync(join(folder, "far-tenue-20260718-031500.tenue"), "utf8")).toBe("backup");
});

test.each([
  ["is not there", "none.tenue"],
  ["cannot be read", "."],
])("a file that %s does not empty the copy far away", async (_why, name) => {
  writeFileSync(join(folder, "far"), "the one before");
  const backupCommand = `cat > ${folder}/draft && mv ${folder}/draft ${folder}/far`;
  await expect(handOver({ backupCommand }, join(folder, name))).rejects.toThrow();
  expect(readFileSync(join(folder, "far"), "utf8")).toBe("the one before");
});
