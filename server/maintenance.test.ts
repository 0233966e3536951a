import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { silentLogger } from "./lib/logger.ts";
import { startMaintenance } from "./maintenance.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a job that fails does not stop the other jobs, now or in the next round", async () => {
  const runs: string[] = [];
  const jobs = [
    { name: "broken", run: () => Promise.reject(new Error("no")) },
    { name: "fine", run: async () => void runs.push("fine") },
  ];
  const stop = startMaintenance(silentLogger, { jobs, mayDeleteByTime: async () => true }, 100);
  await vi.advanceTimersByTimeAsync(250);
  await stop();
  expect(runs).toEqual(["fine", "fine"]);
});

test("a round that takes longer than the interval ends before the next one starts", async () => {
  let running = 0;
  let most = 0;
  const slow = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((done) => setTimeout(done, 350));
    running -= 1;
  };
  const stop = startMaintenance(
    silentLogger,
    { jobs: [{ name: "slow", run: slow }], mayDeleteByTime: async () => true },
    100,
  );
  await vi.advanceTimersByTimeAsync(2_000);
  const stopped = stop();
  await vi.advanceTimersByTimeAsync(400);
  await stopped;
  expect(most).toBe(1);
  expect(running).toBe(0);
});

test("a job with its own interval runs in the first round, once per interval, and in the next round after a failure", async () => {
  const runs: number[] = [];
  let fails = false;
  const begin = performance.now();
  const run = async () => {
    runs.push(Math.round((performance.now() - begin) / 100));
    if (fails) throw new Error("no");
  };
  const stop = startMaintenance(
    silentLogger,
    { jobs: [{ name: "rare", everyMs: 500, run }], mayDeleteByTime: async () => true },
    100,
  );
  await vi.advanceTimersByTimeAsync(1_050);
  expect(runs).toEqual([1, 6]);
  fails = true;
  await vi.advanceTimersByTimeAsync(300);
  fails = false;
  await vi.advanceTimersByTimeAsync(600);
  await stop();
  expect(runs).toEqual([1, 6, 11, 12, 13, 14, 19]);
});

test("jobs that delete by time wait while the clock is implausible, or cannot be checked", async () => {
  const runs: string[] = [];
  const answers = [() => Promise.reject(new Error("no database")), async () => false, async () => true];
  const jobs = [
    { name: "delete", deletesByTime: true as const, run: async () => void runs.push("delete") },
    { name: "other", run: async () => void runs.push("other") },
  ];
  const mayDeleteByTime = () => (answers.shift() ?? (async () => false))();
  const stop = startMaintenance(silentLogger, { jobs, mayDeleteByTime }, 100);
  await vi.advanceTimersByTimeAsync(350);
  await stop();
  expect(runs).toEqual(["other", "other", "delete", "other"]);
});
