import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pictures } from "./pictures.ts";

test.each(pictures)("$name has files in both formats, at the same rising widths", ({ avif, webp }) => {
  const widths = avif.map(({ width }) => width);
  expect(widths.length).toBeGreaterThanOrEqual(2);
  expect(widths).toEqual(widths.toSorted((a, b) => a - b));
  expect(webp.map(({ width }) => width)).toEqual(widths);
});

const folder = import.meta.dirname;
const drawings = readdirSync(folder).filter((name) => name.endsWith(".svg"));

test.each(drawings)("the drawing %s needs no font, because an image cannot load one", (name) => {
  expect(readFileSync(join(folder, name), "utf8")).not.toContain("<text");
});
