import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { countTransactions } from "#test/support/count-transactions.ts";
import { type BenchDatabase, createBenchDatabase } from "./lib/bench-database.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { startBuiltServer, stopBuiltServer } from "./lib/built-server.ts";

/** The first round of upkeep runs every job and belongs to the start. */
const settleMs = 45_000;
const leastSeconds = 120;
const ticksPerSecond = 100; // USER_HZ, the same on every Linux
const megabyte = 1_000_000;
const targets = {
  embedded: "≤ 0.5 % of a core, ≤ 20 MB/h",
  postgresql: "≤ 60 transactions/min",
} as const;

/** Measures a server without requests. Both databases run in parallel, because idle servers do not disturb each other. Linux only. */
export async function run({ databaseUrl, seconds, log }: BenchOptions): Promise<BenchRow[]> {
  return Promise.all(
    [databaseUrl, undefined].map(async (serverUrl) => {
      const database = await createBenchDatabase(serverUrl);
      try {
        return await measure(database, { seconds: Math.max(seconds, leastSeconds), log });
      } finally {
        await database.remove();
      }
    }),
  );
}

async function measure(
  database: BenchDatabase,
  { seconds, log }: Pick<BenchOptions, "seconds" | "log">,
): Promise<BenchRow> {
  const { child } = await startBuiltServer(database);
  try {
    const look = () => readUsage(child.pid ?? 0, database.databaseUrl);
    await pause(settleMs);
    const before = await look();
    await pause(seconds * 1_000);
    const after = await look();
    const passed = (after.at - before.at) / 1_000;
    log(`${database.mode}: ${JSON.stringify({ before, after })}`);
    const { mode } = database;
    return {
      database: mode,
      "share of a core": `${((100 * (after.cpuSeconds - before.cpuSeconds)) / passed).toFixed(2)} %`,
      "written by the process": `${(((after.written - before.written) / megabyte) * (3_600 / passed)).toFixed(1)} MB/h`,
      transactions:
        mode === "embedded"
          ? ""
          : `${((after.transactions - before.transactions) * (60 / passed)).toFixed(0)}/min`,
      targets: targets[mode],
    };
  } finally {
    await stopBuiltServer(child);
  }
}

async function readUsage(pid: number, databaseUrl: string | undefined) {
  const [stat, io] = await Promise.all(
    ["stat", "io"].map((name) => readFile(`/proc/${pid}/${name}`, "utf8")),
  );
  // The fields begin after the name in brackets, which may contain spaces. The first field is state, the twelfth utime.
  const fields = (stat ?? "").slice((stat ?? "").lastIndexOf(")") + 2).split(" ");
  return {
    at: performance.now(),
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    written: Number(/^write_bytes: (\d+)/m.exec(io ?? "")?.[1]),
    transactions: databaseUrl === undefined ? 0 : await countTransactions(databaseUrl),
  };
}
