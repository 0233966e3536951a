import { execFile } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import type { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import {
  createTaskThread,
  TaskQueueFullError,
  type TaskThread,
  TaskTooHeavyError,
} from "#server/lib/task-thread.ts";
import type { testTasks } from "#test/support/test-tasks.ts";

const entry = new URL("../../test/support/test-tasks.ts", import.meta.url);
let thread: TaskThread<typeof testTasks>;
const start = (options: { limitMs?: number; maxWaiting?: number; memoryMb?: number } = {}) => {
  thread = createTaskThread({ entry, limitMs: 20_000, maxWaiting: 10, memoryMb: 256, ...options });
  return thread;
};
afterEach(() => thread.close());

test("a task thread answers tasks in their order", async () => {
  const { run } = start();
  expect(await Promise.all([run("double", 1), run("double", 2), run("double", 3)])).toEqual([2, 4, 6]);
});

test("an error of a task reaches its caller, and the thread continues", async () => {
  const { run } = start();
  await expect(run("fail", "no such thing")).rejects.toThrow("no such thing");
  expect(await run("double", 4)).toBe(8);
});

test("a task that takes too long is ended, and the next one gets a new thread", async () => {
  const { run } = start({ limitMs: 300 });
  const [hanging, next] = await Promise.allSettled([run("hang", null), run("double", 5)]);
  expect(hanging).toMatchObject({ status: "rejected", reason: expect.any(TaskTooHeavyError) });
  expect(next).toEqual({ status: "fulfilled", value: 10 });
});

test("a task that takes too much memory ends only its thread", async () => {
  const { run } = start({ memoryMb: 64 });
  await expect(run("fillMemory", null)).rejects.toThrow(TaskTooHeavyError);
  expect(await run("double", 6)).toBe(12);
});

test("a task thread that exits fails its task and is started again", async () => {
  const { run } = start();
  await expect(run("exit", null)).rejects.toThrow("the thread ended");
  expect(await run("double", 7)).toBe(14);
});

test("a task thread that fails between two tasks does not end the process, and is started again", async () => {
  const started = once(process, "worker") as Promise<[Worker]>;
  const { run } = start();
  expect(await run("failAfterwards", null)).toBe("answered");
  const [worker] = await started;
  // Not `once()` of node:events, which would also handle the error.
  await new Promise((resolve) => worker.once("exit", resolve));
  expect(await run("double", 9)).toBe(18);
});

test("a task is refused at once when the queue is full", async () => {
  const { run } = start({ maxWaiting: 1 });
  const first = run("double", 8);
  await expect(run("double", 9)).rejects.toThrow(TaskQueueFullError);
  expect(await first).toBe(16);
});

test("closing a task thread ends its running tasks", async () => {
  const { run, close } = start();
  await run("double", 1);
  const hanging = run("hang", null);
  const refused = expect(hanging).rejects.toThrow("the thread ended");
  await new Promise((resolve) => setTimeout(resolve, 50));
  await close();
  await refused;
});

test("an idle task thread does not keep the process alive", async () => {
  const module = new URL("../../server/lib/task-thread.ts", import.meta.url).href;
  const script = `(async () => {
    const { createTaskThread } = await import(${JSON.stringify(module)});
    const thread = createTaskThread({ entry: new URL(${JSON.stringify(entry.href)}), limitMs: 20000, maxWaiting: 1, memoryMb: 256 });
    console.log(await thread.run("double", 21));
  })()`;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], {
    cwd: import.meta.dirname,
    timeout: 25_000,
  });
  expect(stdout.trim()).toBe("42");
});
