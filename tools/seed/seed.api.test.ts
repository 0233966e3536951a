import { afterAll, beforeAll, expect, test } from "vitest";
import { audiences } from "#contract/audience.ts";
import type { Responses } from "#contract/signup.ts";
import { validateSignup } from "#contract/signup.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { refusal, type SeedResult, seedSignups } from "./seed.ts";
import { settleLedger } from "./seed-ledger.ts";
import { readQuestions } from "./seed-questionnaire.ts";
import { slug } from "./seed-words.ts";

type Row = {
  firstname: string;
  name: string;
  email: string;
  website?: string;
  status: string;
  created_at: Date;
  decided_at: Date | null;
  responses: Responses;
};

const now = new Date("2026-11-21T12:00:00Z");
let database: TestDatabase;
let result: SeedResult;

beforeAll(async () => {
  database = await createTestDatabase();
  result = await seedSignups(database.db, { signups: 300, now, batchSize: 70 });
});
afterAll(() => database.close());

async function rows(audience: (typeof audiences)[number]): Promise<Row[]> {
  const table = audience === "user" ? "beta_signups" : "brand_signups";
  return (await database.pool.query<Row>(`select * from ${table} order by created_at`)).rows;
}

test("four of five demo sign-ups are users, and one is a brand", async () => {
  expect(result).toEqual({ user: 240, brand: 60, questions: 10 });
  expect([(await rows("user")).length, (await rows("brand")).length]).toEqual([240, 60]);
});

test.each(audiences)("every demo sign-up would pass the form: %s", async (audience) => {
  const questions = await readQuestions(database.db);
  for (const { firstname, name, email, website, responses } of await rows(audience)) {
    const form = { firstname, name, email, responses, ...(website && { website }) };
    expect(validateSignup(audience, questions, form)).toEqual({});
  }
});

test("demo sign-ups are from the last 120 days, were decided after their sign-up, and have every status", async () => {
  const all = [...(await rows("user")), ...(await rows("brand"))];
  for (const { created_at, decided_at, status } of all) {
    expect(created_at.getTime()).toBeLessThanOrEqual(now.getTime());
    expect(created_at.getTime()).toBeGreaterThan(now.getTime() - 121 * 24 * 3_600_000);
    expect(decided_at === null).toBe(status === "pending");
    if (decided_at) expect(decided_at.getTime()).toBeGreaterThanOrEqual(created_at.getTime());
  }
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(["pending", "approved", "rejected"]));
});

test("most demo people confirmed their address, some want news, and a few unsubscribed", async () => {
  const { rows: counts } = await database.pool.query(`
    select (select count(confirmed_at) from beta_signups)::int + (select count(confirmed_at) from brand_signups)::int as confirmed,
      count(*) filter (where allowed)::int as reached, count(withdrawn_at)::int as gone,
      (select count(*) from suppressions)::int as stopped
    from consents cross join lateral mail_permission(email_hash, 'campaign', 'news')`);
  const [{ confirmed, reached, gone, stopped }] = counts;
  expect(confirmed).toBeGreaterThan(200);
  expect(reached).toBeGreaterThan(60);
  expect(gone).toBeGreaterThan(0);
  expect(stopped).toBe(gone);
});

test("demo addresses belong to reserved domains only", async () => {
  for (const { email } of [...(await rows("user")), ...(await rows("brand"))]) {
    expect(email).toMatch(/^[a-z0-9.-]+@(?:\w+\.example|example\.(?:com|org|net))$/);
  }
});

test("the ledger agrees with the demo sign-ups after `settleLedger`", async () => {
  const totals = async () =>
    (await database.pool.query("select * from answer_totals order by question_id, signup_type, answer_value"))
      .rows;
  const before = await totals();
  await settleLedger(database.pool);
  expect(await totals()).toEqual(before);
  const changes = await database.pool.query("select 1 from signup_count_changes");
  expect(changes.rows).toEqual([]);
});

test("the seed refuses a database that holds sign-ups unless it is forced", async () => {
  expect(await refusal(database.db, false)).toContain("already holds 300 sign-ups");
  expect(await refusal(database.db, true)).toBeNull();
});

test("the same seed number makes the same people and answers, and a second run adds new people", async () => {
  const other = await createTestDatabase();
  try {
    await seedSignups(other.db, { signups: 300, now });
    expect(await refusal(other.db, false)).not.toBeNull();
    const read = async ({ pool }: TestDatabase) =>
      (await pool.query("select firstname, name, email, status, created_at from beta_signups order by email"))
        .rows;
    expect(await read(other)).toEqual(await read(database));
    const added = await seedSignups(other.db, { signups: 50, now });
    expect(added).toEqual({ user: 40, brand: 10, questions: 10 });
  } finally {
    await other.close();
  }
});

test("a seed without sign-ups makes only the questionnaire", async () => {
  const empty = await createTestDatabase();
  try {
    expect(await seedSignups(empty.db, { signups: 0 })).toEqual({ user: 0, brand: 0, questions: 10 });
    expect(await refusal(empty.db, false)).toBeNull();
  } finally {
    await empty.close();
  }
});

test("names become plain ASCII letters in demo addresses", () => {
  expect(slug("D’Alméida Nguyễn & Sœur")).toBe("dalmeida-nguyen-et-soeur");
});
