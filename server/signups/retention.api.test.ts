import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { deleteInactiveSignups } from "./retention.service.ts";
import { createSignupEvents } from "./signup-events.ts";

let database: TestDatabase;
const now = () => new Date("2026-06-15T10:00:00Z");

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

// registre: 28
test("a limited sign-up is kept beyond a year", async () => {
  await database.db.execute(sql`
    insert into beta_signups (name, firstname, email, created_at, limited_at)
    values ('a', 'A', 'limitee@exemple.fr', '2020-01-01', '2020-02-01')`);
  await deleteInactiveSignups({ db: database.db, now, events: createSignupEvents([]) });
  const { rows } = await database.db.execute(sql`delete from beta_signups returning email`);
  expect(rows).toEqual([{ email: "limitee@exemple.fr" }]);
});

// registre: 5
test("a sign-up is deleted one year after its last event, not before", async () => {
  await database.db.execute(sql`
    insert into beta_signups (name, firstname, email, created_at, decided_at) values
      ('a', 'A', 'oubliee@exemple.fr', '2025-06-15T09:59:00Z', null),
      ('a', 'A', 'ancienne-decision@exemple.fr', '2025-01-01', '2025-06-14'),
      ('a', 'A', 'decidee-depuis@exemple.fr', '2025-01-01', '2025-06-16'),
      ('a', 'A', 'recente@exemple.fr', '2025-06-15T10:01:00Z', null)`);
  await database.db.execute(sql`
    insert into brand_signups (name, firstname, email, website, created_at)
    values ('m', 'M', 'marque@exemple.fr', 'https://m.example', '2024-01-01')`);
  const deleted: string[] = [];
  const listener = {
    deleted: async (
      _tx: unknown,
      { audience, signups }: { audience: string; signups: { email: string }[] },
    ) => {
      deleted.push(...signups.map(({ email }) => `${audience} ${email}`));
    },
  };
  const events = createSignupEvents([listener]);

  await deleteInactiveSignups({ db: database.db, now, events });
  await deleteInactiveSignups({ db: database.db, now, events });

  const { rows } = await database.db.execute(
    sql`select email from beta_signups union all select email from brand_signups order by email`,
  );
  expect(rows.map(({ email }) => email)).toEqual(["decidee-depuis@exemple.fr", "recente@exemple.fr"]);
  expect(deleted.toSorted()).toEqual([
    "brand marque@exemple.fr",
    "user ancienne-decision@exemple.fr",
    "user oubliee@exemple.fr",
  ]);
  const entries = await database.db.execute(
    sql`select details ->> 'count' as count from journal_entries where action = 'signups.expired' order by id`,
  );
  expect(entries.rows).toEqual([{ count: "2" }, { count: "1" }]);
});

test("a decision during the deletion keeps its sign-up", async () => {
  const { db, pool } = database;
  await db.execute(sql`delete from beta_signups`);
  await db.execute(sql`
    insert into beta_signups (name, firstname, email, created_at) values
      ('a', 'A', 'oubliee@exemple.fr', '2024-01-01'), ('a', 'A', 'decidee@exemple.fr', '2024-01-02')`);
  const admin = await pool.connect();
  await admin.query("begin");
  await admin.query(
    "update beta_signups set status = 'approved', decided_at = '2026-06-15' where email = 'decidee@exemple.fr'",
  );
  const deletion = deleteInactiveSignups({ db, now, events: createSignupEvents([]) });
  // Gives the deletion time to choose its rows.
  await new Promise((done) => setTimeout(done, 300));
  await admin.query("commit");
  admin.release();
  await deletion;
  const { rows } = await db.execute(sql`select email, status from beta_signups`);
  expect(rows).toEqual([{ email: "decidee@exemple.fr", status: "approved" }]);
});
