import { statSync } from "node:fs";
import { expect, test } from "vitest";
import { catalogue } from "./catalogue.ts";

const sizeOf = (file: string) => statSync(new URL(`../../web/site/pictures/${file}`, import.meta.url)).size;

test.each(catalogue)("the picture $name is committed in both formats at every width", ({ name, widths }) => {
  for (const width of widths) {
    expect(sizeOf(`${name}-${width}.avif`)).toBeGreaterThan(0);
    expect(sizeOf(`${name}-${width}.webp`)).toBeGreaterThan(0);
  }
});

test("the first picture on a narrow screen has at most 45 KB, and at most 25 KB as AVIF", () => {
  expect(sizeOf("hero-390.avif")).toBeLessThanOrEqual(25 * 1024);
  expect(sizeOf("hero-390.webp")).toBeLessThanOrEqual(45 * 1024);
});
