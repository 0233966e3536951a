import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openStatsDesk, type StatsDesk } from "#test/support/stats-desk.ts";

let desk: StatsDesk;

beforeAll(async () => {
  desk = await openStatsDesk();
});
afterAll(() => desk.close());
beforeEach(() => desk.clear());

describe("the statistics of a segment", () => {
  async function addSegment(name: string, fields: object = {}): Promise<string> {
    const rules = [{ field: "status", op: "is", value: "approved" }];
    const body = { name, audience: "user", conditions: { match: "all", groups: [{ match: "all", rules }] } };
    const answer = await desk.context.app.request("/api/admin/segments", {
      method: "POST",
      headers: desk.admin().headers,
      body: JSON.stringify({ ...body, ...fields }),
    });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { id: string }).id;
  }

  test("the statistics of a segment count only its sign-ups, in totals, trend and answers", async () => {
    const colour = await desk.addQuestion({ fieldType: "checkbox", options: ["Bleu", "Noir"] });
    const why = await desk.addQuestion({ fieldType: "textarea" });
    const approved = { status: "approved" } as const;
    await desk.addUser({ ...approved, responses: { [colour]: ["Bleu", "Noir"], [why]: "Pour voir" } });
    await desk.addUser({ ...approved, at: "2026-10-20T10:00:00Z" });
    await desk.addUser({ responses: { [colour]: ["Noir"], [why]: "Parce que" } });
    await desk.addBrand({ ...approved, responses: { [colour]: ["Noir"] } });
    const segment = await addSegment("Approuvés");
    const stats = await desk.getStats(`?segment=${segment}&questionId=${colour}`);
    expect(stats.totals).toEqual({ total: 2, user: 2, brand: 0 });
    expect(stats.periodTotals).toEqual({ total: 1, user: 1, brand: 0 });
    expect(stats.previousTotals).toEqual({ total: 1, user: 1, brand: 0 });
    expect(stats.question).toMatchObject({ respondents: 1, responseRate: 50 });
    expect(stats.question?.answers.map(({ answer, count }) => [answer, count])).toEqual([
      ["Bleu", 1],
      ["Noir", 1],
    ]);
    const { question } = await desk.getStats(`?segment=${segment}&questionId=${why}`);
    expect(question).toMatchObject({ respondents: 1, responseRate: 50, sampled: { signups: 2 } });
    expect(question?.answers.map(({ answer }) => answer)).toEqual(["Pour voir"]);
    const csv = await desk.get(`/api/admin/stats/answers.csv?questionId=${colour}&segment=${segment}`);
    expect(await csv.text()).toContain('"Bleu";1;"50 %"\r\n"Noir";1;"50 %"');
    expect((await desk.getStats(`?segment=${segment}&audience=brand`)).totals.total).toBe(0);
  });

  test("the response rate of a segment of a dependent question counts only its sign-ups that were asked", async () => {
    const fabric = await desk.addQuestion({ fieldType: "radio", options: ["Lin", "Soie"] });
    const rules = [{ questionId: fabric, op: "is" as const, value: "Lin" }];
    const care = await desk.addQuestion({ showIf: { match: "all", rules } });
    await desk.addUser({ status: "approved", responses: { [fabric]: "Lin", [care]: "À la main" } });
    await desk.addUser({ status: "approved", responses: { [fabric]: "Soie" } });
    await desk.addUser({ responses: { [fabric]: "Lin" } });
    const { question } = await desk.getStats(`?questionId=${care}&segment=${await addSegment("Lin")}`);
    expect(question).toMatchObject({ respondents: 1, responseRate: 100 });
  });

  test("an unknown segment gives 404, a malformed id gives 400, and a segment with a deleted question counts 0", async () => {
    const colour = await desk.addQuestion({ fieldType: "radio", options: ["Bleu"] });
    await desk.addUser({ status: "approved", responses: { [colour]: "Bleu" } });
    const rules = [{ field: "answer", questionId: colour, op: "is", value: "Bleu" }];
    const conditions = { match: "all", groups: [{ match: "all", rules }] };
    const segment = await addSegment("Bleu", { conditions });
    expect((await desk.getStats(`?segment=${segment}`)).totals.total).toBe(1);
    await desk.context.db.execute(sql`delete from questionnaire_items`);
    expect((await desk.getStats(`?segment=${segment}`)).totals.total).toBe(0);
    const unknown = "00000000-0000-4000-8000-00000000000f";
    for (const path of ["", `/answers.csv`]) {
      const query = `questionId=${colour}&segment=`;
      expect((await desk.get(`/api/admin/stats${path}?${query}${unknown}`)).status).toBe(404);
      expect((await desk.get(`/api/admin/stats${path}?${query}1`)).status).toBe(400);
    }
  });
});
