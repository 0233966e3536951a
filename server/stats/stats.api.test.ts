import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Overview, Stats } from "#contract/stats.schema.ts";
import { betaSignups, brandSignups, questionnaireItems } from "#db/schema.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

const now = new Date("2026-11-21T10:00:00Z");
let context: TestApp;
let admin: SignedIn;
let count = 0;

beforeAll(async () => {
  context = await createTestApp({ now: () => now });
});

afterAll(() => context.close());

beforeEach(async () => {
  await emptyTables(context.database, "beta_signups, brand_signups, questionnaire_items, segments");
  await context.db.execute(sql`delete from admin_users`);
  admin = await context.signIn();
});

type Answers = Record<string, string | string[]>;
type SignupOptions = { responses?: Answers; at?: string; status?: "pending" | "approved" | "rejected" };

async function addUser({
  responses = {},
  at = "2026-11-20T10:00:00Z",
  status = "pending",
}: SignupOptions = {}) {
  count += 1;
  const person = { firstname: "Lou", name: `Petit ${count}`, email: `lou${count}@exemple.fr` };
  await context.db.insert(betaSignups).values({ ...person, responses, status, createdAt: new Date(at) });
}

async function addBrand({
  responses = {},
  at = "2026-11-20T10:00:00Z",
  status = "pending",
}: SignupOptions = {}) {
  count += 1;
  const brand = { firstname: "Noé", name: `Atelier ${count}`, email: `noe${count}@exemple.fr` };
  await context.db
    .insert(brandSignups)
    .values({ ...brand, website: "atelier.example", responses, status, createdAt: new Date(at) });
}

type Question = Partial<typeof questionnaireItems.$inferInsert>;

async function addQuestion(question: Question = {}): Promise<string> {
  count += 1;
  const values = {
    question: `Question ${count}`,
    orderPosition: count,
    targetType: "both" as const,
    ...question,
  };
  const [row] = await context.db.insert(questionnaireItems).values(values).returning();
  if (!row) throw new Error("not inserted");
  return row.id;
}

const get = (path: string, headers: Record<string, string> = admin.headers) =>
  Promise.resolve(context.app.request(path, { headers }));

