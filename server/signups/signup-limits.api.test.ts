import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messages } from "#contract/errors.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { SiteRenderer } from "#server/lib/site-renderer.ts";
import { agedToken } from "#server/shield/shield.test-helpers.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";

let context: TestApp;
let time = new Date("2026-03-01T10:00:00Z");
let sent = 0;

beforeAll(async () => {
  context = await createTestApp();
});

afterAll(() => context.close());

/** Another instance on the same database. */
function start(config: Partial<AppDependencies["config"]>) {
  const { app, parts } = context.compose({ config, now: () => time });
  /** @param address of the socket */
  return async (address: string, forwarded?: string) => {
    sent += 1;
    const token = agedToken(parts.config.authSecret, { now: time });
    const request = new Request("http://localhost/api/signups/user", {
      method: "POST",
      headers: { "content-type": "application/json", ...(forwarded && { "x-forwarded-for": forwarded }) },
      body: JSON.stringify({ firstname: "A", name: "B", email: `p${sent}@exemple.fr`, responses: {}, token }),
    });
    const socket = { remoteAddress: address, remotePort: 1, remoteFamily: "IPv4" };
    return app.request(request, undefined, { incoming: { socket } });
  };
}

async function statuses(answers: Promise<Response>[]): Promise<number[]> {
  return (await Promise.all(answers)).map((answer) => answer.status).sort();
}

test("a flood from one address is refused with the time to wait, and other addresses are not", async () => {
  const send = start({ signupLimitPerMinute: 3 });
  expect(await statuses([1, 2, 3].map(() => send("192.0.2.1")))).toEqual([201, 201, 201]);
  const refused = await send("192.0.2.1");
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("20");
  expect(await refused.json()).toMatchObject({
    error: { code: "too_many_requests", message: expect.stringContaining("Patientez") },
  });
  expect((await send("192.0.2.2")).status).toBe(201);
  time = new Date(time.getTime() + 20_000);
  expect((await send("192.0.2.1")).status).toBe(201);
  expect((await send("192.0.2.1")).status).toBe(429);
});

test("a forged X-Forwarded-For changes nothing", async () => {
  const send = start({ signupLimitPerMinute: 2 });
  const forged = [1, 2, 3, 4].map((host) => send("192.0.3.1", `198.51.100.${host}`));
  expect(await statuses(forged)).toEqual([201, 201, 429, 429]);
});

test("behind a trusted proxy the last forwarded address counts, and those before it do not", async () => {
  const send = start({ signupLimitPerMinute: 1, trustProxy: ["10.0.0.0/8"] });
  expect((await send("10.1.1.1", "198.51.100.1")).status).toBe(201);
  expect((await send("10.1.1.1", "203.0.113.9, 198.51.100.1")).status).toBe(429);
  expect((await send("10.1.1.1", "198.51.100.2")).status).toBe(201);
});

test("the value 0 switches the limit off", async () => {
  const send = start({ signupLimitPerMinute: 0 });
  expect(await statuses(Array.from({ length: 60 }, () => send("192.0.2.1")))).toEqual(Array(60).fill(201));
});

test("a full disk gives 503 and stores nothing, and sign-ups work again afterwards", async () => {
  const send = start({ signupLimitPerMinute: 0 });
  const count = async () => {
    const { rows } = await context.db.execute(sql`select count(*)::int as count from beta_signups`);
    return rows[0]?.count;
  };
  const before = await count();
  await context.db.execute(sql`create function disk_full() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
  await context.db.execute(
    sql`create trigger disk_full before insert on beta_signups execute function disk_full()`,
  );
  expect(await statuses([1, 2, 3].map(() => send("192.0.2.1")))).toEqual([503, 503, 503]);
  expect(await count()).toBe(before);
  await context.db.execute(sql`drop trigger disk_full on beta_signups`);
  expect((await send("192.0.2.1")).status).toBe(201);
});

test("when the database is down, all waiting requests get 503, and none a false success", async () => {
  const gone = await createTestApp({ config: { signupLimitPerMinute: 0 } });
  await gone.close();
  const answers = await Promise.all(
    [1, 2, 3].map((person) =>
      gone.app.request("/api/signups/user", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ firstname: "A", name: "B", email: `${person}@exemple.fr`, responses: {} }),
      }),
    ),
  );
  expect(answers.map((answer) => answer.status)).toEqual([503, 503, 503]);
  for (const answer of answers) {
    expect(answer.headers.get("retry-after")).toBe("2");
    expect(await answer.json()).toEqual({
      error: { code: "unavailable", message: messages.unavailable, requestId: expect.any(String) },
    });
  }
});

test("the public pages do not need the database", async () => {
  const gone = await createTestApp();
  await gone.close();
  const renderer: SiteRenderer = {
    site: async () => [{ name: "index.html", text: "Home" }],
    page: () => Promise.reject(new Error("not expected")),
  };
  const { app } = gone.compose({ web: new Map(), renderer });
  const answer = await app.request("/");
  expect([answer.status, await answer.text()]).toEqual([200, "Home"]);
});
