import { spawn } from "node:child_process";
import { once } from "node:events";

type Command = { cwd: string; env?: Record<string, string>; limitMs: number; signal: AbortSignal };

/**
 * Runs a command to its end. It gets SIGTERM when it takes longer than it may, or when all of it is called off.
 * @returns its exit code, null when it was ended
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
