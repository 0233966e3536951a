import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fieldTypes, isChoice } from "#contract/questions/registry.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const insertQuestion = (fieldType: string, position: number) =>
  database.db.execute(sql`insert into questionnaire_items (question, field_type, order_position)
    values ('Question', ${fieldType}, ${position})`);

test("SQL and the contract agree on which types are choices", async () => {
  const { rows } = await database.pool.query(
    "select type, is_choice(type) as choice from unnest($1::text[]) with ordinality as t (type, at) order by at",
    [fieldTypes],
  );
  expect(rows).toEqual(fieldTypes.map((type) => ({ type, choice: isChoice(type) })));
});

test("the database takes questions of every type of the contract, and of no other", async () => {
  for (const [index, fieldType] of fieldTypes.entries()) await insertQuestion(fieldType, index + 1);
  const refusal = await insertQuestion("inconnu", 99).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ cause: { constraint: "questionnaire_items_field_type_check" } });
});
