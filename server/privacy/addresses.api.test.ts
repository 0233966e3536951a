import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { onlyRow } from "#server/lib/database/sql.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { createAddresses } from "./addresses.service.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test.each([
  "zoe@exemple.fr",
  "Zoe.Martin+mode@Exemple.FR",
  "zoé@exemple.fr",
  "É@exemple.fr",
  `${"x".repeat(64)}@exemple.fr`,
])("the database and the server make the same hash of %s", async (email) => {
  const { hash } = await onlyRow(
    database.db,
    z.object({ hash: z.string() }),
    sql`select address_hash(${email}) as hash`,
  );
  expect(hash).toMatch(/^[\w-]{22}$/);
  expect(await createAddresses(database.db).hash(email)).toBe(hash);
});

test("sign-ups and messages have the hash of their address in any spelling, and a new address gets a new hash", async () => {
  const { rows } = await database.pool.query(
    `with s as (insert into beta_signups (name, firstname, email) values ('M', 'Z', 'Zoe@exemple.fr') returning email_hash),
       l as (insert into email_log (recipient_email, subject, email_type) values ('zoe@exemple.fr', 'x', 'test') returning recipient_hash)
     select s.email_hash = l.recipient_hash and s.email_hash = address_hash('zoe@exemple.fr') as same from s, l`,
  );
  expect(rows).toEqual([{ same: true }]);
  const changed = await database.pool.query(
    "update beta_signups set email = 'lea@exemple.fr' returning email_hash = address_hash('lea@exemple.fr') as same",
  );
  expect(changed.rows).toEqual([{ same: true }]);
});

// registre: 40
test("an unsubscribe link is read back, but not a cut, changed or foreign link", async () => {
  const addresses = createAddresses(database.db);
  const hash = await addresses.hash("zoe@exemple.fr");
  const token = await addresses.unsubscribeToken(hash);
  expect(token).toHaveLength(38);
  expect(await addresses.readUnsubscribeToken(token)).toBe(hash);
  for (const wrong of [
    "",
    token.slice(1),
    `${token}A`,
    token.replace(/.$/, (end) => (end === "A" ? "Q" : "A")),
  ]) {
    expect(await addresses.readUnsubscribeToken(wrong), wrong).toBeNull();
  }
});
