import { expect, test } from "vitest";
import { createRateLimiter } from "./rate-limit.ts";

test("a minute's allowance may come at once and grows back evenly", () => {
  const limiter = createRateLimiter(30);
  for (let count = 0; count < 30; count += 1) expect(limiter.admit("a", 1_000)).toBe(0);
  expect(limiter.admit("a", 1_000)).toBe(2_000);
  expect(limiter.admit("a", 2_500)).toBe(500);
  expect(limiter.admit("a", 3_000)).toBe(0);
  expect(limiter.admit("a", 3_000)).toBe(2_000);
});

test("a refused request costs nothing", () => {
  const limiter = createRateLimiter(1);
  expect(limiter.admit("a", 0)).toBe(0);
  for (let count = 0; count < 5; count += 1) expect(limiter.admit("a", 30_000)).toBe(30_000);
  expect(limiter.admit("a", 60_000)).toBe(0);
});

test("any whole number per minute is admitted exactly", () => {
  for (const perMinute of [1, 3, 7, 29, 30, 600]) {
    const limiter = createRateLimiter(perMinute);
    const admitted = Array.from({ length: perMinute + 5 }, () => limiter.admit("a", 5)).filter(
      (wait) => wait === 0,
    );
    expect(admitted).toHaveLength(perMinute);
  }
});

test("memory is bounded, and clients that are quiet for a minute are forgotten", () => {
  const limiter = createRateLimiter(2, 100);
  for (let client = 0; client < 1_000; client += 1) limiter.admit(String(client), client);
  expect(limiter.size).toBe(100);
  limiter.admit("late", 200_000);
  expect(limiter.size).toBe(1);
});
