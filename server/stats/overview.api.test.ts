import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Dashboard } from "#contract/dashboard.schema.ts";
import type { Overview } from "#contract/stats.schema.ts";
import { openStatsDesk, type StatsDesk } from "#test/support/stats-desk.ts";

let desk: StatsDesk;

beforeAll(async () => {
  desk = await openStatsDesk();
});
afterAll(() => desk.close());
beforeEach(() => desk.clear());

async function getOverview(): Promise<Overview> {
  const answer = await desk.get("/api/admin/dashboard");
  expect(answer.status).toBe(200);
  return ((await answer.json()) as Dashboard).overview;
}

describe("the dashboard's overview", () => {
  test("the dashboard's overview is all zeros on an empty database", async () => {
    const overview = await getOverview();
    expect(overview).toMatchObject({
      users: { total: 0, pending: 0, approved: 0, invited: 0, redeemed: 0 },
      brands: { total: 0, pending: 0, approved: 0, invited: 0, redeemed: 0 },
      questionCount: 0,
      totalResponses: 0,
      waiting: [],
    });
    expect(overview.days).toHaveLength(14);
    expect(overview.days.at(-1)).toEqual({ day: "2026-11-21", total: 0, user: 0, brand: 0 });
  });

  test("the dashboard's overview counts sign-ups by status, questions, and answered questions", async () => {
    const colour = await desk.addQuestion({ fieldType: "checkbox", options: ["Bleu", "Noir"] });
    const why = await desk.addQuestion({ active: false });
    await desk.addUser({ responses: { [colour]: ["Bleu", "Noir"], [why]: "Parce que" } });
    await desk.addUser({ status: "approved", responses: { [colour]: [] } });
    await desk.addBrand({ status: "rejected", responses: { [why]: "Pour voir" } });
    expect(await getOverview()).toMatchObject({
      users: { total: 2, pending: 1, approved: 1 },
      brands: { total: 1, pending: 0, approved: 0 },
      questionCount: 2,
      totalResponses: 3,
    });
  });

  test("the dashboard's overview counts limited people and those who objected as the lists do, but not by day", async () => {
    await desk.addUser();
    await desk.addUser({ status: "approved" });
    await desk.addBrand();
    await desk.context.db.execute(sql`update beta_signups set objected_at = now()`);
    await desk.context.db.execute(sql`update brand_signups set limited_at = now()`);
    const overview = await getOverview();
    expect(overview).toMatchObject({
      users: { total: 2, pending: 1, approved: 1 },
      brands: { total: 1, pending: 1, approved: 0 },
    });
    expect(overview.days.every(({ total }) => total === 0)).toBe(true);
    for (const [audience, counts] of [
      ["user", overview.users],
      ["brand", overview.brands],
    ] as const) {
      const list = await (await desk.get(`/api/admin/signups/${audience}?status=pending`)).json();
      expect(list).toMatchObject({ total: counts.pending });
    }
  });

  test("the dashboard's overview counts invited people once, and those who redeemed their code", async () => {
    await desk.addUser({ status: "approved" });
    await desk.addBrand({ status: "approved" });
    await desk.context.db.execute(sql`
      insert into invitations (audience, signup_id, code_hash, valid_days, message_id, revoked_at, redeemed_at)
      select 'user', id, code, 14, gen_random_uuid(), case code when 'old' then now() end, case code when 'new' then now() end
      from beta_signups, unnest(array['old', 'new']) as code`);
    expect(await getOverview()).toMatchObject({
      users: { total: 1, invited: 1, redeemed: 1 },
      brands: { total: 1, invited: 0, redeemed: 0 },
    });
  });

  test("the dashboard's overview shows the last 14 days of Europe/Paris", async () => {
    await desk.addUser({ at: "2026-11-19T23:30:00Z" });
    await desk.addBrand({ at: "2026-11-20T22:30:00Z" });
    await desk.addUser({ at: "2026-11-01T12:00:00Z" });
    const { days } = await getOverview();
    expect(days[0]?.day).toBe("2026-11-08");
    expect(days.filter(({ total }) => total > 0)).toEqual([
      { day: "2026-11-20", total: 2, user: 1, brand: 1 },
    ]);
  });

  test("the dashboard's overview names at most five sign-ups that wait for a decision, longest waiting first", async () => {
    for (const day of [15, 12, 14, 11, 16]) await desk.addUser({ at: `2026-11-${day}T08:00:00Z` });
    await desk.addUser({ at: "2026-11-01T08:00:00Z", status: "approved" });
    await desk.addBrand({ at: "2026-11-13T08:00:00Z" });
    const { waiting } = await getOverview();
    expect(waiting.map(({ createdAt }) => createdAt)).toEqual(
      [11, 12, 13, 14, 15].map((day) => `2026-11-${day}T08:00:00.000Z`),
    );
    expect(waiting[2]).toMatchObject({ audience: "brand", firstname: "Lou" });
  });
});
