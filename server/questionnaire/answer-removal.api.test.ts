import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AdminQuestion, type QuestionList, questionMessages } from "#contract/questionnaire.schema.ts";
import { signupAnswers } from "#server/signups/signups.service.ts";
import { foldCounts } from "#server/stats/counts.service.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";
import { lockNextRemoval, saveRemovalProgress } from "./question-deletion.queries.ts";
import {
  answersDeletedAtOnce,
  completeDeletions,
  removeDeletedAnswers,
} from "./question-deletion.service.ts";

let harness: TestApp;
let admin: SignedIn;
let kept: string;
let deleted: string;
let clock: Date;

beforeAll(async () => {
  clock = new Date();
  harness = await createTestApp({ now: () => clock });
  admin = await harness.signIn();
});
afterAll(() => harness.close());

const query = (text: string, values: unknown[] = []) => harness.database.pool.query(text, values);

beforeEach(async () => {
  await emptyTables(harness.database, "beta_signups, brand_signups, answer_removals, deleted_questions");
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

const restore = () =>
  harness.app.request(`/api/admin/questions/${deleted}/restoration`, {
    method: "POST",
    headers: admin.headers,
  });

const wait = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1_000);
};

async function list(): Promise<QuestionList> {
  const answer = await harness.app.request("/api/admin/questions", { headers: admin.headers });
  return (await answer.json()) as QuestionList;
}

const questionExists = async () =>
  (await query("select 1 from questionnaire_items where id = $1", [deleted])).rows.length === 1;

const waitingRemovals = async () =>
  (await query("select question_id from answer_removals")).rows.map((row) => row.question_id);

test("the list counts the sign-ups that answered each question", async () => {
  await addSignups("beta_signups", 3);
  await addSignups("brand_signups", 2);
  const { items } = await list();
  expect(items.map(({ answerCount }) => answerCount)).toEqual([5, 5]);
});

test("the few answers to a question are deleted when its deletion is final, and all other answers stay", async () => {
  await addSignups("beta_signups", 3);
  await addSignups("brand_signups", 2);
  const answer = await remove();
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ restorableUntil: new Date(clock.getTime() + 30_000).toISOString() });
  await removeDeletedAnswers(harness.dependencies);
  wait(29);
  await removeDeletedAnswers(harness.dependencies);
  expect([await answersTo(deleted), await answersTo(kept)]).toEqual([5, 5]);
  wait(1);
  await removeDeletedAnswers(harness.dependencies);
  expect([await answersTo(deleted), await answersTo(kept)]).toEqual([0, 5]);
  expect(await waitingRemovals()).toEqual([]);
});

test("the answers of people who limited or objected to the use of their data are counted and deleted too", async () => {
  await addSignups("beta_signups", 2);
  await query("update beta_signups set limited_at = now() where email = 'zoe1@example.fr'");
  await query("update beta_signups set objected_at = now() where email = 'zoe2@example.fr'");
  expect((await list()).items.map(({ answerCount }) => answerCount)).toEqual([2, 2]);
  await remove();
  wait(30);
  await removeDeletedAnswers(harness.dependencies);
  expect([await answersTo(deleted), await answersTo(kept)]).toEqual([0, 2]);
});

test("answers that the ledger does not know are deleted with their question", async () => {
  await addSignups("brand_signups", 1);
  await query("delete from signup_count_changes");
  await remove();
  wait(30);
  await removeDeletedAnswers(harness.dependencies);
  expect([await answersTo(deleted), await answersTo(kept)]).toEqual([0, 1]);
});

test("a deletion can be undone for thirty seconds more after an extension, and not after its end", async () => {
  const extend = (id = deleted) =>
    harness.app.request(`/api/admin/questions/${id}/restoration/extension`, {
      method: "POST",
      headers: admin.headers,
    });
  expect((await extend()).status).toBe(404);
  await remove();
  wait(29);
  const answer = await extend();
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { restorableUntil: new Date(clock.getTime() + 30_000).toISOString() },
  ]);
  wait(29);
  await completeDeletions({ ...harness.dependencies, answers: signupAnswers });
  expect((await restore()).status).toBe(200);
  await remove();
  wait(30);
  expect((await extend()).status).toBe(409);
  expect((await extend("x")).status).toBe(400);
});

