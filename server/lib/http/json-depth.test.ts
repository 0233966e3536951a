import { expect, test } from "vitest";
import { isDeepJson } from "./json-depth.ts";

test("brackets count where they nest, not where they follow one another or stand in a text", () => {
  expect(isDeepJson("[".repeat(33))).toBe(true);
  expect(isDeepJson(`${'{"a":'.repeat(20)}${"[".repeat(13)}`)).toBe(true);
  expect(isDeepJson("[".repeat(32) + "]".repeat(32))).toBe(false);
  expect(isDeepJson(`[${"[],".repeat(10_000)}[]]`)).toBe(false);
  expect(isDeepJson(JSON.stringify({ content: `"\\"${"[{".repeat(1_000_000)}` }))).toBe(false);
  expect(isDeepJson(`{"never closed\\\\": "${"[".repeat(100)}`)).toBe(false);
});
