import { expect, test } from "vitest";
import { describeRun, formatBytes } from "./backup-texts.ts";

test.each([
  [0, "0 octet"],
  [1, "1 octet"],
  [2, "2 octets"],
  [999, "999 octets"],
  [1_000, "1 Ko"],
  [12_345_678, "12,3 Mo"],
  [999_999, "1 000 Ko"],
  [5_000_000_000_000_000, "5 000 To"],
])("%d bytes are written as %s", (bytes, written) => {
  expect(formatBytes(bytes).replace(/\s/g, " ")).toBe(written);
});

test("a failed backup shows its reason, a running one its state", () => {
  const run = {
    id: "",
    kind: "manual",
    startedAt: "",
    file: null,
    bytes: 2_000,
    rows: 1,
    verifiedAt: null,
  } as const;
  expect(describeRun({ ...run, finishedAt: null, error: null })).toBe("En cours…");
  expect(describeRun({ ...run, finishedAt: null, error: "Disque plein" })).toBe("Disque plein");
  expect(describeRun({ ...run, finishedAt: "2026-11-23T02:00:00Z", error: null }).replace(/\s/g, " ")).toBe(
    "2 Ko, 1 ligne",
  );
});
