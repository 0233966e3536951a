import { afterEach, beforeEach, expect, test, vi } from "vitest";

const hour = 60 * 60 * 1_000;

/** Answers of the network, newest last. */
const answers: Response[] = [];

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  answers.length = 0;
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    answers.push(new Response());
    return answers.at(-1) as Response;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The module remembers what it prefetched: each test gets a fresh one. */
const load = () => import("./questionnaire-ahead.ts");

test("a questionnaire is prefetched once and taken once", async () => {
  const { askAhead, takeAhead } = await load();
  askAhead("user");
  askAhead("user");
  expect(await takeAhead("user")).toBe(answers[0]);
  expect(takeAhead("user")).toBeNull();
  askAhead("user");
  expect(answers).toHaveLength(1);
});

test("each audience has a questionnaire of its own", async () => {
  const { askAhead, takeAhead } = await load();
  askAhead("brand");
  expect(takeAhead("user")).toBeNull();
  expect(fetch).toHaveBeenCalledWith("/api/questionnaire?audience=brand");
  expect(takeAhead("brand")).not.toBeNull();
});

test("a questionnaire that was prefetched an hour ago is not taken, and is prefetched again", async () => {
  const { askAhead, takeAhead } = await load();
  askAhead("user");
  vi.advanceTimersByTime(hour);
  askAhead("user");
  expect(answers).toHaveLength(2);
  vi.advanceTimersByTime(hour);
  expect(takeAhead("user")).toBeNull();
});

test("a prefetch that failed is forgotten", async () => {
  const { askAhead, takeAhead } = await load();
  vi.mocked(fetch).mockRejectedValueOnce(new TypeError("lost"));
  askAhead("user");
  await vi.advanceTimersByTimeAsync(0);
  expect(takeAhead("user")).toBeNull();
});
