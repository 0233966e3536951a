import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { databaseFolderName } from "#server/lib/data-folder.ts";
import { authSecret, programEnvironment } from "#test/support/server-process.ts";
import { ensureDatabaseFolder } from "#test/support/test-run.ts";

/** The built command, as in a release. From the sources, each new database would take seconds. */
const command = resolve(import.meta.dirname, "../../../build/server/tenue.js");

export type Outcome = { code: number; stdout: string; stderr: string };

/** Runs the operator's command to its end. */
export async function runTenue(args: string[], environment: Record<string, string>): Promise<Outcome> {
  const env = { ...programEnvironment, AUTH_SECRET: authSecret, ...environment };
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [command, ...args], { env })) };
  } catch (error) {
    return error as Outcome;
  }
}

/** Copies a prepared database to the place where a server would make one at its first start, which takes seconds. */
export async function placeDatabase(dataDir: string): Promise<void> {
  cpSync(await ensureDatabaseFolder(), join(dataDir, databaseFolderName), { recursive: true });
}
