import { once } from "node:events";
import type { Socket } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { isDatabaseUnavailable, uniqueViolation } from "./database-errors.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query("create table notes (id int constraint notes_id_key primary key, body text)");
});

afterAll(() => database.close());

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(database.connection);
  client.on("error", () => undefined); // some tests break it on purpose
  await client.connect();
  return client;
}

async function bodies(): Promise<string[]> {
  const { rows } = await database.pool.query<{ body: string }>("select body from notes order by body");
  return rows.map((row) => row.body);
}

async function runTransaction(number: number): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query("begin");
    for (const step of [1, 2, 3]) {
      await client.query("insert into notes values ($1, $2)", [number * 10 + step, `t${number}`]);
      const { rows } = await client.query("select count(*)::int as count from notes where body = $1", [
        `t${number}`,
      ]);
      expect(rows).toEqual([{ count: step }]);
    }
    await client.query(number % 2 === 0 ? "commit" : "rollback");
  } finally {
    client.release();
  }
}

test("transactions of eight connections do not affect each other", async () => {
  await database.pool.query("truncate notes");
  await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(runTransaction));
  expect(new Set(await bodies())).toEqual(new Set(["t2", "t4", "t6", "t8"]));
  expect(await bodies()).toHaveLength(12);
});

test("each of many simultaneous statements gets its own answer", async () => {
  const numbers = Array.from({ length: 200 }, (_, index) => index);
  const answers = await Promise.all(
    numbers.map(async (number) => (await database.pool.query("select $1::int as number", [number])).rows[0]),
  );
  expect(answers).toEqual(numbers.map((number) => ({ number })));
});

test("an error inside a transaction rolls all of it back and leaves the connection usable", async () => {
  await database.pool.query("truncate notes");
  const client = await connect();
  await client.query("begin");
  await client.query("insert into notes values (1, 'undone')");
  await expect(client.query("select 1 / $1::int", [0])).rejects.toMatchObject({ code: "22012" });
  await expect(client.query("select 1")).rejects.toMatchObject({ code: "25P02" });
  await client.query("rollback");
  expect((await client.query("select count(*)::int as count from notes")).rows).toEqual([{ count: 0 }]);
  await client.end();
});

test("a unique violation names its constraint, also through Drizzle", async () => {
  await database.pool.query("truncate notes");
  await database.pool.query("insert into notes values (1, 'first')");
  const plain = await database.pool
    .query("insert into notes values (1, 'x')")
    .catch((error: unknown) => error);
  const wrapped = await database.db
    .execute("insert into notes values (1, 'x')")
    .catch((error: unknown) => error);
  expect([uniqueViolation(plain), uniqueViolation(wrapped)]).toEqual(["notes_id_key", "notes_id_key"]);
  expect(isDatabaseUnavailable(wrapped)).toBe(false);
});

test("a connection that is cut inside a transaction stores nothing and blocks no other connection", async () => {
  await database.pool.query("truncate notes");
  const client = await connect();
  await client.query("begin");
  await client.query("insert into notes values (1, 'cut')");
  const waiting = database.pool.query("insert into notes values (1, 'after')");
  const socket: unknown = Reflect.get(Reflect.get(client, "connection"), "stream");
  (socket as { destroy(): void }).destroy();
  await waiting;
  expect(await bodies()).toEqual(["after"]);
});

