import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Stats } from "#contract/stats.schema.ts";
import { openStatsDesk, type StatsDesk } from "#test/support/stats-desk.ts";

let desk: StatsDesk;

beforeAll(async () => {
  desk = await openStatsDesk();
});
afterAll(() => desk.close());
beforeEach(() => desk.clear());

/** Counts, from the rows themselves, the sign-ups of the period before; both have `length` days. */
async function countBefore(length: number, audience: string): Promise<Stats["previousTotals"]> {
  const days = sql`(created_at at time zone 'Europe/Paris')::date
    between '2026-11-21'::date - ${2 * length - 1}::int and '2026-11-21'::date - ${length}::int`;
  const { rows } = await desk.context.db.execute<{ user: number; brand: number }>(sql`select
    (select count(*)::int from beta_signups where ${days} and ${audience}::text <> 'brand') as "user",
    (select count(*)::int from brand_signups where ${days} and ${audience}::text <> 'user') as brand`);
  const { user = 0, brand = 0 } = rows[0] ?? {};
  return { total: user + brand, user, brand };
}

describe("who may read statistics", () => {
  const question = "00000000-0000-4000-8000-000000000000";
  test.each([
    "/api/admin/overview",
    "/api/admin/stats",
    `/api/admin/stats/answers.csv?questionId=${question}`,
  ])("%s answers 401 without a session", async (path) => {
    expect((await desk.get(path, {})).status).toBe(401);
  });

  test("an admin without super rights may read statistics", async () => {
    expect((await desk.get("/api/admin/stats")).status).toBe(200);
  });
});

describe("statistics", () => {
  test("statistics default to all sign-ups, 30 days and the first active question in order", async () => {
    const second = await desk.addQuestion();
    const first = await desk.addQuestion({ orderPosition: 1 });
    const hidden = await desk.addQuestion({ orderPosition: 2_000_000, active: false });
    const stats = await desk.getStats();
    expect(stats).toMatchObject({ audience: "all", period: "30", today: "2026-11-21" });
    expect(stats.trend).toHaveLength(30);
    expect(stats.question?.id).toBe(first);
    expect(stats.questions.map(({ id }) => id)).toEqual([first, second]);
    expect(stats.questions.map(({ id }) => id)).not.toContain(hidden);
  });

  test("statistics of an empty database have no question and no rate", async () => {
    const stats = await desk.getStats("?period=all");
    expect(stats.question).toBeNull();
    expect(stats.audiences).toEqual(["all"]);
    expect(stats.trend).toEqual([{ day: "2026-11-21", total: 0, user: 0, brand: 0 }]);
  });

  test("a question without sign-ups has a response rate of 0", async () => {
    await desk.addQuestion();
    const { question } = await desk.getStats();
    expect(question).toMatchObject({ respondents: 0, responseRate: 0, answers: [] });
  });

  test("days without sign-ups have the count 0, and the whole time begins with the first sign-up", async () => {
    await desk.addUser({ at: "2026-10-01T08:00:00Z" });
    await desk.addBrand({ at: "2026-11-20T08:00:00Z" });
    const week = await desk.getStats("?period=7");
    expect(week.trend.map(({ total }) => total)).toEqual([0, 0, 0, 0, 0, 1, 0]);
    expect(week.totals).toEqual({ total: 2, user: 1, brand: 1 });
    expect(week.periodTotals).toEqual({ total: 1, user: 0, brand: 1 });
    const whole = await desk.getStats("?period=all");
    expect(whole.trend[0]).toEqual({ day: "2026-10-01", total: 1, user: 1, brand: 0 });
    expect(whole.trend).toHaveLength(52);
  });

  test("the counts of the period before equal a count of its rows, for every filter", async () => {
    const instants = [
      ..."2026-11-21T09:00:00Z 2026-11-14T22:59:00Z 2026-11-14T23:00:00Z 2026-11-07T23:00:00Z".split(" "),
      ..."2026-11-07T22:59:00Z 2026-10-22T12:00:00Z 2026-10-23T12:00:00Z 2026-09-22T22:00:00Z".split(" "),
      ..."2026-09-22T21:59:00Z 2026-08-01T12:00:00Z 2026-05-26T12:00:00Z 2026-05-24T12:00:00Z".split(" "),
    ];
    for (const at of instants) await desk.addUser({ at });
    for (const at of instants.slice(3)) await desk.addBrand({ at });
    for (const period of ["7", "30", "90"]) {
      for (const audience of ["all", "user", "brand"]) {
        const { previousTotals } = await desk.getStats(`?period=${period}&audience=${audience}`);
        expect(previousTotals, `${period} ${audience}`).toEqual(await countBefore(Number(period), audience));
      }
    }
  });

  test("the whole time is compared with no period before", async () => {
    await desk.addUser();
    expect((await desk.getStats("?period=all")).previousTotals).toBeNull();
    expect((await desk.getStats("?period=7")).previousTotals).toEqual({ total: 0, user: 0, brand: 0 });
  });

  test("several ticks never bring the response rate above 100 %", async () => {
    const style = await desk.addQuestion({ fieldType: "checkbox", options: ["Chic", "Sport", "Bohème"] });
    await desk.addUser({ responses: { [style]: ["Chic", "Sport", "Bohème"] } });
    await desk.addUser({ responses: { [style]: ["Chic", "Sport"] } });
    const { question } = await desk.getStats();
    expect(question).toMatchObject({
      respondents: 2,
      responseRate: 100,
      answerTotal: 5,
      sampled: null,
    });
    expect(question?.answers).toEqual([
      { answer: "Chic", count: 2, percentage: 40 },
      { answer: "Sport", count: 2, percentage: 40 },
      { answer: "Bohème", count: 1, percentage: 20 },
    ]);
  });

  test("the chosen sign-up type filters trend, totals, questions and answers", async () => {
    const both = await desk.addQuestion({ fieldType: "radio", options: ["Oui", "Non"] });
    const brandsOnly = await desk.addQuestion({ targetType: "brand" });
    await desk.addUser({ responses: { [both]: "Oui" } });
    await desk.addUser();
    await desk.addBrand({ responses: { [both]: "Non" } });
    const users = await desk.getStats(`?audience=user&questionId=${brandsOnly}`);
    expect(users.totals).toEqual({ total: 2, user: 2, brand: 0 });
    expect(users.questions.map(({ id }) => id)).toEqual([both]);
    expect(users.question).toMatchObject({ id: both, respondents: 1, responseRate: 50 });
    expect(users.question?.answers).toEqual([{ answer: "Oui", count: 1, percentage: 100 }]);
    const brands = await desk.getStats(`?audience=brand&questionId=${brandsOnly}`);
    expect(brands.question?.id).toBe(brandsOnly);
    expect(brands.audiences).toEqual(["all", "user", "brand"]);
  });

  test("the answers to a free text question are listed with the most frequent first and the number of sign-ups read", async () => {
    const why = await desk.addQuestion({ fieldType: "textarea" });
    for (let index = 0; index < 12; index += 1)
      await desk.addUser({ responses: { [why]: `Texte ${index % 11}` } });
    await desk.addBrand({ responses: { [why]: "" } });
    const { question } = await desk.getStats();
    expect(question?.sampled).toEqual({ signups: 13 });
    expect(question).toMatchObject({ respondents: 12, responseRate: 92, answerTotal: 12 });
    expect(question?.answers).toHaveLength(11);
    expect(question?.answers[0]).toEqual({ answer: "Texte 0", count: 2, percentage: 17 });
  });

  test.each(["?audience=everyone", "?period=31", "?questionId=1", "?unknown=1"])(
    "the query %s is refused",
    async (query) => {
      const answer = await desk.get(`/api/admin/stats${query}`);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: { code: "invalid_request" } });
    },
  );
});

