import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSemaphore, createWakeSignal, shareInFlight, withStaleFallback } from "./concurrency.ts";

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
  const inSlot = createSemaphore({ running: 2, waiting: 1, refuse });
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
  const inSlot = createSemaphore({ running: 1, waiting: 0, refuse });
  await expect(inSlot(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await inSlot(async () => "next")).toBe("next");
});

test("concurrent callers share one result, later callers start a new request, also after a failure", async () => {
  const answers: (() => Promise<string>)[] = [
    async () => "first",
    () => Promise.reject(new Error("away")),
    async () => "third",
  ];
  const ask = shareInFlight(() => answers.shift()?.() ?? Promise.reject(new Error("asked too often")));
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(["first", "first", "first"]);
  expect((await Promise.allSettled([ask(), ask()])).map(({ status }) => status)).toEqual([
    "rejected",
    "rejected",
  ]);
  expect(await ask()).toBe("third");
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** @returns whether the rest has ended */
function rest(wakeSignal: ReturnType<typeof createWakeSignal>, since = wakeSignal.count()) {
  let hasEnded = false;
  void wakeSignal.wait(wait, { since, minMs: 100, maxMs: 5_000 }).then(() => {
    hasEnded = true;
  });
  return () => hasEnded;
}

test("a pause ends when it is woken, or after its longest time", async () => {
  const wakeSignal = createWakeSignal();
  const hasEnded = rest(wakeSignal);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(hasEnded()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(hasEnded()).toBe(true);
  const hasEndedAgain = rest(wakeSignal);
  await vi.advanceTimersByTimeAsync(1_000);
  wakeSignal.notify();
  await vi.advanceTimersByTimeAsync(0);
  expect(hasEndedAgain()).toBe(true);
});

test("a pause lasts its shortest time even when it is woken often", async () => {
  const wakeSignal = createWakeSignal();
  const hasEnded = rest(wakeSignal);
  wakeSignal.notify();
  await vi.advanceTimersByTimeAsync(99);
  expect(hasEnded()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(hasEnded()).toBe(true);
});

test("a wake-up during the query before a pause is not missed", async () => {
  const wakeSignal = createWakeSignal();
  const since = wakeSignal.count();
  wakeSignal.notify();
  const hasEnded = rest(wakeSignal, since);
  await vi.advanceTimersByTimeAsync(100);
  expect(hasEnded()).toBe(true);
});

test("the last answer is given while the next one is late or fails, until the next one arrives", async () => {
  const late = Promise.withResolvers<number>();
  const answers = [
    Promise.resolve(1),
    Promise.reject(new Error("refused")),
    late.promise,
    new Promise<number>(() => {}),
  ];
  const ask = withStaleFallback({ ms: 100, maxAgeMs: 1_000 }, () => answers.shift() ?? Promise.resolve(3));
  expect([await ask(), await ask()]).toEqual([1, 1]);
  for (const expected of [1, 2]) {
    const answer = ask();
    await vi.advanceTimersByTimeAsync(100);
    expect(await answer).toBe(expected);
    late.resolve(2);
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(await ask()).toBe(3);
});

test("a first call that fails is an error", async () => {
  await expect(
    withStaleFallback({ ms: 100, maxAgeMs: 1_000 }, () => Promise.reject(new Error("refused")))(),
  ).rejects.toThrow("refused");
});

test("an answer that is too old, or replaced by a newer one, is not given", async () => {
  const late = Promise.withResolvers<number>();
  const answers = [Promise.resolve(1), late.promise, Promise.resolve(3), new Promise<number>(() => {})];
  const ask = withStaleFallback({ ms: 100, maxAgeMs: 1_000 }, () => answers.shift() ?? Promise.resolve(4));
  await ask();
  const second = ask();
  await vi.advanceTimersByTimeAsync(100);
  expect(await second).toBe(1);
  expect(await ask()).toBe(3);
  late.resolve(2);
  const fourth = ask();
  await vi.advanceTimersByTimeAsync(100);
  expect(await fourth).toBe(3);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await ask()).toBe(4);
});
