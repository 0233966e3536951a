import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import * as schema from "#db/schema.ts";
import { inReferenceOrder, keptTables, leftOutTables } from "./tables.map.ts";

test("the map lists every table as kept in a backup, or left out with a reason", () => {
  const tables = Object.values(schema as Record<string, unknown>)
    .filter((value) => is(value, PgTable))
    .map((table) => getTableConfig(table as PgTable).name);
  expect([...keptTables, ...Object.keys(leftOutTables)].sort()).toEqual(tables.sort());
});

test("each table comes after those that it references, except for itself", () => {
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

test("a circular reference is reported at once", () => {
  const references = [
    { from: "a", to: "b" },
    { from: "b", to: "a" },
  ];
  expect(() => inReferenceOrder(["a", "b"], references)).toThrow("refer to each other: a, b");
});
