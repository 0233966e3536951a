import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AdminQuestion } from "#contract/questionnaire.schema.ts";
import { signupAnswers } from "#server/features/signups/answers.service.ts";
import { createTestApp, type SignedIn, type TestApp } from "#server/testing/test-app.ts";
import { lockNextRemoval, saveRemovalProgress } from "./answer-removal.repository.ts";
import { removeDeletedAnswers } from "./answer-removal.service.ts";
import { answersDeletedAtOnce } from "./questions.service.ts";

let harness: TestApp;
let admin: SignedIn;
let kept: string;
let deleted: string;

beforeAll(async () => {
  harness = await createTestApp();
  admin = await harness.signIn();
});
afterAll(() => harness.close());

const query = (text: string, values: unknown[] = []) => harness.database.pool.query(text, values);

beforeEach(async () => {
  await query("truncate beta_signups, brand_signups, answer_removals");
  await query("delete from questionnaire_items");
  kept = await addQuestion("Gardée");
  deleted = await addQuestion("Supprimée");
});

async function addQuestion(question: string): Promise<string> {
  const answer = await harness.app.request("/api/admin/questions", {
    method: "POST",
    headers: admin.headers,
    body: JSON.stringify({ question, fieldType: "text", targetType: "both" }),
  });
  return ((await answer.json()) as AdminQuestion).id;
}

async function addSignups(table: "beta_signups" | "brand_signups", count: number): Promise<void> {
  const website = table === "brand_signups" ? ["website,", "'https://marque.example',"] : ["", ""];
  await query(
    `insert into ${table} (name, firstname, email, ${website[0]} responses)
     select 'Martin', 'Zoé', 'zoe' || n || '@example.fr', ${website[1]}
       jsonb_build_object($1::text, 'oui', $2::text, jsonb_build_array('a', 'b'))
     from generate_series(1, $3) as n`,
    [kept, deleted, count],
  );
}

async function answersTo(question: string): Promise<number> {
  const { rows } = await query(
    `select (select count(*) from beta_signups where responses ? $1)
          + (select count(*) from brand_signups where responses ? $1) as count`,
    [question],
  );
  return Number(rows[0].count);
}

const remove = () =>
  harness.app.request(`/api/admin/questions/${deleted}`, { method: "DELETE", headers: admin.headers });

const questionExists = async () =>
  (await query("select 1 from questionnaire_items where id = $1", [deleted])).rows.length === 1;

const waitingRemovals = async () =>
  (await query("select question_id from answer_removals")).rows.map((row) => row.question_id);

test("the list says how many sign-ups answered each question", async () => {
  await addSignups("beta_signups", 3);
  await addSignups("brand_signups", 2);
  const answer = await harness.app.request("/api/admin/questions", { headers: admin.headers });
  const { items } = (await answer.json()) as { items: AdminQuestion[] };
  expect(items.map(({ answerCount }) => answerCount)).toEqual([5, 5]);
});

test("a question takes its few answers along and leaves all others", async () => {
  await addSignups("beta_signups", 3);
  await addSignups("brand_signups", 2);
  expect((await remove()).status).toBe(204);
  expect([await answersTo(deleted), await answersTo(kept)]).toEqual([0, 5]);
  expect(await waitingRemovals()).toEqual([]);
});

test("a deletion that breaks in the middle leaves question and answers as they were", async () => {
  await addSignups("beta_signups", 3);
  await query(
    "alter table journal_entries add constraint broken check (action <> 'question.deleted') not valid",
  );
  try {
    expect((await remove()).status).toBe(500);
  } finally {
    await query("alter table journal_entries drop constraint broken");
  }
  expect(await questionExists()).toBe(true);
  expect([await answersTo(deleted), await waitingRemovals()]).toEqual([3, []]);
});

test("many answers are left to the job, which goes on where a killed process stopped", async () => {
  await addSignups("beta_signups", answersDeletedAtOnce);
  await addSignups("brand_signups", 20);
  expect((await remove()).status).toBe(204);
  expect(await questionExists()).toBe(false);
  expect(await waitingRemovals()).toEqual([deleted]);

  await harness.db.transaction(async (tx) => {
    const removal = await lockNextRemoval(tx);
    if (!removal) throw new Error("a removal waits");
    const lastId = await signupAnswers.removeInBatch(tx, removal, 1_000);
    await saveRemovalProgress(tx, { ...removal, lastId });
  });
  expect(await answersTo(deleted)).toBe(answersDeletedAtOnce - 1_000 + 20);
  const killed = harness.db.transaction(async (tx) => {
    const removal = await lockNextRemoval(tx);
    if (removal) await signupAnswers.removeInBatch(tx, removal, 1_000);
    throw new Error("killed");
  });
  await expect(killed).rejects.toThrow("killed");
  expect(await answersTo(deleted)).toBe(answersDeletedAtOnce - 1_000 + 20);

  await removeDeletedAnswers(harness.dependencies);
  expect([await answersTo(deleted), await answersTo(kept)]).toEqual([0, answersDeletedAtOnce + 20]);
  expect(await waitingRemovals()).toEqual([]);
});

test("a round of upkeep ends although much is left, and the next goes on", async () => {
  await addSignups("beta_signups", 30);
  await query("insert into answer_removals (question_id) values ($1)", [deleted]);
  await removeDeletedAnswers(harness.dependencies, { size: 10, batches: 2 });
  expect(await answersTo(deleted)).toBe(10);
  await removeDeletedAnswers(harness.dependencies, { size: 10, batches: 2 });
  expect(await answersTo(deleted)).toBe(0);
});

test("several instances share the job and finish it together", async () => {
  await addSignups("beta_signups", 50);
  await query("insert into answer_removals (question_id) values ($1), ($2)", [deleted, kept]);
  await Promise.all([
    removeDeletedAnswers(harness.dependencies, { size: 7 }),
    removeDeletedAnswers(harness.dependencies, { size: 11 }),
  ]);
  // Whoever found both rows taken stopped early; what is left is the next run's.
  await removeDeletedAnswers(harness.dependencies);
  expect([await answersTo(deleted), await answersTo(kept)]).toEqual([0, 0]);
  expect(await waitingRemovals()).toEqual([]);
});
