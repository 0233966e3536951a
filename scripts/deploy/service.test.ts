import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const deploy = resolve(import.meta.dirname, "../../deploy");
const unit = join(deploy, "tenue.service");
const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
if (!hasSystemd)
  process.stderr.write("LEFT OUT: the score of the service needs systemd-analyze (Debian's systemd)\n");

test.runIf(hasSystemd)("systemd gives the service 1.5 at most, of 10 for no protection", () => {
  const score = /Overall exposure level for tenue\.service: ([\d.]+)/;
  const options = ["security", "--offline=true", "--no-pager", unit];
  const [, level = "10"] = score.exec(execFileSync("systemd-analyze", options, { encoding: "utf8" })) ?? [];
  expect(Number(level)).toBeLessThanOrEqual(1.5);
});

test("the service may write code that it runs, as V8 and WebAssembly do", () => {
  expect(readFileSync(unit, "utf8")).not.toMatch(/^MemoryDenyWriteExecute/m);
});

test("the settings are read alike by systemd and by the shell of the operator's command", () => {
  const lines = readFileSync(join(deploy, "tenue.env"), "utf8").split("\n");
  const settings = lines.filter((line) => line !== "" && !line.startsWith("#"));
  expect(settings.length).toBeGreaterThan(0);
  for (const setting of settings) expect(setting).toMatch(/^[A-Z_]+="[^"$`\\]*"$/);
  const { status } = spawnSync("sh", ["-n", join(deploy, "tenue")]);
  expect(status).toBe(0);
});
