import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import * as schema from "#db/schema.ts";
import { createNamingClient } from "./pools.ts";
import { prepareOnlyRow } from "./sql.ts";

const connectionString = process.env.TEST_DATABASE_URL;
const pools: pg.Pool[] = [];
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.end())));

function connect() {
  const pool = new pg.Pool({ connectionString, max: 1, Client: createNamingClient() });
  pools.push(pool);
  const db = drizzle(pool, { schema });
  const add = prepareOnlyRow(
    db,
    z.object({ sum: z.number() }),
    sql`select ${sql.placeholder("a")}::int + ${sql.placeholder("b")}::int as sum`,
  );
  const planned = async () => {
    const { rows } = await pool.query("select count(*)::int as count from pg_prepared_statements");
    return rows[0].count;
  };
  return { pool, add, planned };
}

describe.skipIf(!connectionString)("a prepared statement on PostgreSQL", () => {
  test("a prepared statement on PostgreSQL is planned once per connection for different parameters", async () => {
    const { add, planned } = connect();
    expect(await add({ a: 1, b: 2 })).toEqual({ sum: 3 });
    expect(await add({ a: 4, b: 5 })).toEqual({ sum: 9 });
    expect(await planned()).toBe(1);
  });

  test("a prepared statement on PostgreSQL is retried without a name on a connection that forgot it, like all later ones", async () => {
    const { pool, add, planned } = connect();
    await add({ a: 1, b: 2 });
    await pool.query("deallocate all"); // like a pooler that switches to another server connection
    expect(await add({ a: 2, b: 2 })).toEqual({ sum: 4 });
    expect(await add({ a: 3, b: 2 })).toEqual({ sum: 5 });
    expect(await planned()).toBe(0);
  });

  test("a prepared statement on PostgreSQL that is faulty fails once, with the error of PostgreSQL", async () => {
    const { add } = connect();
    await expect(add({ a: "one", b: 2 })).rejects.toMatchObject({ cause: { code: "22P02" } });
  });
});
