import { expect, test } from "vitest";
import { createSlots } from "./slots.ts";

const refuse = () => new Error("the queue is full");

function task() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { started: false, finish: resolve };
  const run = () => {
    state.started = true;
    return promise;
  };
  return { state, run };
}

test("slots run two tasks at a time, the third in its turn, and refuse the fourth", async () => {
  const inSlot = createSlots({ running: 2, waiting: 1, refuse });
  const tasks = [task(), task(), task()];
  const done = tasks.map(({ run }) => inSlot(run));
  await expect(inSlot(async () => undefined)).rejects.toThrow("the queue is full");
  expect(tasks.map(({ state }) => state.started)).toEqual([true, true, false]);
  tasks[0]?.state.finish();
  await done[0];
  await Promise.resolve();
  expect(tasks[2]?.state.started).toBe(true);
  for (const { state } of tasks) state.finish();
  await Promise.all(done);
});

test("a task that fails frees its slot", async () => {
  const inSlot = createSlots({ running: 1, waiting: 0, refuse });
  await expect(inSlot(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await inSlot(async () => "next")).toBe("next");
});
