import { expect, test } from "vitest";
import { pictures } from "./pictures.ts";

test.each(pictures)("$name has files in both formats, at the same rising widths", ({ avif, webp }) => {
  const widths = avif.map(({ width }) => width);
  expect(widths.length).toBeGreaterThanOrEqual(2);
  expect(widths).toEqual(widths.toSorted((a, b) => a - b));
  expect(webp.map(({ width }) => width)).toEqual(widths);
});
