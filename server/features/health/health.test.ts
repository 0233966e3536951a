import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messages } from "#contract/errors.ts";
import { createTestApp, type TestApp } from "#server/testing/test-app.ts";

let context: TestApp;

beforeAll(async () => {
  context = await createTestApp();
});

afterAll(() => context.close());

const ask = (path: string, app = context.app) => app.request(path);

test("a process with a migrated database is up and ready", async () => {
  for (const path of ["/api/health", "/api/ready"]) {
    const answer = await ask(path);
    expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
});

test("it is not ready while the database misses a migration", async () => {
  await context.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`);
  try {
    expect((await ask("/api/ready")).status).toBe(503);
  } finally {
    await context.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at + 1`);
  }
  expect((await ask("/api/ready")).status).toBe(200);
});

test("it is up but not ready while the database is away", async () => {
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
