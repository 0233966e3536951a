import { expect, test } from "vitest";
import { isSmallMemory } from "./embedded-server.ts";

const gib = 1024 ** 3;

test.each([
  ["a machine of 1 GiB without a control group", { total: gib, constrained: 0 }, true],
  ["a machine sold with 2 GB, less what its kernel keeps", { total: 1.9 * gib, constrained: 0 }, true],
  ["a control group of 1 GiB on a large machine", { total: 64 * gib, constrained: gib }, true],
  ["a control group without a limit on a large machine", { total: 64 * gib, constrained: 2 ** 63 }, false],
  ["a machine of 2 GiB", { total: 2 * gib, constrained: 0 }, false],
])("%s with %j has little memory: %s", (_name, { total, constrained }, expected) => {
  expect(isSmallMemory(total, constrained)).toBe(expected);
});
