import { afterAll, beforeAll, expect, test } from "vitest";
import { attemptLimits } from "#contract/admins.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";
import { attemptKey, isWithinLimit } from "./attempts.service.ts";

let context: TestApp;
let time = new Date("2026-03-01T10:00:00Z");

beforeAll(async () => {
  context = await createTestApp({ now: () => time });
});

afterAll(() => context.close());

test("attempts that were counted while the clock was ahead no longer count once it is right", async () => {
  const key = attemptKey(context.dependencies, "password-confirmation", "someone", 1);
  const right = time;
  time = new Date(right.getTime() + 400 * 86_400_000);
  expect(await isWithinLimit(context.dependencies, key)).toBe(true);
  expect(await isWithinLimit(context.dependencies, key)).toBe(false);
  time = right;
  expect(await isWithinLimit(context.dependencies, key)).toBe(true);
  expect(await isWithinLimit(context.dependencies, key)).toBe(false);
});

test("attempts of the other instance, whose clock is some seconds ahead, count", async () => {
  const key = attemptKey(context.dependencies, "password-confirmation", "another", 1);
  expect(await isWithinLimit(context.dependencies, key)).toBe(true);
  time = new Date(time.getTime() - 5_000);
  expect(await isWithinLimit(context.dependencies, key)).toBe(false);
  time = new Date(time.getTime() + attemptLimits.windowMs + 10_000);
  expect(await isWithinLimit(context.dependencies, key)).toBe(true);
});
