import { expect, test } from "vitest";
import { backupName } from "./backup-name.rules.ts";

test("a backup is called by its second; one before an update says so", () => {
  const madeAt = new Date("2026-11-23T03:04:05.678Z");
  expect(backupName(madeAt, "scheduled")).toBe("tenue-20261123-030405.tenue");
  expect(backupName(madeAt, "manual")).toBe("tenue-20261123-030405-manual.tenue");
  expect(backupName(madeAt, "update")).toBe("tenue-20261123-030405-update.tenue");
});
