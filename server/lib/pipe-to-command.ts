import { type ChildProcessByStdio, spawn } from "node:child_process";
import { type Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** The error contains the end of the command's output; this length is enough to find the fault. */
const keptOutput = 2_000;

type Child = ChildProcessByStdio<Writable, null, Readable>;

/**
 * Pipes a stream to the operator's shell command. The command sees end-of-file only after the whole stream. When the
 * stream breaks off, or the time limit passes, the command is killed with its child processes.
 * @param env in addition to this process's environment
 * @param signal kills the command
 * @throws Error when the stream breaks off, or the command fails
 */
export async function pipeToCommand(
  command: string,
  input: Readable,
  {
    env,
    limitMs,
    signal,
  }: { env: Record<string, string>; limitMs: number; signal?: AbortSignal | undefined },
): Promise<void> {
  signal?.throwIfAborted();
  const limit = AbortSignal.timeout(limitMs);
  const ending = AbortSignal.any(signal ? [signal, limit] : [limit]);
  const child = spawn("/bin/sh", ["-c", command], {
    env: { ...process.env, ...env },
    stdio: ["pipe", "ignore", "pipe"],
    detached: true, // a separate process group, so that it can be killed as a whole
  });
  const kill = () => killGroup(child);
  ending.addEventListener("abort", kill);
  try {
    const feeding = feed(child.stdin, input, ending).catch((error: unknown) => {
      kill();
      throw error;
    });
    const [fed, failure] = await Promise.allSettled([feeding, findFailure(child)]);
    signal?.throwIfAborted();
    if (limit.aborted) throw new Error(`the command timed out after ${limitMs / 1_000} seconds`);
    if (fed.status === "rejected") throw fed.reason;
    if (failure.status === "rejected") throw failure.reason;
    if (failure.value !== null) throw new Error(failure.value);
  } finally {
    ending.removeEventListener("abort", kill);
  }
}

/** Ends the command's input after the whole stream, but not when the stream breaks off. */
function feed(stdin: Writable, input: Readable, signal: AbortSignal): Promise<void> {
  // A command that ends before it has read everything closes the pipe. Its exit code shows if it failed.
  stdin.on("error", () => undefined);
  const whole = new Writable({
    write: (piece, _encoding, done) => void stdin.write(piece, () => done()),
    final(done) {
      stdin.end();
      done();
    },
  });
  return pipeline(input, whole, { signal });
}

/** Null when the command ended with 0. */
function findFailure(child: Child): Promise<string | null> {
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output = (output + text).slice(-keptOutput);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, killedBy) =>
      resolve(code === 0 ? null : `the command ended with ${code ?? killedBy}: ${output.trim()}`),
    );
  });
}

function killGroup({ pid, exitCode, signalCode, stderr }: Child): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, "SIGKILL");
  // A process that the command left behind may hold the other end, and the event "close" would wait for it.
  stderr.destroy();
}
