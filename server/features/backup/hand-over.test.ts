import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { handOver } from "./hand-over.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tenue-hand-over-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

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
