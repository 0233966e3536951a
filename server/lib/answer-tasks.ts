import { parentPort } from "node:worker_threads";

export type TaskOrder = { name: string; input: unknown };
export type TaskAnswer = { result: unknown } | { error: string };

/** The thread's side of `createTaskThread`: says that it is ready, then answers one order after the other. */
export function answerTasks(tasks: Record<string, (input: never) => unknown>): void {
  parentPort?.on("message", async ({ name, input }: TaskOrder) => {
    parentPort?.postMessage(await answerTo(tasks[name], input));
  });
  parentPort?.postMessage("ready");
}

async function answerTo(task: ((input: never) => unknown) | undefined, input: unknown): Promise<TaskAnswer> {
  try {
    return { result: await task?.(input as never) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
