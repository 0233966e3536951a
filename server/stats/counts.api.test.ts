import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { audiences } from "#contract/audience.ts";
import { isChoice } from "#contract/questions/registry.ts";
import { sumAnswers } from "#contract/stats.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { commands, countedOf, type Model, truthOf } from "#test/support/counts-model.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";
import { foldBatch } from "./counts.queries.ts";
import { countRespondents, foldCounts, verifyCounts } from "./counts.service.ts";
import { getChoiceAnswers, getFreeTextAnswers } from "./stats.queries.ts";
import { getOverview } from "./stats.service.ts";

let context: TestApp;

beforeAll(async () => {
  context = await createTestApp();
});

afterAll(() => context.close());

beforeEach(() => clear());

const clear = () => emptyTables(context.database, "beta_signups, brand_signups, questionnaire_items");

async function rowsOf(query: string): Promise<Record<string, unknown>[]> {
  const { rows } = await context.db.execute(sql.raw(query));
  return rows;
}

/** The views' rows, as sorted lists. */
async function readViews() {
  return {
    signups: await rowsOf(
      `select date::text, total_count::int, user_count::int, brand_count::int from secure_signup_counts order by date`,
    ),
    answers: await rowsOf(
      `select question_id, signup_type, answer_value collate "C" as answer_value, response_count::int
       from secure_question_summary order by question_id, signup_type, answer_value collate "C"`,
    ),
    responses: await rowsOf(
      `select signup_id, question_id from secure_responses_stats order by signup_id, question_id`,
    ),
    statuses: await rowsOf(
      `select audience, status, sum(count)::int as count from signup_totals group by 1, 2 order by 1, 2`,
    ),
    respondents: await rowsOf(
      `select question_id, signup_type, count::int from answer_totals where answer_value = ''
       order by question_id, signup_type`,
    ),
  };
}

/** Compares the screens' counts with the rows: counts from the ledger, and counts of a segment of all sign-ups. */
async function expectSameAnswers(model: Model): Promise<void> {
  const truth = truthOf(model);
  const overview = await getOverview(context.dependencies);
  expect(overview.totalResponses).toBe(truth.responses.length);
  expect(overview.users.total + overview.brands.total).toBe(model.signups.length);
  const everyone = { user: sql`true`, brand: sql`true` };
  for (const { id, fieldType, segment } of model.questions.flatMap((question) => [
    { ...question, segment: null },
    { ...question, segment: everyone },
  ])) {
    const question = { questionId: id, audiences, segment };
    const read = isChoice(fieldType)
      ? await getChoiceAnswers(context.db, question)
      : await getFreeTextAnswers(context.db, { ...question, sample: 1_000 });
    expect(read.signups).toBe(countedOf(model).length);
    expect(read.respondents).toBe(truth.responses.filter(({ question_id }) => question_id === id).length);
    const expected = truth.answers
      .filter(({ question_id }) => question_id === id)
      .map(({ answer_value = "", response_count }) => ({ answer: answer_value, count: response_count }));
    expect(sumAnswers(read.answers)).toEqual(sumAnswers(expected));
  }
}