test("a deletion that fails halfway changes neither question nor answers", async () => {
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

describe("the undo of a deletion", () => {
  test("a restored question is in its old place, unchanged, with its answers", async () => {
    await addSignups("beta_signups", 3);
    await query("update questionnaire_items set version = 4, required = false where id = $1", [kept]);
    const { items } = await list();
    [kept, deleted] = [deleted, kept];
    await remove();
    expect(await list()).toMatchObject({
      items: [{ id: kept, orderPosition: 1 }],
      restorable: [{ id: deleted, question: "Gardée", orderPosition: 0.5, remainingMs: 30_000 }],
    });
    wait(29);
    const answer = await restore();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ ...items[0], lostCondition: false });
    expect(await list()).toEqual({ items, restorable: [] });
    wait(60);
    await removeDeletedAnswers(harness.dependencies);
    expect([await answersTo(deleted), await answersTo(kept)]).toEqual([3, 3]);
  });

  test("the counts of a restored question are right, also of answers that were folded, added and removed meanwhile", async () => {
    await query("update questionnaire_items set field_type = 'radio', options = '[\"oui\"]' where id = $1", [
      deleted,
    ]);
    await addSignups("beta_signups", 4);
    await foldCounts(harness.dependencies);
    await addSignups("brand_signups", 3);
    await remove();
    await query("delete from beta_signups where email = 'zoe1@example.fr'");
    await foldCounts(harness.dependencies);
    await query("delete from beta_signups where email = 'zoe2@example.fr'");
    await query("update brand_signups set status = 'approved' where email = 'zoe1@example.fr'");
    await restore();
    const counted = async () =>
      (await query("select * from answer_totals where question_id = $1 order by 1, 2, 3", [deleted])).rows;
    const values = await counted();
    expect(values.map(({ answer_value, count }) => `${answer_value}:${count}`)).toEqual([
      ":3",
      "a:3",
      "b:3",
      ":2",
      "a:2",
      "b:2",
    ]);
    await foldCounts(harness.dependencies);
    expect(await counted()).toEqual(values);
    await query("select public.rebuild_counts()");
    expect(await counted()).toEqual(values);
  });

  test("a second restore changes nothing, and several questions return to their places", async () => {
    const third = await addQuestion("Troisième");
    const { items } = await list();
    await remove();
    const first = deleted;
    deleted = kept;
    await remove();
    // The list of restorable questions has no order.
    expect(new Set((await list()).restorable.map(({ id }) => id))).toEqual(new Set([first, kept]));
    await Promise.all([restore(), restore()]);
    deleted = first;
    await restore();
    expect(await list()).toEqual({ items, restorable: [] });
    expect(items.map(({ id }) => id)).toEqual([kept, first, third]);
  });

  test("a process that is killed before the commit leaves the question deleted, and restorable", async () => {
    await addSignups("beta_signups", 3);
    await remove();
    await query(
      "alter table journal_entries add constraint broken check (action <> 'question.restored') not valid",
    );
    try {
      expect((await restore()).status).toBe(500);
    } finally {
      await query("alter table journal_entries drop constraint broken");
    }
    expect(await questionExists()).toBe(false);
    expect((await restore()).status).toBe(200);
    expect((await list()).items.map(({ answerCount }) => answerCount)).toEqual([3, 3]);
  });

  test("a deletion cannot be undone after 30 seconds, before and after upkeep", async () => {
    await addSignups("beta_signups", 3);
    await remove();
    wait(30);
    expect((await list()).restorable).toEqual([]);
    const late = await restore();
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ error: { message: questionMessages.restoredTooLate } });
    await removeDeletedAnswers(harness.dependencies);
    const later = await restore();
    expect(later.status).toBe(404);
    expect(await later.json()).toMatchObject({ error: { message: questionMessages.restoredTooLate } });
    expect([await questionExists(), await answersTo(deleted)]).toEqual([false, 0]);
  });

  test("a question that is restored during upkeep is either restored or deleted completely", async () => {
    await addSignups("beta_signups", 3);
    await remove();
    const later = { ...harness.dependencies, now: () => new Date(clock.getTime() + 30_000) };
    const [answer] = await Promise.all([restore(), removeDeletedAnswers(later)]);
    const isBack = await questionExists();
    expect(isBack).toBe(answer.status === 200);
    expect(await answersTo(deleted)).toBe(isBack ? 3 : 0);
  });
});

test("the job removes many answers, and continues where a killed process stopped", async () => {
  await addSignups("beta_signups", answersDeletedAtOnce);
  await addSignups("brand_signups", 20);
  expect((await remove()).status).toBe(200);
  expect(await questionExists()).toBe(false);
  wait(30);
  await completeDeletions({ ...harness.dependencies, answers: signupAnswers });
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

test("a round of upkeep ends even when many answers are left, and the next round continues", async () => {
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
  // A run that found both rows locked stopped early; the next run does the rest.
  await removeDeletedAnswers(harness.dependencies);
  expect([await answersTo(deleted), await answersTo(kept)]).toEqual([0, 0]);
  expect(await waitingRemovals()).toEqual([]);
});
