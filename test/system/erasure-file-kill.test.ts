import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseErasures } from "#server/privacy/erasure/erasure.service.ts";
import { repeats } from "./lib/scale.ts";

const kills = repeats(3, 12);
const installation = "00000000-0000-4000-8000-000000000000";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tenue-erasures-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Appends one erasure and many changes of one address, prints the erasure's number, compacts, and so on. */
const script = `
  const { openErasureFile } = await import(${JSON.stringify(join(import.meta.dirname, "../../server/privacy/erasure/erasure-file.ts"))});
  const [folder, installation, first] = process.argv.slice(1);
  const file = openErasureFile(folder, installation);
  const at = new Date("2026-11-01T00:00:00.000Z");
  for (let id = Number(first); ; ) {
    const erased = { id: id++, kind: "erased", emailHash: "gone", scope: null, reason: null, until: null, at };
    const changes = Array.from({ length: 500 }, () => ({ ...erased, id: id++, kind: "lifted", scope: "news", reason: "manual" }));
    await file.append([erased, ...changes]);
    console.log(erased.id);
    await file.compact({ superseded: new Date(), since: new Date(0) }, (replace) => replace());
  }`;

test("the log of erasures loses no entry when compacting processes are killed", async () => {
  const noted: number[] = [];
  let compacted = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const first = String((kill + 1) * 10_000_000);
    const child = spawn(
      process.execPath,
      ["--input-type=module", "--eval", script, folder, installation, first],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    noted.push(...(await killAfter(child, 4 + kill)));
    const entries = parseErasures(readFileSync(join(folder, "erasures.ndjson"), "utf8"), installation);
    const kept = new Set(entries.filter(({ kind }) => kind === "erased").map(({ id }) => id));
    expect(noted.filter((id) => !kept.has(id))).toEqual([]);
    if (entries.length < noted.length * 250) compacted += 1;
  }
  expect(compacted).toBeGreaterThan(0);
  // Only the last killed process may leave a draft, which the next compaction removes.
  expect(readdirSync(folder).filter((name) => /^backup-draft-\w+$/.test(name)).length).toBeLessThanOrEqual(1);
});

/** Kills the process after it has printed `count` numbers. @returns the numbers */
async function killAfter(child: ChildProcess, count: number): Promise<number[]> {
  const noted: number[] = [];
  if (!child.stdout) throw new Error("its output is not read");
  for await (const line of createInterface(child.stdout)) {
    noted.push(Number(line));
    if (noted.length === count) setTimeout(() => child.kill("SIGKILL"), Math.random() * 20);
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return noted;
}
