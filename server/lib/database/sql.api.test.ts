import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ZodError, z } from "zod";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { onlyRow, rows } from "./sql.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const numbered = z.object({ n: z.number() });

test("rows match the schema, keep their order and lose unknown columns", async () => {
  const found = rows(database.db, numbered, sql`select n, 'x' as other from generate_series(1, 3) as n`);
  expect(await found).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test("a row that does not match the schema throws", async () => {
  const counted = rows(database.db, numbered, sql`select count(*) as n from generate_series(1, 3)`);
  await expect(counted).rejects.toThrow(ZodError);
});

test("times are returned as texts", async () => {
  const schema = z.object({ at: z.string() });
  const { at } = await onlyRow(
    database.db,
    schema,
    sql`select '2026-11-21T12:00:00.123Z'::timestamptz as at`,
  );
  expect(new Date(at)).toEqual(new Date("2026-11-21T12:00:00.123Z"));
});

test("a statement without its expected row throws", async () => {
  await expect(onlyRow(database.db, numbered, sql`select 1 as n where false`)).rejects.toThrow("gave none");
});

test("rows read in a transaction include its own changes", async () => {
  const undone = database.db.transaction(async (tx) => {
    await tx.execute(sql`create table notes (n int)`);
    await tx.execute(sql`insert into notes values (7)`);
    expect(await rows(tx, numbered, sql`select n from notes`)).toEqual([{ n: 7 }]);
    tx.rollback();
  });
  await expect(undone).rejects.toThrow();
});
