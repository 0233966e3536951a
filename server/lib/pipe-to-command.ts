import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** What a command said last goes into the reason; more of it helps nobody. */
const keptOutput = 2_000;

/**
 * Hands a stream to a shell command of the operator on its standard input.
 * @param env beside the environment of this process
 * @param signal ends the command
 * @throws Error when the command does not end with 0: its message has what the command wrote last
 */
export async function pipeToCommand(
  command: string,
  input: Readable,
  { env, signal }: { env: Record<string, string>; signal: AbortSignal },
): Promise<void> {
  const child = spawn("/bin/sh", ["-c", command], {
    env: { ...process.env, ...env },
    stdio: ["pipe", "ignore", "pipe"],
    signal,
    killSignal: "SIGTERM",
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-keptOutput);
  });
  const ended = new Promise<string | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, killedBy) => resolve(code === 0 ? null : `${code ?? killedBy}`));
  });
  // A command that ends before it has read everything closes the pipe: how it ended says whether that was meant.
  const [, outcome] = await Promise.allSettled([pipeline(input, child.stdin), ended]);
  if (outcome.status === "rejected") throw outcome.reason;
  if (outcome.value !== null) throw new Error(`the command ended with ${outcome.value}: ${said.trim()}`);
}
