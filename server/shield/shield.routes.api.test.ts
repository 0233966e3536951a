import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

let context: TestApp;
let admin: SignedIn;
let superAdmin: SignedIn;

beforeAll(async () => {
  context = await createTestApp();
  [admin, superAdmin] = await Promise.all([
    context.signIn(),
    context.signIn({ superAdmin: true, email: "super@tenue.example" }),
  ]);
});

afterAll(() => context.close());

beforeEach(async () => {
  await context.db.execute(sql`delete from shield_state`);
});

async function report({ headers }: SignedIn = admin) {
  const answer = await context.app.request("/api/admin/shield", { headers });
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  return await answer.json();
}

function force(forced: unknown, { headers }: SignedIn = superAdmin) {
  return context.app.request("/api/admin/shield", {
    method: "PUT",
    headers,
    body: JSON.stringify({ forced }),
  });
}

test("every admin sees the state and the counts behind it", async () => {
  expect(await report()).toEqual({
    enabled: true,
    state: "calm",
    forced: null,
    measured: "calm",
    since: expect.stringMatching(/^\d{4}-.*Z$/),
    perMinute: { accepted: 0, refused: 0, sent: 0 },
    refusedBy: { rate: 0, token: 0, proof: 0, robot: 0 },
    thresholds: { raised: { accepted: 60, attempts: 120 }, attack: { accepted: 300, attempts: 600 } },
  });
});

test("a super admin forces a state and ends that again, and the journal records both", async () => {
  const forced = await force("attack");
  expect(forced.status).toBe(200);
  expect(await forced.json()).toMatchObject({ state: "attack", forced: "attack", measured: "calm" });
  const form = await context.app.request("/api/questionnaire?audience=user");
  expect(await form.json()).toMatchObject({ puzzle: { count: 16, bits: 16, challenge: expect.any(String) } });
  expect(await (await force(null)).json()).toMatchObject({ state: "calm", forced: null });
  const { rows } = await context.db.execute(
    sql`select actor, action, details from journal_entries order by id`,
  );
  expect(rows).toEqual([
    { actor: "super@tenue.example", action: "shield.forced", details: { state: "attack" } },
    { actor: "super@tenue.example", action: "shield.released", details: {} },
  ]);
});

test("visitors, changes by other admins, and unknown states are refused", async () => {
  expect((await context.app.request("/api/admin/shield")).status).toBe(401);
  expect((await force("attack", admin)).status).toBe(403);
  for (const wrong of ["panic", 1, undefined]) expect((await force(wrong)).status).toBe(400);
  expect(await report()).toMatchObject({ state: "calm", forced: null });
});

test("SIGNUP_LIMIT_PER_MINUTE=0 switches the protection off, and the state shows that", async () => {
  const off = await createTestApp({ config: { signupLimitPerMinute: 0 } });
  const { headers } = await off.signIn();
  const answer = await off.app.request("/api/admin/shield", { headers });
  expect(await answer.json()).toMatchObject({ enabled: false, state: "calm" });
  const form = await off.app.request("/api/questionnaire?audience=user");
  expect(await form.json()).toMatchObject({ token: expect.any(String), puzzle: null });
  await off.close();
});
