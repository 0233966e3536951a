import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");

const throwing = `import { test } from "vitest";
test("ends before what it began", async () => {
  setTimeout(() => { throw new Error("too late"); });
  await new Promise((resolve) => setTimeout(resolve, 200));
});`;

test("what is thrown outside of a test is written down with the file that ran", () => {
  mkdirSync(join(root, "test-results"), { recursive: true });
  const folder = mkdtempSync(join(root, "test-results/errors-"));
  const report = join(folder, "errors.json");
  try {
    writeFileSync(join(folder, "a.test.mjs"), throwing);
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const reporter = `--reporter=${join(root, "scripts/errors-reporter.mjs")}`;
    const { status } = spawnSync(process.execPath, [vitest, "run", "--root", folder, reporter], {
      env: { ...process.env, ERRORS_REPORT: report },
    });
    expect(status).toBe(1);
    expect(JSON.parse(readFileSync(report, "utf8"))).toEqual([
      { file: join(folder, "a.test.mjs"), message: "Error: too late" },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
