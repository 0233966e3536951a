import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openStatsDesk, type StatsDesk } from "#test/support/stats-desk.ts";

let desk: StatsDesk;

beforeAll(async () => {
  desk = await openStatsDesk();
});
afterAll(() => desk.close());
beforeEach(() => desk.clear());

describe("the table's export", () => {
  test("the table's export holds every answer, with formulas escaped", async () => {
    const colour = await desk.addQuestion({ fieldType: "select", options: ["=1+1", "Bleu ; roi"] });
    await desk.addUser({ responses: { [colour]: "=1+1" } });
    await desk.addUser({ responses: { [colour]: "=1+1" } });
    await desk.addBrand({ responses: { [colour]: "Bleu ; roi" } });
    const answer = await desk.get(`/api/admin/stats/answers.csv?questionId=${colour}`);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toBe(
      '"Réponse";"Nombre";"Pourcentage"\r\n"\'=1+1";2;"67 %"\r\n"Bleu ; roi";1;"33 %"\r\n',
    );
  });

  test("the table's export is recorded in the journal", async () => {
    const question = await desk.addQuestion();
    await desk.get(`/api/admin/stats/answers.csv?questionId=${question}`);
    const { rows } = await desk.context.db.execute(
      sql`select actor, action, subject from journal_entries where subject = ${question}`,
    );
    expect(rows).toEqual([{ actor: desk.admin().admin.email, action: "stats.exported", subject: question }]);
  });

  test("the table's export answers 404 for an unknown question, and 400 without a question", async () => {
    const path = "/api/admin/stats/answers.csv";
    expect((await desk.get(`${path}?questionId=00000000-0000-4000-8000-000000000000`)).status).toBe(404);
    expect((await desk.get(path)).status).toBe(400);
  });
});