test("a connection that breaks between two statements of a transaction fails only that transaction", async () => {
  const broken = database.db.transaction(async (tx) => {
    const session: unknown = Reflect.get(tx, "session");
    const client: unknown = Reflect.get(session as object, "client");
    const stream: unknown = Reflect.get(Reflect.get(client as object, "connection") as object, "stream");
    const closed = once(stream as Socket, "close");
    (stream as Socket).destroy();
    await closed;
    await tx.execute("select 1");
  });
  expect(isDatabaseUnavailable(await broken.catch((error: unknown) => error))).toBe(true);
  expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("parameters and results of several megabytes arrive complete", async () => {
  const large = "é".repeat(2_000_000);
  const { rows } = await database.pool.query("select $1::text as large, length($1::text) as length", [large]);
  expect(rows[0].length).toBe(large.length);
  expect(rows[0].large === large).toBe(true);
});

test("all statements of a message with several queries are answered", async () => {
  const answers: unknown = await database.pool.query("select 1 as a; select 2 as b");
  expect(answers).toMatchObject([{ rows: [{ a: 1 }] }, { rows: [{ b: 2 }] }]);
});

describe.runIf(!process.env.TEST_DATABASE_URL)("the one session of the embedded database", () => {
  test.each([
    ["set search_path to nowhere", "0A000"],
    ["copy notes from stdin", "0A000"],
    ["listen somewhere", "0A000"],
  ])(
    "the one session of the embedded database refuses %s, which would reach other connections",
    async (statement, code) => {
      await expect(database.pool.query(statement)).rejects.toMatchObject({ code });
      expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    },
  );

  test.each([
    "select set_config('search_path', '', false)",
    "select 1; set search_path to nowhere",
    "do $$ begin set search_path to nowhere; end $$",
    "begin; select set_config('search_path', '', false); commit",
  ])(
    "the one session of the embedded database is reset for the next connection after %s",
    async (statement) => {
      const settings = async () =>
        (
          await database.pool.query(
            "select name, setting from pg_settings where name <> 'application_name' order by name",
          )
        ).rows;
      const before = await settings();
      const [one, other] = [await connect(), await connect()];
      const asked = one.query(statement);
      const { rows } = await other.query("select count(*)::int as count from notes");
      expect(rows).toEqual([{ count: expect.any(Number) }]);
      await asked;
      expect(await settings()).toEqual(before);
      await Promise.all([one.end(), other.end()]);
    },
  );

  test("the embedded session is reset when the connection that changed it is cut off within a transaction", async () => {
    const client = await connect();
    await client.query("begin");
    await client.query("select set_config('search_path', '', false)");
    await client.query("select pg_advisory_lock(1)");
    const socket: unknown = Reflect.get(Reflect.get(client, "connection"), "stream");
    (socket as { destroy(): void }).destroy();
    const { rows } = await database.pool.query(
      "select count(*)::int as held from pg_locks where locktype = 'advisory'",
    );
    expect(rows).toEqual([{ held: 0 }]);
    expect((await database.pool.query("select from notes limit 0")).rows).toEqual([]);
  });

  test("the one session of the embedded database shares a named statement between connections, planned once", async () => {
    const named = { name: "sum", text: "select $1::int + 1 as sum" };
    const [one, other] = [await connect(), await connect()];
    for (const client of [one, other, one]) {
      expect((await client.query({ ...named, values: [1] })).rows).toEqual([{ sum: 2 }]);
    }
    const { rows } = await one.query(
      "select count(*)::int as count from pg_prepared_statements where name = 'sum'",
    );
    expect(rows).toEqual([{ count: 1 }]);
    await expect(other.query({ ...named, values: ["one"] })).rejects.toMatchObject({ code: "22P02" });
    expect((await other.query({ ...named, values: [2] })).rows).toEqual([{ sum: 3 }]);
    await Promise.all([one.end(), other.end()]);
  });

  test("the embedded session refuses another text under a taken statement name, and a faulty statement leaves its name free", async () => {
    const [one, other] = [await connect(), await connect()];
    await expect(one.query({ name: "taken", text: "select nothing" })).rejects.toMatchObject({
      code: "42703",
    });
    expect((await one.query({ name: "taken", text: "select 1 as one" })).rows).toEqual([{ one: 1 }]);
    await expect(other.query({ name: "taken", text: "select 2 as two" })).rejects.toMatchObject({
      code: "0A000",
    });
    await Promise.all([one.end(), other.end()]);
  });

  test("a refused statement marks its transaction failed", async () => {
    const client = await connect();
    await client.query("begin");
    await expect(client.query("set timezone to 'Asia/Tokyo'")).rejects.toMatchObject({ code: "0A000" });
    await expect(client.query("select 1")).rejects.toMatchObject({ code: "25P02" });
    await client.query("rollback");
    await client.end();
  });

  test("set local ends with its transaction", async () => {
    const client = await connect();
    await client.query("begin");
    await client.query("set local timezone to 'Asia/Tokyo'");
    await client.query("commit");
    expect((await database.pool.query("show timezone")).rows).not.toEqual([{ TimeZone: "Asia/Tokyo" }]);
    await client.end();
  });
});

describe.runIf(Boolean(process.env.TEST_DATABASE_URL))("on PostgreSQL", () => {
  test("the pool replaces a connection that the server ended", async () => {
    const victim = await database.pool.connect();
    const { rows } = await victim.query<{ pid: number }>("select pg_backend_pid() as pid");
    const running = victim.query("select pg_sleep(30)").catch((error: unknown) => error);
    await database.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    const failure = await running;
    expect(isDatabaseUnavailable(failure)).toBe(true);
    victim.release(failure as Error);
    expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });
});
