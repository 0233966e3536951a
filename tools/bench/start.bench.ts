import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { type BenchDatabase, createBenchDatabase } from "./lib/bench-database.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { startBuiltServer, stopBuiltServer } from "./lib/built-server.ts";
import { median } from "./lib/statistics.ts";

const rounds = 5;
const idleMs = 5_000;
const targets = {
  postgresql: "≤ 0.6 s, ≤ 120 MiB",
  embedded: "≤ 1.5 s, ≤ 240 MiB, first start ≤ 2.5 s",
} as const;

/** Measures the time from the start of the process to its first answer, on a new database and on existing data, and its idle memory. */
export async function run({ databaseUrl, log }: BenchOptions): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const serverUrl of [databaseUrl, undefined]) {
    const firstStarts: number[] = [];
    for (let round = 1; round < rounds; round += 1)
      firstStarts.push(await withDatabase(serverUrl, startAndStop));
    rows.push(
      await withDatabase(serverUrl, async (database) => {
        firstStarts.push(await startAndStop(database));
        return { ...(await measure(database, log)), "first start": inSeconds(firstStarts) };
      }),
    );
  }
  return rows;
}

const inSeconds = (milliseconds: number[]) => `${(median(milliseconds) / 1_000).toFixed(2)} s`;

async function withDatabase<Result>(
  serverUrl: string | undefined,
  work: (database: BenchDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await createBenchDatabase(serverUrl);
  try {
    return await work(database);
  } finally {
    await database.remove();
  }
}

/** @returns milliseconds until the first answer */
async function startAndStop(database: BenchDatabase): Promise<number> {
  const { child, ms } = await startBuiltServer(database);
  await stopBuiltServer(child);
  return ms;
}

async function measure(database: BenchDatabase, log: BenchOptions["log"]): Promise<BenchRow> {
  const milliseconds: number[] = [];
  const mebibytes: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const { child, ms } = await startBuiltServer(database);
    await pause(idleMs);
    milliseconds.push(ms);
    mebibytes.push(await residentMebibytes(child));
    await stopBuiltServer(child);
    log(`${database.mode}, round ${round}: ${ms.toFixed(0)} ms, ${mebibytes.at(-1)?.toFixed(0)} MiB`);
  }
  return {
    database: database.mode,
    "start to first answer": inSeconds(milliseconds),
    "idle memory": `${median(mebibytes).toFixed(0)} MiB`,
    targets: targets[database.mode],
  };
}

/** Linux only: NaN elsewhere. */
async function residentMebibytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1_024;
}
