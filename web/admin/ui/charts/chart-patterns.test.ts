import { expect, test } from "vitest";
import { chartColours, chartHatches } from "./chart-patterns.tsx";

const papers = { light: "#fcf8f0", dark: "#211d1a" };

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test("the charts have ten different colours", () => {
  expect(new Set(chartColours).size).toBe(10);
});

test("the charts have as many different patterns as colours, so that neighbours differ", () => {
  expect(new Set(chartHatches).size).toBe(chartColours.length);
});

test.each(Object.entries(papers))(
  "every chart colour contrasts with the %s background, and with the patterns drawn on it",
  (_, paper) => {
    for (const colour of chartColours) expect(contrast(colour, paper), colour).toBeGreaterThanOrEqual(3);
  },
);
