import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { questionnaireItems } from "#db/schema.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";

let context: TestApp;

beforeAll(async () => {
  context = await createTestApp();
});

afterAll(() => context.close());

beforeEach(async () => {
  await context.db.delete(questionnaireItems);
});

async function questionsOf(audience: string): Promise<string[]> {
  const answer = await context.app.request(`/api/questionnaire?audience=${audience}`);
  expect(answer.status).toBe(200);
  const { items } = (await answer.json()) as { items: { question: string }[] };
  return items.map(({ question }) => question);
}

test("each audience is asked its active questions in order", async () => {
  await context.db.insert(questionnaireItems).values([
    { question: "both", orderPosition: 3, targetType: "both" },
    { question: "user", orderPosition: 2, targetType: "user" },
    { question: "brand", orderPosition: 1, targetType: "brand" },
    { question: "off", orderPosition: 4, targetType: "both", active: false },
  ]);
  expect(await questionsOf("user")).toEqual(["user", "both"]);
  expect(await questionsOf("brand")).toEqual(["brand", "both"]);
});

test("a change of a question is visible immediately", async () => {
  expect(await questionsOf("user")).toEqual([]);
  await context.db.insert(questionnaireItems).values({ question: "new", orderPosition: 1 });
  expect(await questionsOf("user")).toEqual(["new"]);
  await context.db.update(questionnaireItems).set({ active: false });
  expect(await questionsOf("user")).toEqual([]);
});

test("options that are stored as a JSON string are a list", async () => {
  const options = sql`to_jsonb('["Oui", "Non"]'::text)`;
  await context.db
    .insert(questionnaireItems)
    .values({ question: "?", orderPosition: 1, fieldType: "radio", options });
  const answer = await context.app.request("/api/questionnaire?audience=user");
  expect(await answer.json()).toMatchObject({ items: [{ options: ["Oui", "Non"] }] });
});

test.each(["", "?audience=all", "?audience=user&x=1"])("the query %j is refused", async (query) => {
  const answer = await context.app.request(`/api/questionnaire${query}`);
  expect(answer.status).toBe(400);
});
