import { expect, test } from "vitest";
import { contrastOf, textColorOn, textContrast } from "./color.ts";

test("contrastOf computes the contrast of WCAG", () => {
  expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrastOf("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrastOf("#bf3013", "#bf3013")).toBe(1);
});

test("every background gets a readable text colour, white where possible", () => {
  for (let color = 0; color <= 0xffffff; color += 4_099) {
    const ground = `#${color.toString(16).padStart(6, "0")}`;
    expect(contrastOf(textColorOn(ground), ground), ground).toBeGreaterThanOrEqual(textContrast);
  }
  expect(textColorOn("#bf3013")).toBe("#ffffff");
  expect(textColorOn("#ffd166")).toBe("#000000");
});
