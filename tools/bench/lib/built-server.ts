import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { memorySettings } from "#scripts/release/release-files.ts";
import { freePort } from "#test/support/free-port.ts";
import type { BenchDatabase } from "./bench-database.ts";

const entry = resolve(import.meta.dirname, "../../../build/server/main.js");

const [mallocSetting = "", mallocValue = ""] = memorySettings.environment.split("=");

/** Starts the bundle as `npm start` does. @returns its process, and the milliseconds until its first answer */
export async function startBuiltServer({
  databaseUrl,
  dataDir,
}: BenchDatabase): Promise<{ child: ChildProcess; ms: number }> {
  const port = await freePort();
  const begin = performance.now();
  const child = spawn(process.execPath, [memorySettings.nodeOption, entry], {
    stdio: "ignore",
    env: {
      PATH: process.env.PATH,
      [mallocSetting]: mallocValue,
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

export async function stopBuiltServer(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}

async function answers(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/api/questionnaire?audience=user`).catch(() => null);
  await response?.text();
  return response?.ok ?? false;
}
