import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type BenchDatabase, createBenchDatabase } from "./lib/bench-database.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { median } from "./lib/figures.ts";

const entry = resolve(import.meta.dirname, "../../build/server/main.js");
const rounds = 5;
const idleMs = 5_000;
const targets = { postgresql: "≤ 0.6 s, ≤ 150 MiB", embedded: "≤ 1.5 s, ≤ 400 MiB" } as const;

/** From the start of the process to its first answer, on data that exists, and what it holds when it idles. */
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
  await stop((await start(database)).child); // makes the data
  const seconds: number[] = [];
  const mebibytes: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const { child, ms } = await start(database);
    await pause(idleMs);
    seconds.push(ms / 1_000);
    mebibytes.push(await residentMebibytes(child));
    await stop(child);
    log(`${database.mode}, round ${round}: ${ms.toFixed(0)} ms, ${mebibytes.at(-1)?.toFixed(0)} MiB`);
  }
  return {
    database: database.mode,
    "start to first answer": `${median(seconds).toFixed(2)} s`,
    "idle memory": `${median(mebibytes).toFixed(0)} MiB`,
    targets: targets[database.mode],
  };
}

async function start({ databaseUrl, dataDir }: BenchDatabase): Promise<{ child: ChildProcess; ms: number }> {
  const port = await freePort();
  const begin = performance.now();
  const child = spawn(process.execPath, [entry], {
    stdio: "ignore",
    env: {
      PATH: process.env.PATH,
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: dataDir,
      AUTH_SECRET: "a-secret-for-benchmarks-that-is-long-enough",
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
  });
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error("the server did not start");
    await pause(5);
  }
  return { child, ms: performance.now() - begin };
}

async function answers(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/api/questionnaire?audience=user`).catch(() => null);
  await response?.text();
  return response?.ok ?? false;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Linux tells; elsewhere there is no figure. */
async function residentMebibytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1_024;
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