describe("the ledger of counts", () => {
  test("the ledger of counts equals a count of the rows at any moment, after changes in any order", async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.commands(commands, { maxCommands: 40 }), async (run) => {
          const model: Model = { signups: [], questions: [], created: 0 };
          await fc.asyncModelRun(() => ({ model, real: context }), run);
          expect(await readViews()).toEqual(truthOf(model));
          await expectSameAnswers(model);
          await foldCounts(context.dependencies);
          expect(await readViews()).toEqual(truthOf(model));
          await expectSameAnswers(model);
        })
        .afterEach(async () => {
          await clear();
        }),
      { numRuns: 15, endOnFailure: true },
    );
  }, 120_000);

  test("folding moves at most a batch, oldest first, and changes no total", async () => {
    await insertUsers(5);
    expect(await foldBatch(context.db, 3)).toBe(3);
    expect(await rowsOf("select count(*)::int as left from signup_count_changes")).toEqual([{ left: 2 }]);
    expect(await total()).toBe(5);
    expect(await foldBatch(context.db, 3)).toBe(2);
    expect(await foldBatch(context.db, 3)).toBe(0);
    expect(await total()).toBe(5);
  });

  test("one round of upkeep folds all waiting changes", async () => {
    await insertUsers(2_500);
    await foldCounts(context.dependencies);
    expect(await rowsOf("select id from signup_count_changes")).toEqual([]);
    expect(await total()).toBe(2_500);
  });

  test("an update that keeps the status appends no change", async () => {
    await insertUsers(1);
    await foldCounts(context.dependencies);
    await context.db.execute(sql`update beta_signups set decided_at = now()`);
    expect(await rowsOf("select id from signup_count_changes")).toEqual([]);
  });

  test("many decisions in one statement append one change per day and status", async () => {
    await insertUsers(50);
    await foldCounts(context.dependencies);
    await context.db.execute(sql`update beta_signups set status = 'approved'`);
    const changes = await rowsOf("select status, delta from signup_count_changes order by status");
    expect(changes).toEqual([
      { status: "approved", delta: 50 },
      { status: "pending", delta: -50 },
    ]);
  });

  test("the counts of a deleted question are deleted, and removing its answers from sign-ups changes no count", async () => {
    const id = await insertQuestion("radio");
    await insertUsers(3, { [id]: "Oui" });
    await foldCounts(context.dependencies);
    expect((await countRespondents(context.db)).get(id)?.total).toBe(3);
    await context.db.execute(sql`delete from questionnaire_items where id = ${id}`);
    expect(await countRespondents(context.db)).toEqual(new Map());
    expect(await rowsOf("select question_id from answer_counts")).toEqual([]);
    await context.db.execute(sql`update beta_signups set responses = responses - ${id}::text`);
    expect(await rowsOf("select id from signup_count_changes")).toEqual([]);
  });

  test("the check at a start corrects counts that differ from the rows", async () => {
    const id = await insertQuestion("select");
    await insertUsers(2, { [id]: "Lin" });
    await foldCounts(context.dependencies);
    await context.db.execute(sql`insert into signup_count_changes (audience, day, status, delta, responses)
      select 'user', signup_day(created_at), status, 1, responses from beta_signups`);
    expect(await total()).toBe(4);
    await verifyCounts({ db: context.db, log: silentLogger });
    expect(await total()).toBe(2);
    expect((await countRespondents(context.db)).get(id)?.total).toBe(2);
    await foldCounts(context.dependencies);
    expect(await total()).toBe(2);
    expect((await countRespondents(context.db)).get(id)?.total).toBe(2);
  });

  test("the ledger recounts a question that becomes a choice again, during sign-ups and foldings", async () => {
    const id = await insertQuestion("text");
    const signUps = Array.from({ length: 60 }, (_, index) =>
      insertUsers(1, { [id]: `Réponse ${index % 3}` }),
    );
    const foldings = Array.from({ length: 6 }, () => foldBatch(context.db, 7));
    const change = context.db.execute(
      sql`update questionnaire_items set field_type = 'select' where id = ${id}`,
    );
    await Promise.all([...signUps, ...foldings, change]);
    const answers = () =>
      rowsOf(`select answer_value, response_count::int as count from secure_question_summary order by 1`);
    const expected = ["Réponse 0", "Réponse 1", "Réponse 2"].map((answer_value) => ({
      answer_value,
      count: 20,
    }));
    expect(await answers()).toEqual(expected);
    await foldCounts(context.dependencies);
    expect(await answers()).toEqual(expected);
    expect((await countRespondents(context.db)).get(id)?.total).toBe(60);
  });
});

let emails = 0;

async function insertUsers(count: number, responses: Record<string, string> = {}): Promise<void> {
  const start = emails;
  emails += count;
  await context.db.execute(sql`
    insert into beta_signups (firstname, name, email, responses, created_at)
    select 'Lou', 'Petit', 'lou' || n || '@exemple.fr', ${JSON.stringify(responses)}::jsonb, '2026-11-20T10:00:00Z'
    from generate_series(${start + 1}::int, ${start + count}::int) as n`);
}

async function insertQuestion(fieldType: string): Promise<string> {
  const { rows } = await context.db.execute<{ id: string }>(sql`
    insert into questionnaire_items (question, field_type, order_position, target_type)
    values ('Question', ${fieldType}, 1, 'both') returning id`);
  return rows[0]?.id ?? "";
}

async function total(): Promise<unknown> {
  const [row] = await rowsOf("select coalesce(sum(total_count), 0)::int as total from secure_signup_counts");
  return row?.total;
}
