import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { copyFolder } from "./copy-folder.ts";

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

test("every file that is needed and every folder is there, for its owner alone", async () => {
  await copyFolder(from, to, (path) => path !== join("base", "7"));
  for (let n = 0; n < 20; n += 1) {
    const copied = join(to, "base", String(n));
    if (n === 7) expect(existsSync(copied)).toBe(false);
    else expect([readFileSync(copied, "utf8"), statSync(copied).mode & 0o777]).toEqual([`file ${n}`, 0o600]);
  }
  expect(statSync(join(to, "base", "empty")).mode & 0o777).toBe(0o700);
});

test("what cannot be copied is told of", async () => {
  const isNeeded = (path: string) => {
    rmSync(join(from, "base", "12"), { force: true });
    return path !== "";
  };
  await expect(copyFolder(from, to, isNeeded)).rejects.toThrow(/ENOENT.*12/);
});
