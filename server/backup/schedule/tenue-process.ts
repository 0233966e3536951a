import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** The last line that `tenue backup --json` prints. */
const outcomeSchema = z.object({
  file: z.string().nullable(),
  bytes: z.number(),
  rows: z.number(),
  madeAt: z.string(),
  verifiedAt: z.string().nullable(),
});
export type BackupOutcome = z.output<typeof outcomeSchema>;

/** Runs `tenue backup` with these arguments. @throws Error with its output when it fails */
export type RunBackup = (args: string[], signal: AbortSignal) => Promise<BackupOutcome>;

const keptOutput = 4_000;

/** Runs the backup in a separate process, because it needs much memory and processor time. The caller records the result. */
export const runTenueBackup: RunBackup = (args, signal) =>
  runBackupProcess([process.execPath, tenueEntry(), "backup", "--json", "--unrecorded", ...args], signal);

/** @param command the program and its arguments */
export async function runBackupProcess(
  [program = "", ...args]: string[],
  signal: AbortSignal,
): Promise<BackupOutcome> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], signal });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] = (output[name] + text).slice(-keptOutput);
    });
  }
  const end = await new Promise<string | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, killedBy) => resolve(code === 0 ? null : `${code ?? killedBy}`));
  });
  if (end !== null) throw new Error(output.stderr.trim() || `tenue backup ended with ${end}`);
  return outcomeSchema.parse(JSON.parse(output.stdout.trim().split("\n").at(-1) ?? ""));
}

/** The path of the `tenue` command: in the root of the sources, or beside the bundle. */
function tenueEntry(): string {
  const entry = import.meta.url.endsWith(".ts") ? "../../tenue.ts" : "./tenue.js";
  return fileURLToPath(new URL(entry, import.meta.url));
}
