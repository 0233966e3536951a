import { spawn } from "node:child_process";
import { once } from "node:events";

type Command = { cwd: string; env?: Record<string, string>; limitMs: number; signal: AbortSignal };

/**
 * Runs a command to its end. The command gets SIGTERM after its time limit, or when the whole run is aborted.
 * @returns the exit code, null when a signal ended the command
 */
export async function runCommand(
  program: string,
  args: string[],
  { cwd, env = {}, limitMs, signal }: Command,
): Promise<number | null> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  limit.throwIfAborted();
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const end = () => child.kill("SIGTERM");
  limit.addEventListener("abort", end);
  try {
    const [code] = (await once(child, "exit")) as [number | null];
    return code;
  } finally {
    limit.removeEventListener("abort", end);
  }
}
