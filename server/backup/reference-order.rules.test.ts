import { expect, test } from "vitest";
import { inReferenceOrder } from "./reference-order.rules.ts";

test("a table comes after those that it refers to, whatever it says of itself", () => {
  const references = [
    { from: "log", to: "campaigns" },
    { from: "campaigns", to: "campaigns" },
    { from: "campaigns", to: "templates" },
  ];
  expect(inReferenceOrder(["log", "campaigns", "templates"], references)).toEqual([
    "templates",
    "campaigns",
    "log",
  ]);
});

test("a circle is said at once", () => {
  const references = [
    { from: "a", to: "b" },
    { from: "b", to: "a" },
  ];
  expect(() => inReferenceOrder(["a", "b"], references)).toThrow("refer to each other: a, b");
});
