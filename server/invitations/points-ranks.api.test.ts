import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";
import { createPointsRanks, type PointsRanks } from "./points-ranks.service.ts";

let context: TestApp;
let ranks: PointsRanks;
let now: Date;
const zoe = {
  id: "00000000-0000-4000-8000-000000000000",
  createdAt: new Date("2026-06-01T00:00:00Z"),
  points: 0,
};

beforeAll(async () => {
  context = await createTestApp();
});
afterAll(() => context.close());
beforeEach(async () => {
  now = new Date("2026-07-01T00:00:00Z");
  const { db, site } = context.dependencies;
  ranks = createPointsRanks({ db, site, now: () => now });
  await emptyTables(
    context.database,
    "beta_signups, brand_signups, waves, invitations, referral_codes, referrals",
  );
  await query(`
    insert into beta_signups (id, firstname, name, email, status, confirmed_at, created_at)
    values ('${zoe.id}', 'Zoé', 'Martin', 'zoe@exemple.fr', 'approved', now(), '${zoe.createdAt.toISOString()}')`);
});

const query = async (text: string) => context.database.pool.query(text);
/** Adds approved people who signed up before Zoé. */
const addEarlier = (count: number) =>
  query(`
    insert into beta_signups (firstname, name, email, status, confirmed_at, created_at)
    select 'A', 'B', 'p' || n || '@exemple.fr', 'approved', now(), '2026-05-01'
    from generate_series(1, ${count}) as n`);
const addWave = (order: string, status = "started") =>
  query(`
    insert into waves (audience, "order", count, seed, template_id, template_version, status, starts_at, created_by)
    values ('user', '${order}', 1, ${order === "lottery" ? "'x'" : "null"}, gen_random_uuid(), 1, '${status}', now(), 'x')`);
const among = (points = 0) => ranks.among("user", { ...zoe, points });

test.each([
  [0, 50],
  [49, 50],
  [50, 100],
  [120, 200],
])("a person after %i others is shown among the first %i", async (earlier, shown) => {
  await addWave("points");
  await addEarlier(earlier);
  expect(await among()).toBe(shown);
});

test("more counted friends give a better rank than an earlier sign-up", async () => {
  await addWave("points");
  await addEarlier(60);
  expect(await among(0)).toBe(100);
  expect(await among(1)).toBe(50);
});

test("ranks are cached for a minute", async () => {
  await addWave("points");
  expect(await among()).toBe(50);
  await addEarlier(60);
  expect(await among()).toBe(50);
  now = new Date(now.getTime() + 60_001);
  expect(await among()).toBe(100);
});

test.each([
  ["there is no wave", async () => undefined],
  ["the newest wave is by age", async () => void (await addWave("oldest"))],
  ["the newest wave is a draft", async () => void (await addWave("points", "draft"))],
  [
    "the person waits for a decision",
    async () => {
      await addWave("points");
      await query("update beta_signups set status = 'pending'");
    },
  ],
])("no rank is shown when %s", async (_, happens) => {
  await happens();
  expect(await among()).toBeNull();
});
