import { expect, test } from "vitest";
import { isNeededFile } from "./running-copy.ts";

const log = { first: "00000001000000000000000F", last: "000000010000000000000010" };
const isNeeded = (path: string) => isNeededFile(path, log);

test("the write-ahead log is copied from the checkpoint to its end", () => {
  const segments = ["E", "F", "10", "11"].map(
    (end) => `pg_wal/${end.padStart(24, "000000010000000000000000").slice(-24)}`,
  );
  expect(segments.map(isNeeded)).toEqual([false, true, true, false]);
  expect(isNeeded("pg_wal/archive_status/00000001000000000000000F.ready")).toBe(true);
});

test("data and settings are copied, files that PostgreSQL recreates are not", () => {
  const recreated = [
    "postmaster.pid",
    "pg_stat_tmp/global.stat",
    "base/5/pg_internal.init",
    "base/pgsql_tmp/pgsql_tmp42.0",
  ];
  expect(recreated.filter(isNeeded)).toEqual([]);
  const kept = [
    "PG_VERSION",
    "postgresql.conf",
    "global/pg_control",
    "base/5/2619",
    "base/5/2619_fsm",
    "pg_xact/0000",
  ];
  expect(kept.filter(isNeeded)).toEqual(kept);
  expect(isNeeded("pg_wal\\00000001000000000000000E")).toBe(false);
});
