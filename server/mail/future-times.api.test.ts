import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { emptyTables } from "#test/support/empty-tables.ts";
import { claimReading } from "./bounces/bounces.queries.ts";
import { correctFutureMailTimes } from "./future-times.service.ts";
import { createMailApp, type MailApp } from "./mail.test-helpers.ts";
import { takeProbe } from "./sending/campaigns.queries.ts";
import { markInterrupted } from "./sending/leases.queries.ts";
import { findCapacity, findDueIn } from "./sending/queue.queries.ts";

/** The rows are those that a clock wrote that was 400 days ahead for some minutes. */
let context: MailApp;
const now = () => new Date();
const hour = 3_600_000;

beforeAll(async () => {
  context = await createMailApp();
});
beforeEach(async () => {
  await context.clear();
  await emptyTables(context.database, "upkeep_clock");
  await context.saveSettings({ hourlyCap: 200, dailyCap: null });
});
afterAll(() => context.close());

const query = async (text: string, values: unknown[] = []) =>
  (await context.database.pool.query(text, values)).rows;
const correct = () => correctFutureMailTimes({ db: context.db, now });

async function write(count: number, lane: string, changes: string): Promise<void> {
  await query(
    `insert into email_log (recipient_email, subject, content, email_type, lane, mailbox_key, status)
     select 'zoe-' || n || '@exemple.fr', 'Bonjour', 'Bonjour', 'transactional', $2, 'boite-' || n, 'cancelled'
     from generate_series(1, $1::int) n`,
    [count, lane],
  );
  await query(`update email_log set ${changes} where status = 'cancelled'`);
}

const addCampaign = async (status: string, next: string | null) => {
  const [row] = await query(
    `insert into campaigns (subject, content, recipient_type, status_filter, status, fingerprint, created_by, next_attempt_at, started_at)
     values ('Nouvelles', '<p>Bonjour</p>', 'all', 'all', $1, 'x', 'a@exemple.fr', now() + $2::interval, now() + '400 days') returning id`,
    [status, next],
  );
  return row.id as string;
};

test("messages that a wrong clock dated in the future count under the caps for an hour, not until that date", async () => {
  await write(190, "direct", "status = 'sent', departed_at = now() + interval '400 days'");
  await correct();
  const limit = await findCapacity(context.db, "direct");
  expect(limit?.at.getTime()).toBeLessThanOrEqual(Date.now() + hour);
  await query("update email_log set departed_at = departed_at - interval '61 minutes'");
  expect(await query("select mail_room('direct', 10) as room")).toEqual([{ room: 10 }]);
  expect(await findCapacity(context.db, "direct")).toBeNull();
});

test.each(["direct", "link", "confirmation"])(
  "a message of the lane %s whose retry a wrong clock dated in the future is due",
  async (lane) => {
    await write(1, lane, "status = 'pending', attempts = 1, next_attempt_at = now() + interval '400 days'");
    await correct();
    expect(await findDueIn(context.db, now())).toBeLessThanOrEqual(0);
  },
);

test("a right clock's times in the future stay", async () => {
  const times = "select departed_at, next_attempt_at, leased_until from email_log order by id";
  await write(1, "confirmation", "status = 'pending', next_attempt_at = now() + interval '24 hours'");
  await write(1, "direct", "status = 'sent', departed_at = now() + interval '59 minutes'");
  await write(
    1,
    "link",
    "status = 'pending', leased_by = 'one', leased_until = now() + interval '30 seconds'",
  );
  const before = await query(times);
  await correct();
  expect(await query(times)).toEqual(before);
});

test("a clock that is behind by days changes no times", async () => {
  await write(1, "direct", "status = 'sent', departed_at = now()");
  await query("insert into upkeep_clock (at) values (now())");
  const before = await query("select departed_at from email_log");
  await correctFutureMailTimes({ db: context.db, now: () => new Date(Date.now() - 400 * 24 * hour) });
  expect(await query("select departed_at from email_log")).toEqual(before);
});

test("a campaign's messages whose retries a wrong clock dated in the future are due", async () => {
  const id = await addCampaign("running", null);
  await query(
    `insert into email_log (recipient_email, subject, content, email_type, lane, campaign_id, status, next_attempt_at)
     select 'zoe-' || n || '@exemple.fr', 'Bonjour', 'Bonjour', 'bulk', 'campaign', $1, 'pending', now() + interval '400 days'
     from generate_series(1, 3) n`,
    [id],
  );
  await correct();
  expect(await query("select count(*)::int from email_log where next_attempt_at <= now()")).toEqual([
    { count: 3 },
  ]);
  expect(await query("select from campaigns where started_at <= now()")).toHaveLength(1);
});

test("a campaign that paused itself probes its server although a wrong clock dated the probe in the future", async () => {
  const id = await addCampaign("paused", "400 days");
  await correct();
  expect(await takeProbe(context.db, { now: now(), pauses: [60] })).toBe(id);
});

test("a lease that a wrong clock dated in the future ends within its usual time", async () => {
  await write(
    1,
    "direct",
    "status = 'pending', leased_by = 'dead', leased_until = now() + interval '400 days'",
  );
  await correct();
  await query("update email_log set leased_until = leased_until - interval '31 seconds'");
  expect(await markInterrupted(context.db, { everyone: false })).toBe(1);
});

test("the bounce mailbox is read although a wrong clock dated the reading in the future", async () => {
  await query("update bounce_mailbox set next_read_at = now() + interval '400 days'");
  await correct();
  expect(await claimReading(context.db, { now: now(), until: now() })).not.toBeNull();
});
