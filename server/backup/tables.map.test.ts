import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import * as schema from "#db/schema.ts";
import { keptTables, leftOutTables } from "./tables.map.ts";

test("of every table it is known whether a backup holds it, and why not", () => {
  const tables = Object.values(schema as Record<string, unknown>)
    .filter((value) => is(value, PgTable))
    .map((table) => getTableConfig(table as PgTable).name);
  expect([...keptTables, ...Object.keys(leftOutTables)].sort()).toEqual(tables.sort());
});
