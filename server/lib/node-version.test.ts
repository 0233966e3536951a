import { expect, test } from "vitest";
import { leastNode, oldNodeLine } from "./node-version.ts";

test("an outdated Node gets a message with the needed and the present version", () => {
  expect(oldNodeLine(`${leastNode - 1}.99.0`)).toBe(
    `Tenue needs Node ${leastNode} or newer, and this is Node ${leastNode - 1}.99.0: install a newer one (docs/operations.md says how).`,
  );
  expect(oldNodeLine("9.11.2")).toContain("this is Node 9.11.2");
});

test.each([`${leastNode}.0.0`, `${leastNode + 1}.2.3-nightly`, "100.0.0", process.versions.node])(
  "Node %s is new enough",
  (version) => expect(oldNodeLine(version)).toBeNull(),
);