test.each([
  ["all", "is", 67],
  ["any", "isNot", 100],
] as const)(
  "the response rate of a question that depends on others is over those whom it was asked: %s, %s",
  async (match, op, rate) => {
    const fabric = await desk.addQuestion({ fieldType: "checkbox", options: ["Lin", "Soie"] });
    const rules = [{ questionId: fabric, op, value: "Lin" }];
    const care = await desk.addQuestion({ showIf: { match, rules } });
    await desk.addUser({ responses: { [fabric]: ["Lin", "Soie"], [care]: "À la main" } });
    await desk.addUser({ responses: { [fabric]: ["Lin"] } });
    await desk.addUser({ responses: { [fabric]: ["Soie"], [care]: "Donnée avant la condition" } });
    await desk.addUser();
    const { question } = await desk.getStats(`?questionId=${care}`);
    expect(question).toMatchObject({ respondents: 2, responseRate: rate });
  },
);

test.each([
  ["is", 50],
  ["isNot", 100],
] as const)(
  "the response rate of a dependent question counts answers under former names of the option: %s",
  async (op, rate) => {
    const fabric = await desk.addQuestion({ fieldType: "checkbox", options: ["Lin lavé", "Soie"] });
    await desk.context.db.execute(
      sql`update questionnaire_items set former_options = '{"Lin lavé": ["Lin", "Toile"]}' where id = ${fabric}`,
    );
    const rules = [{ questionId: fabric, op, value: "Lin lavé" }];
    const care = await desk.addQuestion({ showIf: { match: "all" as const, rules } });
    const answered = op === "is" ? ["Toile"] : ["Soie"];
    await desk.addUser({ responses: { [fabric]: answered, [care]: "À la main" } });
    await desk.addUser({ responses: { [fabric]: ["Lin"] } });
    const { question } = await desk.getStats(`?questionId=${care}`);
    expect(question).toMatchObject({ respondents: 1, responseRate: rate });
  },
);
