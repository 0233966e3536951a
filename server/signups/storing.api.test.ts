import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Db } from "#server/lib/database/database.ts";
import { createMailboxKey } from "#server/mail/sending/mailbox-key.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { insertSignups, type Submission } from "./signups.queries.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.db.execute(sql`delete from beta_signups`));
afterAll(() => database.close());

const submission = (email: string): Submission => ({
  signup: {
    id: randomUUID(),
    firstname: "A",
    name: "B",
    email,
    disposableEmail: false,
    website: null,
    responses: {},
    emailHash: "",
    textsVersion: "v",
    newsConsent: false,
  },
  form: { token: null, confirmationDelaySeconds: 0 },
  mailboxKey: createMailboxKey("a secret of this test")(email),
});

async function store(db: Db, emails: string[], revision?: number): Promise<number> {
  const { rows } = await db.execute<{ revision: number }>(sql`select revision from questionnaire_state`);
  const stored = await insertSignups(db, "user", revision ?? rows[0]?.revision ?? -1, emails.map(submission));
  return stored.size;
}

const emails = Array.from({ length: 200 }, (_, index) => `p${String(index).padStart(3, "0")}@exemple.fr`);

test("rows are inserted in the order of their addresses, however they came", async () => {
  await database.db.execute(sql`truncate beta_signups`); // in a new file the places of rows tell their order
  await store(database.db, emails.toReversed());
  const { rows } = await database.db.execute<{ email: string }>(
    sql`select email from beta_signups order by ctid`,
  );
  expect(rows.map(({ email }) => email)).toEqual(emails);
});

test("two batches with the same addresses in opposite orders store each of them once", async () => {
  for (let round = 0; round < 5; round += 1) {
    await database.db.execute(sql`delete from beta_signups`);
    const counts = await Promise.all([store(database.db, emails), store(database.db, emails.toReversed())]);
    expect(counts.reduce((total, count) => total + count)).toBe(emails.length);
  }
});

test("with another revision than the questionnaire's nothing is stored", async () => {
  expect(await store(database.db, ["zoe@exemple.fr"], -1)).toBe(0);
});

// The embedded database serves one transaction at a time: they cannot overlap.
test.runIf(process.env.TEST_DATABASE_URL)(
  "a change of the questionnaire waits for sign-ups that were checked against it",
  async () => {
    await database.db.transaction(async (tx) => {
      expect(await store(tx, ["zoe@exemple.fr"])).toBe(1);
      const editor = database.pool.query(
        "select from questionnaire_state where id = 1 for no key update nowait",
      );
      await expect(editor).rejects.toMatchObject({ code: "55P03" });
    });
  },
);
