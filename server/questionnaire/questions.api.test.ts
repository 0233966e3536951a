import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ApiProblem } from "#contract/errors.ts";
import {
  type AdminQuestion,
  questionMessages,
  type SaveQuestionInput,
} from "#contract/questionnaire.schema.ts";
import { presentVersion } from "#test/support/present-version.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

let harness: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  harness = await createTestApp();
  admin = await harness.signIn();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.database.pool.query("delete from questionnaire_items");
  await harness.database.pool.query("delete from deleted_questions");
});

const choice: SaveQuestionInput = {
  question: "Quel est votre style ?",
  fieldType: "select",
  options: ["Chic", "Décontracté"],
  targetType: "user",
};

const call = (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = admin.headers,
) =>
  harness.app.request(`/api/admin/questions${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function add(values: Partial<SaveQuestionInput> = {}): Promise<AdminQuestion> {
  const answer = await call("POST", "", { ...choice, ...values });
  expect(answer.status).toBe(201);
  return (await answer.json()) as AdminQuestion;
}

/** Saves with the stored version, so that the save is never stale. */
const save = async (id: string, values: SaveQuestionInput) =>
  call("PUT", `/${id}`, {
    ...values,
    version: await presentVersion(async (path) => (await call("GET", path)).json(), `/${id}`),
  });

async function list(): Promise<AdminQuestion[]> {
  const answer = await call("GET", "");
  expect(answer.status).toBe(200);
  return itemsOf(answer);
}

const itemsOf = async (answer: Response) => ((await answer.json()) as { items: AdminQuestion[] }).items;
const problemOf = async (answer: Response) => ((await answer.json()) as ApiProblem).error;

const order = async () => (await list()).map(({ question, orderPosition }) => `${orderPosition} ${question}`);

async function journal(action: string) {
  const { rows } = await harness.database.pool.query(
    "select actor, subject from journal_entries where action = $1 order by id desc limit 1",
    [action],
  );
  return rows[0];
}

describe("the permissions of the questionnaire", () => {
  const id = randomUUID();
  const calls: [method: string, path: string, body?: unknown][] = [
    ["GET", ""],
    ["POST", "", choice],
    ["PUT", `/${id}`, { ...choice, version: 1 }],
    ["PATCH", `/${id}`, { active: false }],
    ["POST", `/${id}/move`, { direction: "up" }],
    ["POST", `/${id}/copy`],
    ["DELETE", `/${id}`],
    ["POST", `/${id}/restoration`],
    ["POST", `/${id}/restoration/extension`],
  ];

  test.each(calls)("a visitor may not %s %s", async (method, path, body) => {
    const answer = await call(method, path, body, { "content-type": "application/json" });
    expect(answer.status).toBe(401);
  });

  test.each(calls.slice(1))("a foreign page may not %s %s", async (method, path, body) => {
    const answer = await call(method, path, body, { ...admin.headers, origin: "https://elsewhere.example" });
    expect(answer.status).toBe(403);
  });

  test.each(calls.slice(2, -2))("%s %s answers 404 for an unknown id", async (method, path, body) => {
    const answer = await call(method, path, body);
    expect(answer.status).toBe(404);
    expect((await problemOf(answer)).message).toBe(questionMessages.notFound);
  });
});

describe("adding and changing", () => {
  test("a new question is added after the last one", async () => {
    await add({ question: "Première" });
    const second = await add({ question: "Deuxième" });
    expect(second).toMatchObject({ orderPosition: 2, required: true, active: true, answerCount: 0 });
    expect(await order()).toEqual(["1 Première", "2 Deuxième"]);
    expect(await journal("question.created")).toEqual({ actor: admin.admin.email, subject: second.id });
  });

  test("questions added at the same time get different places", async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => add({ question: `Question ${index}` })));
    const positions = (await list()).map(({ orderPosition }) => orderPosition);
    expect(positions).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  });

  test("wrong input is refused field by field and nothing is stored", async () => {
    const answer = await call("POST", "", {
      question: " ",
      fieldType: "select",
      targetType: "",
      surprise: 1,
    });
    expect(answer.status).toBe(400);
    expect((await problemOf(answer)).fields).toEqual({
      question: "La question est requise",
      options: "Au moins une option non vide est requise",
      targetType: "Le type de cible est requis",
      surprise: "Champ inconnu",
    });
    const withoutOptions = await call("POST", "", { ...choice, options: [] });
    expect(withoutOptions.status).toBe(400);
    expect((await problemOf(withoutOptions)).fields).toEqual({
      options: "Au moins une option non vide est requise",
    });
    expect(await list()).toEqual([]);
  });

  test("a body over the limit is refused", async () => {
    const answer = await call("POST", "", { ...choice, question: "x".repeat(70_000) });
    expect(answer.status).toBe(413);
  });

  test("a malformed id is refused", async () => {
    expect((await call("DELETE", "/42")).status).toBe(400);
  });

  test.each([
    ["a list", ["Non, merci", "Oui"]],
    ["the JSON text of a list", '["Non, merci", "Oui"]'],
  ])("options given as %s keep their commas, for editors and for visitors", async (_, options) => {
    const added = await add({ options });
    expect(added.options).toEqual(["Non, merci", "Oui"]);
    const asked = await harness.app.request("/api/questionnaire?audience=user");
    expect(await itemsOf(asked)).toMatchObject([{ options: ["Non, merci", "Oui"] }]);
  });

  test("a question changes its type and drops the options that it no longer needs", async () => {
    const { id, orderPosition } = await add();
    const answer = await save(id, {
      question: "Racontez",
      fieldType: "textarea",
      targetType: "both",
    });
    expect(answer.status).toBe(200);
    const [stored] = await list();
    expect(stored).toEqual({
      id,
      orderPosition,
      question: "Racontez",
      fieldType: "textarea",
      options: null,
      targetType: "both",
      required: true,
      active: true,
      showIf: null,
      answerCount: 0,
      version: 2,
    });
    expect(await journal("question.updated")).toEqual({ actor: admin.admin.email, subject: id });
  });

  test("a copy is inserted directly after its question, switched off, even beside a deleted question", async () => {
    const { id } = await add({ question: "A", required: false });
    const second = await add({ question: "B" });
    await call("DELETE", `/${second.id}`);
    const answer = await call("POST", `/${id}/copy`);
    expect(answer.status).toBe(201);
    const copy = (await answer.json()) as AdminQuestion;
    expect(copy).toMatchObject({
      ...choice,
      question: "Copie de A",
      required: false,
      active: false,
      orderPosition: 2,
    });
    expect(await journal("question.created")).toMatchObject({ subject: copy.id });
    await call("POST", `/${second.id}/restoration`);
    expect(await order()).toEqual(["1 A", "2 Copie de A", "3 B"]);
    const long = await add({ question: "x".repeat(500) });
    const longCopy = (await (await call("POST", `/${long.id}/copy`)).json()) as AdminQuestion;
    expect(longCopy.question).toHaveLength(500);
  });

  test("a question is switched off and on again", async () => {
    const { id } = await add();
    const off = await call("PATCH", `/${id}`, { active: false });
    expect(await off.json()).toMatchObject({ id, active: false });
    expect(await journal("question.deactivated")).toMatchObject({ subject: id });
    await call("PATCH", `/${id}`, { active: true });
    expect((await list())[0]).toMatchObject({ active: true });
    expect((await call("PATCH", `/${id}`, { active: "no" })).status).toBe(400);
  });

  test("every change of the questionnaire raises the revision that sign-ups are checked with", async () => {
    const revision = async () =>
      Number(
        (await harness.database.pool.query("select revision from questionnaire_state")).rows[0].revision,
      );
    const { id } = await add();
    let before = await revision();
    for (const [method, path, body] of [
      ["PUT", `/${id}`, { ...choice, version: 1 }],
      ["PATCH", `/${id}`, { active: false }],
      ["DELETE", `/${id}`, undefined],
    ] as const) {
      await call(method, path, body);
      expect(await revision()).toBeGreaterThan(before);
      before = await revision();
    }
  });
});

describe("moving", () => {
  const move = (id: string, direction: string, targetType?: string) =>
    call("POST", `/${id}/move`, { direction, ...(targetType && { targetType }) });

  test("moving a question swaps neighbours and numbers all questions from 1", async () => {
    const [first, second, third] = [
      await add({ question: "A" }),
      await add({ question: "B" }),
      await add({ question: "C" }),
    ];
    await call("DELETE", `/${first.id}`);
    expect(await order()).toEqual(["1 B", "2 C"]);
    const answer = await move(third.id, "up");
    expect(answer.status).toBe(200);
    const shown = (await itemsOf(answer)).map((item) => item.question);
    expect(shown).toEqual(["C", "B"]);
    expect(await order()).toEqual(["1 C", "2 B"]);
    expect(await journal("question.moved")).toMatchObject({ subject: third.id });
    await move(second.id, "up");
    expect(await order()).toEqual(["1 B", "2 C"]);
  });

  test("a move within the filtered list keeps the places of hidden questions", async () => {
    await add({ question: "A", targetType: "user" });
    await add({ question: "X", targetType: "brand" });
    const { id } = await add({ question: "B", targetType: "user" });
    await move(id, "up", "user");
    expect(await order()).toEqual(["1 B", "2 X", "3 A"]);
  });

  test("a question moves by several places, up to the end of the list", async () => {
    const { id } = await add({ question: "A" });
    for (const question of ["B", "C", "D"]) await add({ question });
    const steps = (count: number, direction: string) =>
      call("POST", `/${id}/move`, { direction, steps: count });
    await steps(2, "down");
    expect(await order()).toEqual(["1 B", "2 C", "3 A", "4 D"]);
    await steps(9, "up");
    expect(await order()).toEqual(["1 A", "2 B", "3 C", "4 D"]);
    expect((await steps(1, "up")).status).toBe(409);
    expect((await steps(0, "up")).status).toBe(400);
  });

  test("the first question does not move up, nor the last one down", async () => {
    const { id } = await add({ question: "A" });
    const up = await move(id, "up");
    expect(up.status).toBe(409);
    expect((await problemOf(up)).message).toBe(questionMessages.alreadyFirst);
    const down = await move(id, "down");
    expect(down.status).toBe(409);
    expect((await problemOf(down)).message).toBe(questionMessages.alreadyLast);
    expect((await move(id, "sideways")).status).toBe(400);
  });

  test("a failed move keeps the order", async () => {
    await add({ question: "A" });
    const { id } = await add({ question: "B" });
    const { pool } = harness.database;
    await pool.query(
      "alter table journal_entries add constraint broken check (action <> 'question.moved') not valid",
    );
    try {
      expect((await move(id, "up")).status).toBe(500);
    } finally {
      await pool.query("alter table journal_entries drop constraint broken");
    }
    expect(await order()).toEqual(["1 A", "2 B"]);
  });

  test("simultaneous moves, additions and deletions keep a valid order", async () => {
    const questions = await Promise.all(["A", "B", "C", "D", "E", "F"].map((question) => add({ question })));
    const [gone] = questions.splice(2, 1);
    const answers = await Promise.all([
      ...questions.flatMap(({ id }) => [move(id, "up"), move(id, "down"), move(id, "up")]),
      add({ question: "G" }),
      call("DELETE", `/${gone?.id}`),
    ]);
    const statuses = answers.filter((answer) => answer instanceof Response).map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 409].includes(status))).toEqual([]);
    const after = await list();
    expect(after.map(({ orderPosition }) => orderPosition)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(after.map(({ question }) => question).sort()).toEqual(["A", "B", "D", "E", "F", "G"]);
  });
});

describe("starting from a sample", () => {
  test("starting from a sample fills an empty questionnaire for both audiences with valid questions", async () => {
    const answer = await call("POST", "/sample");
    expect(answer.status).toBe(201);
    const { items } = (await answer.json()) as { items: AdminQuestion[] };
    expect(items.map(({ targetType }) => targetType)).toEqual(["user", "user", "user", "brand", "both"]);
    expect(items.map(({ orderPosition }) => orderPosition)).toEqual([1, 2, 3, 4, 5]);
    expect(items.every(({ active }) => active)).toBe(true);
    for (const { question, fieldType, options, targetType } of items) {
      expect((await add({ question, fieldType, options, targetType })).options).toEqual(options);
    }
  });

  test("a start from a sample is refused when there are questions, also for the second of two simultaneous calls", async () => {
    const both = await Promise.all([call("POST", "/sample"), call("POST", "/sample")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const { rows } = await harness.database.pool.query("select count(*)::int from questionnaire_items");
    expect(rows).toEqual([{ count: 5 }]);
  });
});
