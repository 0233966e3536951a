import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { helpTopics } from "./help-topics.ts";
import sizes from "./pictures/sizes.json";

const folder = join(import.meta.dirname, "pictures");
const files = readdirSync(folder).filter((name) => name !== "sizes.json");
const named = helpTopics.flatMap(({ picture }) => picture?.name ?? []);

test("every picture that a topic shows is there wide and narrow, in both themes, and no other", () => {
  expect(named.length).toBeGreaterThan(3);
  expect(files.toSorted()).toEqual(
    named
      .flatMap((name) => [`${name}-narrow`, `${name}-wide`])
      .flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`])
      .toSorted(),
  );
  expect(Object.keys(sizes).toSorted()).toEqual(named.toSorted());
});

// Nobody loads more than a quarter: those of one width and one theme, each once it is scrolled to.
test("all pictures of the help together stay under 420 KB", () => {
  const bytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  expect(bytes).toBeLessThan(420_000);
});
