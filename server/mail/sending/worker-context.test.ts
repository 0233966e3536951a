import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { silentLogger } from "#server/lib/logger.ts";
import { createWorkerContext } from "./worker-context.ts";

type Parts = Parameters<typeof createWorkerContext>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a context without a working database, because the tests lease no messages. */
const createContext = () =>
  createWorkerContext({ db: {} as Parts[0]["db"], log: silentLogger, now: () => new Date() }, {} as Parts[1]);

test("a worker is dead after a minute without a successful turn, and alive again after the next one", () => {
  const context = createContext();
  context.noteTurn();
  vi.advanceTimersByTime(59_000);
  expect(context.isAlive()).toBe(true);
  vi.advanceTimersByTime(2_000);
  expect(context.isAlive()).toBe(false);
  context.noteTurn();
  expect(context.isAlive()).toBe(true);
});

test("a worker that was never started, or that stops, is not dead", () => {
  const [idle, stopping] = [createContext(), createContext()];
  stopping.noteTurn();
  stopping.stop();
  vi.advanceTimersByTime(120_000);
  expect([idle.isAlive(), stopping.isAlive()]).toEqual([true, true]);
});
