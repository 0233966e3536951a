import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiProblem } from "#contract/errors.ts";
import type {
  AdminQuestion,
  RestoredQuestion,
  SaveQuestionInput,
  UpdateQuestionInput,
} from "#contract/questionnaire.schema.ts";
import type { Question } from "#contract/questionnaire.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

let harness: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  harness = await createTestApp({ config: { signupLimitPerMinute: 0 } });
  admin = await harness.signIn();
});
afterAll(() => harness.close());

const call = (method: string, path: string, body?: unknown) =>
  harness.app.request(`/api/admin/questions${path}`, {
    method,
    headers: admin.headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const read = async <Body>(answer: Response, status = 200): Promise<Body> => {
  expect(answer.status).toBe(status);
  return (await answer.json()) as Body;
};
const add = async (values: Partial<SaveQuestionInput>) =>
  read<AdminQuestion>(
    await call("POST", "", { fieldType: "select", options: ["Lin", "Soie"], targetType: "user", ...values }),
    201,
  );
const when = (questionId: string, value = "Lin") => ({
  match: "all" as const,
  rules: [{ questionId, op: "is" as const, value }],
});
const inputOf = ({ id, answerCount, orderPosition, ...values }: AdminQuestion) => values;
const save = async (question: AdminQuestion, values: Partial<UpdateQuestionInput>) =>
  call("PUT", `/${question.id}`, { ...inputOf(question), ...values });
const refusal = async (answer: Response, status: number) => (await read<ApiProblem>(answer, status)).error;

let fabric: AdminQuestion;
let care: AdminQuestion;
beforeEach(async () => {
  await harness.database.pool.query("delete from questionnaire_items");
  await harness.database.pool.query("delete from deleted_questions");
  fabric = await add({ question: "Matière ?" });
  care = await add({ question: "Entretien ?", fieldType: "text", showIf: when(fabric.id) });
});

test("visitors get a question with its condition", async () => {
  const answer = await harness.app.request("/api/questionnaire?audience=user");
  const { items } = await read<{ items: Question[] }>(answer);
  expect(items.map(({ showIf }) => showIf)).toEqual([null, when(fabric.id)]);
});

test("a condition on a later question, on an unknown option or without rules is refused beside its field", async () => {
  const problems = [
    await save(fabric, { showIf: when(care.id) }),
    await save(care, { showIf: when(fabric.id, "Laine") }),
    await save(care, { showIf: { match: "all", rules: [] } }),
  ];
  for (const answer of problems) {
    const { fields } = await refusal(answer, 400);
    expect(Object.keys(fields ?? {})[0]).toMatch(/^showIf/);
  }
});

test("a save that leaves the condition out keeps it", async () => {
  const { showIf, ...values } = inputOf(care);
  expect(await read<AdminQuestion>(await call("PUT", `/${care.id}`, values))).toMatchObject({
    showIf: when(fabric.id),
  });
});

test("a renamed option is renamed in the conditions that name it, in the same save", async () => {
  const renamedOptions = [{ from: "Lin", to: "Lin lavé" }];
  await read(await save(fabric, { options: ["Lin lavé", "Soie"], renamedOptions }));
  const { items } = await read<{ items: AdminQuestion[] }>(await call("GET", ""));
  expect(items[1]).toMatchObject({ showIf: when(fabric.id, "Lin lavé"), version: care.version + 1 });
});

test("an option that replaces a removed one is no new name of it", async () => {
  const { fields } = await refusal(await save(fabric, { options: ["Coton", "Soie"] }), 400);
  expect(fields).toMatchObject({ options: expect.stringMatching(/l’option «\sLin\s»/) });
});

test("two options exchange their names in one save", async () => {
  const renamedOptions = [
    { from: "Lin", to: "Soie" },
    { from: "Soie", to: "Lin" },
  ];
  await read(await save(fabric, { options: ["Soie", "Lin"], renamedOptions }));
  const { items } = await read<{ items: AdminQuestion[] }>(await call("GET", ""));
  expect(items.map(({ options, showIf }) => options ?? showIf)).toEqual([
    ["Soie", "Lin"],
    when(fabric.id, "Soie"),
  ]);
});

test("a renamed option must have been an option, must be one now, and is named once", async () => {
  const [linen, silk] = [
    { from: "Lin", to: "Lin lavé" },
    { from: "Soie", to: "Satin" },
  ];
  for (const renamedOptions of [
    [{ from: "Laine", to: "Lin lavé" }],
    [{ from: "Lin", to: "Laine" }],
    [linen, { from: "Lin", to: "Satin" }],
    [linen, { from: "Soie", to: "Lin lavé" }],
    [linen, silk, linen],
  ]) {
    const { fields } = await refusal(
      await save(fabric, { options: ["Lin lavé", "Satin"], renamedOptions }),
      400,
    );
    expect(Object.keys(fields ?? {})[0], JSON.stringify(renamedOptions)).toMatch(/^renamedOptions/);
  }
  await read(await save(fabric, { options: ["Lin lavé", "Satin"], renamedOptions: [linen, silk] }));
});

test("a question that another question depends on must keep its option, type and audience", async () => {
  const refused = async (values: Partial<SaveQuestionInput>) =>
    (await refusal(await save(fabric, values), 400)).fields;
  const name = "« Entretien ? » dépend de";
  expect(await refused({ options: ["Soie"] })).toMatchObject({ options: expect.stringContaining(name) });
  expect(await refused({ fieldType: "text" })).toMatchObject({ fieldType: expect.stringContaining(name) });
  expect(await refused({ targetType: "brand" })).toMatchObject({ targetType: expect.stringContaining(name) });
  expect(await refused({ active: false })).toMatchObject({ active: expect.stringContaining(name) });
});

test("a question that another question depends on cannot be switched off, deleted or moved after it", async () => {
  const sentence = async (answer: Response) => (await refusal(answer, 409)).message;
  const path = `/${fabric.id}`;
  expect(await sentence(await call("PATCH", path, { active: false }))).toContain("doit rester active");
  expect(await sentence(await call("DELETE", path))).toContain("« Entretien ? » dépend d’une question");
  expect(await sentence(await call("POST", `${path}/move`, { direction: "down" }))).toContain(
    "vient après elle",
  );
  const { items } = await read<{ items: AdminQuestion[] }>(await call("GET", ""));
  expect(items.map(({ question, active }) => [question, active])).toEqual([
    ["Matière ?", true],
    ["Entretien ?", true],
  ]);
});

test("a deleted question is restored with its condition, after the question that it depends on is restored", async () => {
  await read(await call("DELETE", `/${care.id}`));
  await read(await call("DELETE", `/${fabric.id}`));
  const { message } = await refusal(await call("POST", `/${care.id}/restoration`), 409);
  expect(message).toContain("rétablissez celle-ci");
  await read(await call("POST", `/${fabric.id}/restoration`));
  const restored = await read<AdminQuestion>(await call("POST", `/${care.id}/restoration`));
  expect(restored.showIf).toEqual(when(fabric.id));
});

test("a deleted question is restored with the new name of the option that its condition names", async () => {
  await read(await call("DELETE", `/${care.id}`));
  const renamedOptions = [{ from: "Lin", to: "Lin lavé" }];
  await read(await save(fabric, { options: ["Lin lavé", "Soie"], renamedOptions }));
  expect(await read(await call("POST", `/${care.id}/restoration`))).toMatchObject({
    showIf: when(fabric.id, "Lin lavé"),
    active: true,
    lostCondition: false,
  });
});

test("a deleted question whose condition no longer fits is restored, switched off and without it", async () => {
  await read(await call("DELETE", `/${care.id}`));
  await read(await save(fabric, { options: ["Soie"] }));
  const restored = await read<RestoredQuestion>(await call("POST", `/${care.id}/restoration`));
  expect(restored).toMatchObject({ showIf: null, active: false, lostCondition: true });
  const { items } = await read<{ items: AdminQuestion[] }>(await call("GET", ""));
  expect(items.map(({ question }) => question)).toEqual(["Matière ?", "Entretien ?"]);
});

test("a question is restored without its condition once the question that it depends on is gone for good", async () => {
  await read(await call("DELETE", `/${care.id}`));
  await read(await call("DELETE", `/${fabric.id}`));
  await harness.database.pool.query("delete from deleted_questions where question_id = $1", [fabric.id]);
  const restored = await read<RestoredQuestion>(await call("POST", `/${care.id}/restoration`));
  expect(restored).toMatchObject({ showIf: null, active: false, lostCondition: true });
});

test("a copy has the condition of its original", async () => {
  expect(await read<AdminQuestion>(await call("POST", `/${care.id}/copy`), 201)).toMatchObject({
    showIf: when(fabric.id),
    active: false,
  });
});

test("a sign-up stores no answer to a question whose condition does not hold", async () => {
  const post = (email: string, responses: Record<string, string>) =>
    harness.app.request("/api/signups/user", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ firstname: "Zoé", name: "Martin", email, responses }),
    });
  await read(await post("soie@exemple.fr", { [fabric.id]: "Soie", [care.id]: "À la main" }), 201);
  await read(await post("lin@exemple.fr", { [fabric.id]: "Lin", [care.id]: "À la main" }), 201);
  const { fields } = await refusal(await post("sans@exemple.fr", { [fabric.id]: "Lin" }), 400);
  expect(fields).toHaveProperty(`responses.${care.id}`);
  const { rows } = await harness.database.pool.query(
    "select email, responses from beta_signups order by email",
  );
  expect(rows).toEqual([
    { email: "lin@exemple.fr", responses: { [fabric.id]: "Lin", [care.id]: "À la main" } },
    { email: "soie@exemple.fr", responses: { [fabric.id]: "Soie" } },
  ]);
});
