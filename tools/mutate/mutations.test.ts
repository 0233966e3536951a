import { resolve } from "node:path";
import { expect, test } from "vitest";
import { fileWith, readSources, testFiles } from "./find-files.ts";
import { mutations } from "./mutations.ts";

const root = resolve(import.meta.dirname, "../..");
const sources = readSources(root);

test.each(mutations)(
  "what breaks '$promise' stands in the code, and its tests are there",
  ({ find, tests }) => {
    expect(fileWith(sources, find)).toBeTruthy();
    expect(tests.filter((name) => testFiles(root, [name]).length === 0)).toEqual([]);
  },
);
