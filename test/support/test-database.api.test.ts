import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

let first: TestDatabase;
let second: TestDatabase;

beforeAll(async () => {
  [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});

afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
});

test("a test database has every table", async () => {
  const { rows } = await first.db.execute(sql`select count(*)::int as count from beta_signups`);
  expect(rows).toEqual([{ count: 0 }]);
});

test("two test databases share no tables", async () => {
  await first.db.execute(sql`create table only_here (id int)`);
  const { rows } = await second.db.execute(sql`select to_regclass('only_here') as found`);
  expect(rows).toEqual([{ found: null }]);
});
