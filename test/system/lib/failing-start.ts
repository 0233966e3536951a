import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { programEnvironment } from "#test/support/server-process.ts";

const entry = resolve(import.meta.dirname, "../../../build/server/main.js");

/** Returns the output of a start that must fail. Throws when the process does not end. */
export function startAndFail(environment: Record<string, string>): { code: number | null; output: string } {
  const { status, stderr, error } = spawnSync(process.execPath, [entry, "--api-only"], {
    env: { ...programEnvironment, HOST: "127.0.0.1", PORT: "0", LOG_FORMAT: "json", ...environment },
    encoding: "utf8",
    timeout: 120_000,
  });
  if (error) throw error;
  return { code: status, output: stderr };
}
