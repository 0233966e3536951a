import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { browserTargets, missingBuiltIns, missingStyles } from "./browser-floor.ts";

const root = resolve(import.meta.dirname, "../..");

test("the oldest supported browsers are iOS 15.4, Chrome 109 and Firefox ESR 115", () => {
  expect(browserTargets).toEqual(["chrome109", "edge109", "firefox115", "safari15.4", "ios15.4"]);
});

test.each([
  ["URL.canParse(address)", ["URL.canParse("]],
  ["text.isWellFormed()", [".isWellFormed("]],
  ["Promise.withResolvers()", ["Promise.withResolvers"]],
  ["await Array.fromAsync(rows)", ["Array.fromAsync"]],
  ["list.toSorted().with(0, a)", [".toSorted(", ".with("]],
  ["chosen.union(others)", [".union("]],
  ["Object.groupBy(rows, byDay)", ["Object.groupBy"]],
  ["/(?<!a)b/.test(text)", ["(?<!"]],
  ["counts.entries().map(row)", [".entries().map("]],
  ["typeof URL.canParse === 'function' && URL.canParse(a)", []],
  ["Object.entries(counts).map(row); z.union([a, b]); [...list].sort().at(-1)", []],
])("missingBuiltIns finds in %s the built-ins %j", (code, found) => {
  expect(missingBuiltIns(code)).toEqual(found);
});

test("no source that browsers run calls a built-in that the oldest supported browsers lack", () => {
  const sources = globSync("{contract,web}/**/*.{ts,tsx}", { cwd: root }).filter(
    (path) => !/test(-helpers)?\.tsx?$/.test(path),
  );
  expect(sources.length).toBeGreaterThan(300);
  const found = sources.flatMap((path) =>
    missingBuiltIns(readFileSync(resolve(root, path), "utf8")).map((text) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

test("no style sheet uses a colour function that the oldest supported browsers lack", () => {
  const sheets = globSync("web/**/*.css", { cwd: root });
  expect(sheets.length).toBeGreaterThan(50);
  expect(sheets.flatMap((path) => missingStyles(readFileSync(resolve(root, path), "utf8")))).toEqual([]);
  expect(missingStyles("a { background: color-mix(in srgb, var(--ink) 8%, transparent) }")).toEqual([
    "color-mix(",
  ]);
});
