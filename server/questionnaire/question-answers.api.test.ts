import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type AdminQuestion,
  questionMessages,
  type SaveQuestionInput,
} from "#contract/questionnaire.schema.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

let harness: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  harness = await createTestApp();
  admin = await harness.signIn();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await emptyTables(harness.database, "questionnaire_items, beta_signups, brand_signups");
});

const call = (path: string, init: RequestInit = {}) =>
  harness.app.request(`/api/admin/questions${path}`, { headers: admin.headers, ...init });

async function add(values: Partial<SaveQuestionInput>): Promise<AdminQuestion> {
  const body = JSON.stringify({ question: "Votre matière ?", targetType: "both", ...values });
  return (await (await call("", { method: "POST", body })).json()) as AdminQuestion;
}

/** Stores one sign-up for each of these answers. */
async function answer(
  id: string,
  table: "beta_signups" | "brand_signups",
  answers: unknown[],
): Promise<void> {
  const website = table === "brand_signups";
  for (const given of answers) {
    await harness.database.pool.query(
      `insert into ${table} (firstname, name, email, responses${website ? ", website" : ""})
       values ('Lou', 'Petit', $1, jsonb_build_object($2::text, $3::jsonb)${website ? ", 'atelier.example'" : ""})`,
      [`${randomUUID()}@exemple.fr`, id, JSON.stringify(given)],
    );
  }
}

async function counts(id: string): Promise<unknown> {
  const response = await call(`/${id}/answers`);
  expect(response.status).toBe(200);
  return response.json();
}

test("only administrators read the counts, and only of existing questions", async () => {
  const { id } = await add({ fieldType: "text" });
  expect((await call(`/${id}/answers`, { headers: {} })).status).toBe(401);
  expect((await call("/none/answers")).status).toBe(400);
  const gone = await call(`/${randomUUID()}/answers`);
  expect(gone.status).toBe(404);
  expect(await gone.json()).toMatchObject({ error: { message: questionMessages.notFound } });
});

test("a question without answers has no counts", async () => {
  const { id } = await add({ fieldType: "radio", options: ["Lin", "Laine"] });
  expect(await counts(id)).toEqual({ total: 0, byAudience: { user: 0, brand: 0 }, options: [] });
});

test("each option shows how many sign-ups of both audiences chose it, most chosen first", async () => {
  const { id } = await add({ fieldType: "radio", options: ["Laine", "Lin", "Soie"] });
  await answer(id, "beta_signups", ["Lin", "Lin", "Laine"]);
  await answer(id, "brand_signups", ["Lin"]);
  const options = [
    { value: "Lin", count: 3 },
    { value: "Laine", count: 1 },
  ];
  expect(await counts(id)).toEqual({ total: 4, byAudience: { user: 3, brand: 1 }, options });
});

test("each of several choices is counted, and their sign-up is counted once", async () => {
  const { id } = await add({ fieldType: "checkbox", options: ["Laine", "Lin"] });
  await answer(id, "beta_signups", [["Lin", "Laine"], ["Lin"]]);
  const options = [
    { value: "Lin", count: 2 },
    { value: "Laine", count: 1 },
  ];
  expect(await counts(id)).toEqual({ total: 2, byAudience: { user: 2, brand: 0 }, options });
});

test("free texts are counted together", async () => {
  const { id } = await add({ fieldType: "text" });
  await answer(id, "beta_signups", ["Lin", "Autre chose"]);
  expect(await counts(id)).toEqual({ total: 2, byAudience: { user: 2, brand: 0 }, options: [] });
});

test("a renamed option keeps its answers under the old wording", async () => {
  const { id, version } = await add({ fieldType: "radio", options: ["Lin"] });
  await answer(id, "beta_signups", ["Lin"]);
  const values = {
    question: "Votre matière ?",
    targetType: "both",
    fieldType: "radio",
    options: ["Lin lavé"],
    renamedOptions: [{ from: "Lin", to: "Lin lavé" }],
  };
  const saved = await call(`/${id}`, { method: "PUT", body: JSON.stringify({ ...values, version }) });
  expect(saved.status).toBe(200);
  await answer(id, "beta_signups", ["Lin lavé", "Lin lavé"]);
  const options = [
    { value: "Lin lavé", count: 2 },
    { value: "Lin", count: 1 },
  ];
  expect(await counts(id)).toEqual({ total: 3, byAudience: { user: 3, brand: 0 }, options });
});

test("answers of an audience that is no longer asked are kept and counted, before and after the ledger folds", async () => {
  const { id, version } = await add({ fieldType: "radio", options: ["Lin"] });
  await answer(id, "beta_signups", ["Lin"]);
  await answer(id, "brand_signups", ["Lin", "Lin"]);
  const change = { question: "Votre matière ?", targetType: "user", fieldType: "radio", options: ["Lin"] };
  const saved = await call(`/${id}`, { method: "PUT", body: JSON.stringify({ ...change, version }) });
  expect(saved.status).toBe(200);
  const counted = {
    total: 3,
    byAudience: { user: 1, brand: 2 },
    options: [{ value: "Lin", count: 3 }],
  };
  expect(await counts(id)).toEqual(counted);
  await harness.database.pool.query("select public.fold_counts(1000)");
  expect(await counts(id)).toEqual(counted);
});

test("people who limited the use of their data count as respondents, and not for the options, which only statistics show", async () => {
  const { id } = await add({ fieldType: "radio", options: ["Lin"] });
  await answer(id, "beta_signups", ["Lin"]);
  await answer(id, "brand_signups", ["Lin"]);
  await harness.database.pool.query("update brand_signups set limited_at = now()");
  expect(await counts(id)).toEqual({
    total: 2,
    byAudience: { user: 1, brand: 1 },
    options: [{ value: "Lin", count: 1 }],
  });
});
