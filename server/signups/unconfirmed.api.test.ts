import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";
import { remindAndDeleteUnconfirmed } from "./retention.service.ts";

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const start = new Date("2026-03-01T10:00:00Z");

let harness: TestApp;
let now = start;

beforeAll(async () => {
  harness = await createTestApp({ now: () => now });
});
beforeEach(async () => {
  now = start;
  await emptyTables(
    harness.database,
    "beta_signups, brand_signups, consents, email_log, email_settings, suppressions",
  );
  await query("delete from journal_entries");
  await query("update email_templates set is_active = true");
  await query(
    `insert into email_settings (sender_name, sender_email, simulation_mode, delete_unconfirmed)
     values ('Tenue', 'bonjour@tenue.example', false, true)`,
  );
  await query(
    `insert into beta_signups (name, firstname, email, created_at, confirmed_at, status, limited_at) values
       ('a', 'A', 'muette@exemple.fr', $1, null, 'pending', null),
       ('a', 'A', 'confirmee@exemple.fr', $1, $1, 'pending', null),
       ('a', 'A', 'decidee@exemple.fr', $1, null, 'approved', null),
       ('a', 'A', 'limitee@exemple.fr', $1, null, 'pending', $1)`,
    [start],
  );
});
afterAll(() => harness.close());

const query = async (text: string, values: unknown[] = []) =>
  (await harness.database.pool.query(text, values)).rows;
const emails = async (sql: string) => (await query(sql)).map(({ email }) => email);
const left = () => emails("select email from beta_signups order by email");
const written = () =>
  emails("select recipient_email as email from email_log where recipient_email <> '' order by 1");

async function followUpAt(time: number): Promise<void> {
  now = new Date(start.getTime() + time);
  const { dependencies } = harness;
  await remindAndDeleteUnconfirmed({ ...dependencies, now: () => now });
}

/** All messages that wait leave now. */
const letMailLeave = () =>
  query("update email_log set status = 'sent', departed_at = $1 where status = 'pending'", [now]);

const everybody = ["confirmee@exemple.fr", "decidee@exemple.fr", "limitee@exemple.fr", "muette@exemple.fr"];

// registre: 34
test("the setting reminds an unconfirmed sign-up after 48 hours and deletes it after 30 days", async () => {
  await followUpAt(48 * hour - 1);
  expect(await written()).toEqual([]);
  await followUpAt(48 * hour + 1);
  await followUpAt(5 * day);
  expect(await written()).toEqual(["muette@exemple.fr"]);
  now = new Date(start.getTime() + 48 * hour + 1);
  await letMailLeave();
  await followUpAt(30 * day - 1);
  expect(await left()).toEqual(everybody);
  await followUpAt(30 * day + 2);
  expect(await left()).toEqual(everybody.slice(0, 3));
  expect(
    await query("select details from journal_entries where action = 'signups.unconfirmed_deleted'"),
  ).toEqual([{ details: { audience: "user", count: 1 } }]);
  expect(await written(), "what is known of that address goes with it").toEqual([]);
});

test("the setting, just switched on, reminds old sign-ups before it deletes any", async () => {
  await followUpAt(200 * day);
  expect(await written()).toEqual(["muette@exemple.fr"]);
  expect(await left()).toEqual(everybody);
  await letMailLeave();
  await followUpAt(228 * day + 1);
  expect(await left()).toEqual(everybody.slice(0, 3));
});

test("without the setting, and in simulation, an unconfirmed sign-up is neither reminded nor deleted", async () => {
  for (const settings of [
    "delete_unconfirmed = false",
    "delete_unconfirmed = true, simulation_mode = true",
  ]) {
    await query(`update email_settings set ${settings}`);
    for (const time of [3 * day, 90 * day]) await followUpAt(time);
  }
  expect(await written()).toEqual([]);
  expect(await left()).toEqual(everybody);
});

test("a sign-up that is confirmed after the reminder is kept", async () => {
  await followUpAt(3 * day);
  await query("update beta_signups set confirmed_at = now() where email = 'muette@exemple.fr'");
  await followUpAt(60 * day);
  expect(await left()).toEqual(everybody);
});

// registre: 34
test("a sign-up is kept while its reminder did not leave, and then has the whole term from that time", async () => {
  await followUpAt(3 * day);
  await followUpAt(29 * day);
  await letMailLeave();
  await followUpAt(32 * day);
  await followUpAt(57 * day - 1);
  expect(await left()).toEqual(everybody);
  await followUpAt(57 * day + 1);
  expect(await left()).toEqual(everybody.slice(0, 3));
});

test("a reminder that could not be delivered is written again after the term", async () => {
  await followUpAt(3 * day);
  await query("update email_log set status = 'failed'");
  await followUpAt(31 * day + 1);
  await followUpAt(31 * day + 2);
  expect(await written()).toEqual(["muette@exemple.fr", "muette@exemple.fr"]);
  expect(await left()).toEqual(everybody);
});

test("the message of the sign-up is not a reminder", async () => {
  await query(
    `insert into email_log (recipient_email, subject, content, lane, status, email_type, mailbox_key, departed_at, variables)
     select email, 'Confirmez', '', 'confirmation', 'sent', 'transactional', 'key', $1,
       jsonb_build_object('signupId', id, 'confirms', 'user') from beta_signups where email = 'muette@exemple.fr'`,
    [start],
  );
  await followUpAt(3 * day);
  await query("update email_log set status = 'failed' where status = 'pending'");
  await followUpAt(32 * day);
  expect(await left()).toEqual(everybody);
});

// registre: 34
test("of three sign-ups with one mailbox, only those whose reminder left are deleted", async () => {
  await query(
    `insert into beta_signups (name, firstname, email, created_at, status)
     select 'a', 'A', 'zoe+' || n || '@exemple.fr', $1, 'pending' from generate_series(1, 3) n`,
    [start],
  );
  await followUpAt(3 * day);
  await letMailLeave();
  await followUpAt(32 * day);
  expect(await left()).toEqual([...everybody.slice(0, 3), "zoe+3@exemple.fr"]);
});

// registre: 34
test("while the message about a new sign-up is off, no sign-up counts as reminded or is deleted", async () => {
  await query("update email_templates set is_active = false where event = 'signup'");
  for (const time of [3 * day, 40 * day]) await followUpAt(time);
  expect(await query("select from beta_signups where reminded_at is not null")).toEqual([]);
  expect(await left()).toEqual(everybody);
});

test("a sign-up whose address is blocked is deleted without a reminder, because none may be sent", async () => {
  await query(
    `insert into suppressions (email_hash, scope, reason, source)
     select email_hash, 'all', 'bounced', 'test' from beta_signups where email = 'muette@exemple.fr'`,
  );
  await followUpAt(3 * day);
  await followUpAt(32 * day);
  expect(await written()).toEqual([]);
  expect(await left()).toEqual(everybody.slice(0, 3));
});

test("a sign-up whose person acted by a link of their mailbox is reminded, but not deleted as never confirmed", async () => {
  await followUpAt(3 * day);
  await letMailLeave();
  await query("update beta_signups set active_at = $1 where email = 'muette@exemple.fr'", [now]);
  await followUpAt(60 * day);
  expect(await written()).toEqual(["muette@exemple.fr"]);
  expect(await left()).toEqual(everybody);
});