async function getStats(query = ""): Promise<Stats> {
  const answer = await get(`/api/admin/stats${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Stats;
}

/** The sign-ups of as many days before a period that ends today, counted from the rows themselves. */
async function countBefore(length: number, audience: string): Promise<Stats["previousTotals"]> {
  const days = sql`(created_at at time zone 'Europe/Paris')::date
    between '2026-11-21'::date - ${2 * length - 1}::int and '2026-11-21'::date - ${length}::int`;
  const { rows } = await context.db.execute<{ user: number; brand: number }>(sql`select
    (select count(*)::int from beta_signups where ${days} and ${audience}::text <> 'brand') as "user",
    (select count(*)::int from brand_signups where ${days} and ${audience}::text <> 'user') as brand`);
  const { user = 0, brand = 0 } = rows[0] ?? {};
  return { total: user + brand, user, brand };
}

async function getOverview(): Promise<Overview> {
  const answer = await get("/api/admin/overview");
  expect(answer.status).toBe(200);
  return (await answer.json()) as Overview;
}

describe("who may read statistics", () => {
  const question = "00000000-0000-4000-8000-000000000000";
  test.each([
    "/api/admin/overview",
    "/api/admin/stats",
    `/api/admin/stats/answers.csv?questionId=${question}`,
  ])("%s answers 401 without a session", async (path) => {
    expect((await get(path, {})).status).toBe(401);
  });

  test("an admin who is no super admin may", async () => {
    expect((await get("/api/admin/stats")).status).toBe(200);
  });
});

describe("the dashboard's overview", () => {
  test("the dashboard's overview is all zeros on an empty database", async () => {
    const overview = await getOverview();
    expect(overview).toMatchObject({
      users: { total: 0, pending: 0, approved: 0 },
      brands: { total: 0, pending: 0, approved: 0 },
      questionCount: 0,
      totalResponses: 0,
      waiting: [],
    });
    expect(overview.days).toHaveLength(14);
    expect(overview.days.at(-1)).toEqual({ day: "2026-11-21", total: 0, user: 0, brand: 0 });
  });

  test("the dashboard's overview counts sign-ups by status, questions, and answered questions", async () => {
    const colour = await addQuestion({ fieldType: "checkbox", options: ["Bleu", "Noir"] });
    const why = await addQuestion({ active: false });
    await addUser({ responses: { [colour]: ["Bleu", "Noir"], [why]: "Parce que" } });
    await addUser({ status: "approved", responses: { [colour]: [] } });
    await addBrand({ status: "rejected", responses: { [why]: "Pour voir" } });
    expect(await getOverview()).toMatchObject({
      users: { total: 2, pending: 1, approved: 1 },
      brands: { total: 1, pending: 0, approved: 0 },
      questionCount: 2,
      totalResponses: 3,
    });
  });

  test("the dashboard's overview shows the last 14 days of Europe/Paris", async () => {
    await addUser({ at: "2026-11-19T23:30:00Z" });
    await addBrand({ at: "2026-11-20T22:30:00Z" });
    await addUser({ at: "2026-11-01T12:00:00Z" });
    const { days } = await getOverview();
    expect(days[0]?.day).toBe("2026-11-08");
    expect(days.filter(({ total }) => total > 0)).toEqual([
      { day: "2026-11-20", total: 2, user: 1, brand: 1 },
    ]);
  });

  test("the dashboard's overview names what waits for a decision, longest waiting first, five at most", async () => {
    for (const day of [15, 12, 14, 11, 16]) await addUser({ at: `2026-11-${day}T08:00:00Z` });
    await addUser({ at: "2026-11-01T08:00:00Z", status: "approved" });
    await addBrand({ at: "2026-11-13T08:00:00Z" });
    const { waiting } = await getOverview();
    expect(waiting.map(({ createdAt }) => createdAt)).toEqual(
      [11, 12, 13, 14, 15].map((day) => `2026-11-${day}T08:00:00.000Z`),
    );
    expect(waiting[2]).toMatchObject({ audience: "brand", firstname: "Noé" });
  });
});

describe("statistics", () => {
  test("statistics default to all sign-ups, 30 days and the first active question in order", async () => {
    const second = await addQuestion();
    const first = await addQuestion({ orderPosition: 1 });
    const hidden = await addQuestion({ orderPosition: 2_000_000, active: false });
    const stats = await getStats();
    expect(stats).toMatchObject({ audience: "all", period: "30", today: "2026-11-21" });
    expect(stats.trend).toHaveLength(30);
    expect(stats.question?.id).toBe(first);
    expect(stats.questions.map(({ id }) => id)).toEqual([first, second]);
    expect(stats.questions.map(({ id }) => id)).not.toContain(hidden);
  });

  test("statistics have no question and a rate of nothing on an empty database", async () => {
    const stats = await getStats("?period=all");
    expect(stats.question).toBeNull();
    expect(stats.audiences).toEqual(["all"]);
    expect(stats.trend).toEqual([{ day: "2026-11-21", total: 0, user: 0, brand: 0 }]);
  });

  test("a question without sign-ups has a response rate of 0", async () => {
    await addQuestion();
    const { question } = await getStats();
    expect(question).toMatchObject({ respondents: 0, responseRate: 0, answers: [] });
  });

  test("days without sign-ups are 0, the whole time begins with the first sign-up", async () => {
    await addUser({ at: "2026-10-01T08:00:00Z" });
    await addBrand({ at: "2026-11-20T08:00:00Z" });
    const week = await getStats("?period=7");
    expect(week.trend.map(({ total }) => total)).toEqual([0, 0, 0, 0, 0, 1, 0]);
    expect(week.totals).toEqual({ total: 2, user: 1, brand: 1 });
    expect(week.periodTotals).toEqual({ total: 1, user: 0, brand: 1 });
    const whole = await getStats("?period=all");
    expect(whole.trend[0]).toEqual({ day: "2026-10-01", total: 1, user: 1, brand: 0 });
    expect(whole.trend).toHaveLength(52);
  });

  test("the period before is counted as SQL counts its rows, for every filter", async () => {
    const instants = [
      ..."2026-11-21T09:00:00Z 2026-11-14T22:59:00Z 2026-11-14T23:00:00Z 2026-11-07T23:00:00Z".split(" "),
      ..."2026-11-07T22:59:00Z 2026-10-22T12:00:00Z 2026-10-23T12:00:00Z 2026-09-22T22:00:00Z".split(" "),
      ..."2026-09-22T21:59:00Z 2026-08-01T12:00:00Z 2026-05-26T12:00:00Z 2026-05-24T12:00:00Z".split(" "),
    ];
    for (const at of instants) await addUser({ at });
    for (const at of instants.slice(3)) await addBrand({ at });
    for (const period of ["7", "30", "90"]) {
      for (const audience of ["all", "user", "brand"]) {
        const { previousTotals } = await getStats(`?period=${period}&audience=${audience}`);
        expect(previousTotals, `${period} ${audience}`).toEqual(await countBefore(Number(period), audience));
      }
    }
  });

  test("the whole time has no period before it", async () => {
    await addUser();
    expect((await getStats("?period=all")).previousTotals).toBeNull();
    expect((await getStats("?period=7")).previousTotals).toEqual({ total: 0, user: 0, brand: 0 });
  });

  test("several ticks never bring the response rate above 100 %", async () => {
    const style = await addQuestion({ fieldType: "checkbox", options: ["Chic", "Sport", "Bohème"] });
    await addUser({ responses: { [style]: ["Chic", "Sport", "Bohème"] } });
    await addUser({ responses: { [style]: ["Chic", "Sport"] } });
    const { question } = await getStats();
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
    const both = await addQuestion({ fieldType: "radio", options: ["Oui", "Non"] });
    const brandsOnly = await addQuestion({ targetType: "brand" });
    await addUser({ responses: { [both]: "Oui" } });
    await addUser();
    await addBrand({ responses: { [both]: "Non" } });
    const users = await getStats(`?audience=user&questionId=${brandsOnly}`);
    expect(users.totals).toEqual({ total: 2, user: 2, brand: 0 });
    expect(users.questions.map(({ id }) => id)).toEqual([both]);
    expect(users.question).toMatchObject({ id: both, respondents: 1, responseRate: 50 });
    expect(users.question?.answers).toEqual([{ answer: "Oui", count: 1, percentage: 100 }]);
    const brands = await getStats(`?audience=brand&questionId=${brandsOnly}`);
    expect(brands.question?.id).toBe(brandsOnly);
    expect(brands.audiences).toEqual(["all", "user", "brand"]);
  });

  test("free text has all its answers, the most frequent first, and says how many sign-ups were looked at", async () => {
    const why = await addQuestion({ fieldType: "textarea" });
    for (let index = 0; index < 12; index += 1)
      await addUser({ responses: { [why]: `Texte ${index % 11}` } });
    await addBrand({ responses: { [why]: "" } });
    const { question } = await getStats();
    expect(question?.sampled).toEqual({ signups: 13 });
    expect(question).toMatchObject({ respondents: 12, responseRate: 92, answerTotal: 12 });
    expect(question?.answers).toHaveLength(11);
    expect(question?.answers[0]).toEqual({ answer: "Texte 0", count: 2, percentage: 17 });
  });

  test.each(["?audience=everyone", "?period=31", "?questionId=1", "?unknown=1"])(
    "%s is refused",
    async (query) => {
      const answer = await get(`/api/admin/stats${query}`);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: { code: "invalid_request" } });
    },
  );
});

describe("the statistics of a segment", () => {
  async function addSegment(name: string, fields: object = {}): Promise<string> {
    const rules = [{ field: "status", op: "is", value: "approved" }];
    const body = { name, audience: "user", conditions: { match: "all", groups: [{ match: "all", rules }] } };
    const answer = await context.app.request("/api/admin/segments", {
      method: "POST",
      headers: admin.headers,
      body: JSON.stringify({ ...body, ...fields }),
    });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { id: string }).id;
  }

  test("the statistics of a segment count its sign-ups alone, in totals, trend and answers", async () => {
    const colour = await addQuestion({ fieldType: "checkbox", options: ["Bleu", "Noir"] });
    const why = await addQuestion({ fieldType: "textarea" });
    const approved = { status: "approved" } as const;
    await addUser({ ...approved, responses: { [colour]: ["Bleu", "Noir"], [why]: "Pour voir" } });
    await addUser({ ...approved, at: "2026-10-20T10:00:00Z" });
    await addUser({ responses: { [colour]: ["Noir"], [why]: "Parce que" } });
    await addBrand({ ...approved, responses: { [colour]: ["Noir"] } });
    const segment = await addSegment("Approuvés");
    const stats = await getStats(`?segment=${segment}&questionId=${colour}`);
    expect(stats.totals).toEqual({ total: 2, user: 2, brand: 0 });
    expect(stats.periodTotals).toEqual({ total: 1, user: 1, brand: 0 });
    expect(stats.previousTotals).toEqual({ total: 1, user: 1, brand: 0 });
    expect(stats.question).toMatchObject({ respondents: 1, responseRate: 50 });
    expect(stats.question?.answers.map(({ answer, count }) => [answer, count])).toEqual([
      ["Bleu", 1],
      ["Noir", 1],
    ]);
    const { question } = await getStats(`?segment=${segment}&questionId=${why}`);
    expect(question).toMatchObject({ respondents: 1, responseRate: 50, sampled: { signups: 2 } });
    expect(question?.answers.map(({ answer }) => answer)).toEqual(["Pour voir"]);
    const csv = await get(`/api/admin/stats/answers.csv?questionId=${colour}&segment=${segment}`);
    expect(await csv.text()).toContain('"Bleu";1;"50 %"\r\n"Noir";1;"50 %"');
    expect((await getStats(`?segment=${segment}&audience=brand`)).totals.total).toBe(0);
  });

  test("the response rate of a segment is over those of its sign-ups whom a dependent question was asked", async () => {
    const fabric = await addQuestion({ fieldType: "radio", options: ["Lin", "Soie"] });
    const rules = [{ questionId: fabric, op: "is" as const, value: "Lin" }];
    const care = await addQuestion({ showIf: { match: "all", rules } });
    await addUser({ status: "approved", responses: { [fabric]: "Lin", [care]: "À la main" } });
    await addUser({ status: "approved", responses: { [fabric]: "Soie" } });
    await addUser({ responses: { [fabric]: "Lin" } });
    const { question } = await getStats(`?questionId=${care}&segment=${await addSegment("Lin")}`);
    expect(question).toMatchObject({ respondents: 1, responseRate: 100 });
  });

  test("an unknown segment is 404, an id that cannot be one 400, and a segment that misses its question counts 0", async () => {
    const colour = await addQuestion({ fieldType: "radio", options: ["Bleu"] });
    await addUser({ status: "approved", responses: { [colour]: "Bleu" } });
    const rules = [{ field: "answer", questionId: colour, op: "is", value: "Bleu" }];
    const conditions = { match: "all", groups: [{ match: "all", rules }] };
    const segment = await addSegment("Bleu", { conditions });
    expect((await getStats(`?segment=${segment}`)).totals.total).toBe(1);
    await context.db.execute(sql`delete from questionnaire_items`);
    expect((await getStats(`?segment=${segment}`)).totals.total).toBe(0);
    const unknown = "00000000-0000-4000-8000-00000000000f";
    for (const path of ["", `/answers.csv`]) {
      const query = `questionId=${colour}&segment=`;
      expect((await get(`/api/admin/stats${path}?${query}${unknown}`)).status).toBe(404);
      expect((await get(`/api/admin/stats${path}?${query}1`)).status).toBe(400);
    }
  });
});

describe("the table's export", () => {
  test("the table's export holds every answer, formulas made harmless", async () => {
    const colour = await addQuestion({ fieldType: "select", options: ["=1+1", "Bleu ; roi"] });
    await addUser({ responses: { [colour]: "=1+1" } });
    await addUser({ responses: { [colour]: "=1+1" } });
    await addBrand({ responses: { [colour]: "Bleu ; roi" } });
    const answer = await get(`/api/admin/stats/answers.csv?questionId=${colour}`);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toBe(
      '"Réponse";"Nombre";"Pourcentage"\r\n"\'=1+1";2;"67 %"\r\n"Bleu ; roi";1;"33 %"\r\n',
    );
  });

  test("the table's export is noted in the journal", async () => {
    const question = await addQuestion();
    await get(`/api/admin/stats/answers.csv?questionId=${question}`);
    const { rows } = await context.db.execute(
      sql`select actor, action, subject from journal_entries where subject = ${question}`,
    );
    expect(rows).toEqual([{ actor: admin.admin.email, action: "stats.exported", subject: question }]);
  });

  test("a question that is not there is 404, no question is 400", async () => {
    const path = "/api/admin/stats/answers.csv";
    expect((await get(`${path}?questionId=00000000-0000-4000-8000-000000000000`)).status).toBe(404);
    expect((await get(path)).status).toBe(400);
  });
});

test.each([
  ["all", "is", 67],
  ["any", "isNot", 100],
] as const)(
  "the response rate of a question that depends on others is over those whom it was asked: %s, %s",
  async (match, op, rate) => {
    const fabric = await addQuestion({ fieldType: "checkbox", options: ["Lin", "Soie"] });
    const rules = [{ questionId: fabric, op, value: "Lin" }];
    const care = await addQuestion({ showIf: { match, rules } });
    await addUser({ responses: { [fabric]: ["Lin", "Soie"], [care]: "À la main" } });
    await addUser({ responses: { [fabric]: ["Lin"] } });
    await addUser({ responses: { [fabric]: ["Soie"], [care]: "Donnée avant la condition" } });
    await addUser();
    const { question } = await getStats(`?questionId=${care}`);
    expect(question).toMatchObject({ respondents: 2, responseRate: rate });
  },
);
