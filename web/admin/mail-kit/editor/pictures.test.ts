import { afterEach, expect, test, vi } from "vitest";
import { widthOfWebPicture } from "./pictures.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the width of a picture whose server does not answer is unknown after five seconds", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("Image", class {});
  const width = widthOfWebPicture("https://exemple.fr/a.png");
  await vi.advanceTimersByTimeAsync(5_000);
  const late = Promise.resolve("no answer");
  expect(await Promise.race([width, late])).toBeNull();
});
