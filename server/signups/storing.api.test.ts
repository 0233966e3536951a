import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { limits } from "#contract/limits.ts";
import { sourceText, type VisitSource } from "#contract/sources.ts";
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

const submission = (
  email: string,
  source: VisitSource | null = null,
  referral: Submission["referral"] = null,
): Submission => ({
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
    source,
  },
  form: { token: null, confirmationDelaySeconds: 0 },
  mailboxKey: createMailboxKey("a secret of this test")(email),
  referral,
});

const store = (db: Db, emails: string[], revision?: number) =>
  storeAll(
    db,
    emails.map((email) => submission(email)),
    revision,
  );

async function storeAll(db: Db, submissions: Submission[], revision?: number): Promise<number> {
  const { rows } = await db.execute<{ revision: number }>(sql`select revision from questionnaire_state`);
  const stored = await insertSignups(db, "user", revision ?? rows[0]?.revision ?? -1, submissions);
  return stored.size;
}

const emails = Array.from({ length: 200 }, (_, index) => `p${String(index).padStart(3, "0")}@exemple.fr`);

test("rows are inserted in the order of their addresses, regardless of their arrival", async () => {
  await database.db.execute(sql`truncate beta_signups`); // in an empty table the places of rows show their order
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

test("a sign-up that was checked against an old revision of the questionnaire is not stored", async () => {
  expect(await store(database.db, ["zoe@exemple.fr"], -1)).toBe(0);
});

const from = (source: string, campaign = ""): VisitSource => ({ source, medium: "", campaign });
const sourcesOf = async () => {
  const { rows } = await database.db.execute<VisitSource>(
    sql`select source, medium, campaign from beta_signups join sources on sources.id = source_id order by email`,
  );
  return rows.map(sourceText);
};

test("a sign-up is stored with the source of its visit, and without a source when the form names none", async () => {
  const given = [from("instagram"), from("instagram", "mai"), from("instagram"), null];
  await storeAll(
    database.db,
    given.map((source, index) => submission(`s${index}@exemple.fr`, source)),
  );
  expect(await sourcesOf()).toEqual(["instagram", "instagram · mai", "instagram"]);
  const { rows } = await database.db.execute(sql`select source_id from beta_signups where source_id is null`);
  expect(rows).toHaveLength(1);
});

test("two batches that bring the same new sources in opposite orders are both stored", async () => {
  const batch = (prefix: string, numbers: number[]) =>
    numbers.map((number) => submission(`${prefix}${number}@exemple.fr`, from(`nouvelle-${number}`)));
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  const counts = await Promise.all([
    storeAll(database.db, batch("a", numbers)),
    storeAll(database.db, batch("b", numbers.toReversed())),
  ]);
  expect(counts).toEqual([50, 50]);
});

test("the first 500 new sources of a day are kept, further sources count as 'autres', and known ones keep their name", async () => {
  const { rows } = await database.db.execute<{ count: number }>(
    sql`select count(*)::int as count from sources`,
  );
  const free = limits.newSourcesPerDay - (rows[0]?.count ?? 0);
  await database.db.execute(
    sql`select source_id('robot-' || number, '', '') from generate_series(1, ${free - 1}) as number`,
  );
  const given = ["derniere", "de-trop", "de-trop-aussi", "instagram"].map((source) => from(source));
  await storeAll(
    database.db,
    given.map((source, index) => submission(`s${index}@exemple.fr`, source)),
  );
  expect(await sourcesOf()).toEqual(["derniere", "autres", "autres", "instagram"]);
  await database.db.execute(sql`update sources set created_on = created_on - 1`);
  await storeAll(database.db, [submission("t@exemple.fr", from("du-lendemain"))]);
  expect(await sourcesOf()).toContain("du-lendemain");
});

// The embedded database runs one transaction at a time, so the transactions cannot overlap.
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

test("a thousand sign-ups that one script sends with one code are held for review, also in concurrent batches", async () => {
  const execute = <Row extends Record<string, unknown>>(text: string) =>
    database.db.execute<Row>(sql.raw(text)).then(({ rows }) => rows);
  await execute("delete from referral_codes");
  await store(database.db, ["marraine@exemple.fr"]);
  await execute(`insert into referral_codes (signup_id, audience, code, mailbox_key)
    select id, 'user', '0123456789', 'her mailbox' from beta_signups`);
  const scripted = Array.from({ length: 1_000 }, (_, index) =>
    submission(`robot${index}@exemple.fr`, null, {
      code: "0123456789",
      deviceKey: `browser ${index}`,
      networkKey: "one network",
    }),
  );
  const stored = await Promise.all(
    [0, 250, 500, 750].map(async (first) => {
      let count = 0;
      for (let begin = first; begin < first + 250; begin += 10)
        count += await storeAll(database.db, scripted.slice(begin, begin + 10));
      return count;
    }),
  );
  expect(stored).toEqual([250, 250, 250, 250]);
  await execute("update beta_signups set confirmed_at = now()");
  const reasons = await execute("select held_for, count(*)::int as count from referrals group by held_for");
  expect(reasons).toEqual([{ held_for: "network", count: 1_000 }]);
  expect(await execute("select * from friend_counts()")).toEqual([]);
});
