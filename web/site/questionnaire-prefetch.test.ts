import { afterEach, beforeEach, expect, test, vi } from "vitest";

const hour = 60 * 60 * 1_000;

/** The fake responses of the network, newest last. */
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

/** Loads a fresh module for each test, because the module stores the prefetched responses. */
const load = () => import("./questionnaire-prefetch.ts");

test("a questionnaire is prefetched once and taken once", async () => {
  const { prefetchQuestionnaire, takePrefetchedQuestionnaire } = await load();
  prefetchQuestionnaire("user");
  prefetchQuestionnaire("user");
  expect(await takePrefetchedQuestionnaire("user")).toBe(answers[0]);
  expect(takePrefetchedQuestionnaire("user")).toBeNull();
  prefetchQuestionnaire("user");
  expect(answers).toHaveLength(1);
});

test("each audience has its own questionnaire", async () => {
  const { prefetchQuestionnaire, takePrefetchedQuestionnaire } = await load();
  prefetchQuestionnaire("brand");
  expect(takePrefetchedQuestionnaire("user")).toBeNull();
  expect(fetch).toHaveBeenCalledWith("/api/questionnaire?audience=brand");
  expect(takePrefetchedQuestionnaire("brand")).not.toBeNull();
});

test("a questionnaire that was prefetched an hour ago is not taken, and is prefetched again", async () => {
  const { prefetchQuestionnaire, takePrefetchedQuestionnaire } = await load();
  prefetchQuestionnaire("user");
  vi.advanceTimersByTime(hour);
  prefetchQuestionnaire("user");
  expect(answers).toHaveLength(2);
  vi.advanceTimersByTime(hour);
  expect(takePrefetchedQuestionnaire("user")).toBeNull();
});

test("a prefetch that failed is forgotten", async () => {
  const { prefetchQuestionnaire, takePrefetchedQuestionnaire } = await load();
  vi.mocked(fetch).mockRejectedValueOnce(new TypeError("lost"));
  prefetchQuestionnaire("user");
  await vi.advanceTimersByTimeAsync(0);
  expect(takePrefetchedQuestionnaire("user")).toBeNull();
});
