import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messages } from "#contract/errors.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";
import { createReadiness } from "./readiness.service.ts";

let context: TestApp;

beforeAll(async () => {
  context = await createTestApp();
});

afterAll(() => context.close());

/** Creates a new app per request, because an answer is cached for a second. */
const ask = (path: string, app = context.compose().app) => app.request(path);

test("a process with a migrated database is up and ready", async () => {
  for (const path of ["/api/health", "/api/ready"]) {
    const answer = await ask(path);
    expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
});

test("a process is not ready while the database misses a migration", async () => {
  await context.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`);
  try {
    expect((await ask("/api/ready")).status).toBe(503);
  } finally {
    await context.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at + 1`);
  }
  expect((await ask("/api/ready")).status).toBe(200);
});

test("a process is up but not ready while the database is unreachable", async () => {
  const { app, close } = await createTestApp();
  await close();
  expect((await ask("/api/health", app)).status).toBe(200);
  const answer = await ask("/api/ready", app);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({
    error: {
      code: "unavailable",
      message: messages.unavailable,
      requestId: answer.headers.get("x-request-id"),
    },
  });
});

test.runIf(process.env.TEST_DATABASE_URL)(
  "it is not ready when the database may be read but not written",
  async () => {
    const { app, database, close } = await createTestApp();
    try {
      const { rows } = await database.pool.query<{ name: string }>("select current_database() as name");
      await database.pool.query(`alter database "${rows[0]?.name}" set default_transaction_read_only = on`);
      expect((await ask("/api/ready", app)).status).toBe(503);
      expect((await ask("/api/health", app)).status).toBe(200);
    } finally {
      await close();
    }
  },
);

test("a process is not ready while the database does not find its tables", async () => {
  await context.db.execute(sql`alter table migration_lease rename to elsewhere`);
  try {
    expect((await ask("/api/ready")).status).toBe(503);
  } finally {
    await context.db.execute(sql`alter table elsewhere rename to migration_lease`);
  }
  expect((await ask("/api/ready")).status).toBe(200);
});

test("a process is not ready when its mail worker is stuck although the database works", async () => {
  let isAlive = false;
  const ensureReady = createReadiness(context.database.publicDb, () => isAlive);
  await expect(ensureReady()).rejects.toMatchObject({ status: 503 });
  isAlive = true;
  await expect(createReadiness(context.database.publicDb, () => isAlive)()).resolves.toBeUndefined();
});

test("concurrent readiness requests query the database once and store nothing", async () => {
  const { app } = context.compose();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask("/api/ready", app)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const { rows } = await context.database.pool.query(
    "select relpersistence, reltuples from pg_class where relname = 'write_proof'",
  );
  expect(rows.length).toBeLessThanOrEqual(1);
});
