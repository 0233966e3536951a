import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBell } from "./bell.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** @returns whether the rest has ended */
function rest(bell: ReturnType<typeof createBell>, since = bell.rings()) {
  let hasEnded = false;
  void bell.rest(wait, { since, leastMs: 100, mostMs: 5_000 }).then(() => {
    hasEnded = true;
  });
  return () => hasEnded;
}

test("a rest ends when the bell rings, or after its longest time", async () => {
  const bell = createBell();
  const hasEnded = rest(bell);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(hasEnded()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(hasEnded()).toBe(true);
  const hasEndedAgain = rest(bell);
  await vi.advanceTimersByTimeAsync(1_000);
  bell.ring();
  await vi.advanceTimersByTimeAsync(0);
  expect(hasEndedAgain()).toBe(true);
});

test("a rest lasts its least time however often the bell rings", async () => {
  const bell = createBell();
  const hasEnded = rest(bell);
  bell.ring();
  await vi.advanceTimersByTimeAsync(99);
  expect(hasEnded()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(hasEnded()).toBe(true);
});

test("a ring during the look before a rest is not missed", async () => {
  const bell = createBell();
  const since = bell.rings();
  bell.ring();
  const hasEnded = rest(bell, since);
  await vi.advanceTimersByTimeAsync(100);
  expect(hasEnded()).toBe(true);
});
