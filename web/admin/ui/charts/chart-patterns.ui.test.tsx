/// <reference types="@vitest/browser-playwright" />
import { afterEach, expect, test } from "vitest";
import { cdp } from "vitest/browser";
import { render } from "vitest-browser-react";
import { PatternSwatch } from "./chart-patterns.tsx";

const forceColours = (value: "active" | "none") =>
  cdp().send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value }] });

afterEach(() => forceColours("none"));

const styleOf = (container: Element, selector: string, property: "fill" | "stroke") =>
  [...container.querySelectorAll(selector)].map((part) => getComputedStyle(part)[property]);

test("in forced colours all values of a chart share one background, and their patterns contrast with it", async () => {
  const { container } = await render(
    <>
      <PatternSwatch index={1} />
      <PatternSwatch index={2} />
    </>,
  );
  expect(new Set(styleOf(container, ".chart-ground", "fill")).size).toBe(2);
  await forceColours("active");
  const grounds = styleOf(container, ".chart-ground", "fill");
  const hatches = styleOf(container, ".chart-hatch", "stroke");
  expect(new Set(grounds).size).toBe(1);
  expect(new Set(hatches).size).toBe(1);
  expect(grounds[0]).not.toBe(hatches[0]);
});
