import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { type BenchDatabase, createBenchDatabase } from "./lib/bench-database.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { startBuiltServer, stopBuiltServer } from "./lib/built-server.ts";
import { median } from "./lib/figures.ts";

const rounds = 5;
const idleMs = 5_000;
const targets = { postgresql: "≤ 0.6 s, ≤ 150 MiB", embedded: "≤ 1.5 s, ≤ 400 MiB" } as const;

/** From the start of the process to its first answer, on existing data, and its memory when idle. */
export async function run({ databaseUrl, log }: BenchOptions): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const serverUrl of [databaseUrl, undefined]) {
    const database = await createBenchDatabase(serverUrl);
    try {
      rows.push(await measure(database, log));
    } finally {
      await database.remove();
    }
  }
  return rows;
}

async function measure(database: BenchDatabase, log: BenchOptions["log"]): Promise<BenchRow> {
  await stopBuiltServer((await startBuiltServer(database)).child); // makes the data
  const seconds: number[] = [];
  const mebibytes: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const { child, ms } = await startBuiltServer(database);
    await pause(idleMs);
    seconds.push(ms / 1_000);
    mebibytes.push(await residentMebibytes(child));
    await stopBuiltServer(child);
    log(`${database.mode}, round ${round}: ${ms.toFixed(0)} ms, ${mebibytes.at(-1)?.toFixed(0)} MiB`);
  }
  return {
    database: database.mode,
    "start to first answer": `${median(seconds).toFixed(2)} s`,
    "idle memory": `${median(mebibytes).toFixed(0)} MiB`,
    targets: targets[database.mode],
  };
}

/** Linux only: NaN elsewhere. */
async function residentMebibytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1_024;
}
