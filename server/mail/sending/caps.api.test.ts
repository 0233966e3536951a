import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { WaitingMail } from "#contract/email.schema.ts";
import type { EmailLane } from "#contract/email.ts";
import { createMailApp, type MailApp } from "#server/mail/mail.test-helpers.ts";

let context: MailApp;
beforeAll(async () => {
  context = await createMailApp();
});
beforeEach(() => context.clear());
afterAll(() => context.close());

async function write(count: number, lane: EmailLane, departed: string | null): Promise<void> {
  await context.database.pool.query(
    `insert into email_log (recipient_email, subject, content, email_type, lane, mailbox_key, status, departed_at)
     select 'zoe-' || n || '@exemple.fr', 'Bonjour', 'Bonjour', 'transactional', $2,
       case when $2 in ('link', 'confirmation') then 'boite-' || n end,
       case when $3::interval is null then 'pending' else 'sent' end, now() - $3::interval
     from generate_series(1, $1::int) n`,
    [count, lane, departed],
  );
}

async function room(lane: EmailLane, wanted = 1_000): Promise<number> {
  const { rows } = await context.database.pool.query("select mail_room($1, $2) as room", [lane, wanted]);
  return rows[0].room;
}

async function minutesUntilRoom(): Promise<number | null> {
  const answer = await context.request("GET", "/email/waiting");
  const [waiting] = ((await answer.json()) as { items: WaitingMail[] }).items;
  return waiting?.limit ? (Date.parse(waiting.limit.roomAt) - Date.now()) / 60_000 : null;
}

test("without a cap all messages may leave", async () => {
  await context.saveSettings({ hourlyCap: null, dailyCap: null });
  await write(50, "direct", "1 minute");
  expect(await room("direct")).toBe(1_000);
});

test("the hourly cap counts messages of the last hour, also below the daily cap", async () => {
  await context.saveSettings({ hourlyCap: 100, dailyCap: 1_000 });
  await write(30, "direct", "59 minutes");
  await write(40, "direct", "61 minutes");
  expect(await room("link")).toBe(70);
});

test("the daily cap counts messages of the last day, also below the hourly cap", async () => {
  await context.saveSettings({ hourlyCap: 100, dailyCap: 120 });
  await write(80, "direct", "23 hours");
  await write(40, "direct", "25 hours");
  expect(await room("link")).toBe(40);
});

test("the other lanes reserve 5 % of the hourly cap for links, at least five messages, at most half", async () => {
  await context.saveSettings({ hourlyCap: 200, dailyCap: null });
  expect([await room("direct"), await room("link")]).toEqual([190, 200]);
  await context.saveSettings({ hourlyCap: 40, dailyCap: null });
  expect([await room("campaign"), await room("link")]).toEqual([35, 40]);
  await context.saveSettings({ hourlyCap: 4, dailyCap: null });
  expect([await room("direct"), await room("link")]).toEqual([2, 4]);
});

test("the time of the next capacity under the hourly cap is known, also when links used all of it", async () => {
  await context.saveSettings({ hourlyCap: 4, dailyCap: null });
  await write(4, "link", "20 minutes");
  await write(1, "direct", null);
  expect(await minutesUntilRoom()).toBeCloseTo(40, 0);
});

test("the time of the next capacity under the daily cap is known, also when links used all of it", async () => {
  await context.saveSettings({ hourlyCap: null, dailyCap: 4 });
  await write(4, "link", "120 minutes");
  await write(1, "direct", null);
  expect(await minutesUntilRoom()).toBeCloseTo(22 * 60, 0);
});

test("confirmations have a separate cap besides the cap of all mail", async () => {
  await context.saveSettings({ hourlyCap: 100, dailyCap: null, confirmationHourlyCap: 10 });
  await write(4, "confirmation", "59 minutes");
  expect([await room("confirmation"), await room("direct")]).toEqual([6, 91]);
});

test("a mailbox gets one confirmation within 24 hours", async () => {
  await context.saveSettings();
  await write(1, "confirmation", "23 hours");
  await write(2, "confirmation", null);
  await context.database.pool.query("update email_log set next_attempt_at = now() where status = 'pending'");
  const { rows } = await context.database.pool.query(
    "select mailbox_key from email_log where id in (select next_confirmations(10, false, '{}'))",
  );
  expect(rows).toEqual([{ mailbox_key: "boite-2" }]);
});

// The embedded database runs one transaction at a time, so requests cannot race there.
test.runIf(process.env.TEST_DATABASE_URL)("a request under a cap waits for another's commit", async () => {
  await context.saveSettings({ hourlyCap: 100, dailyCap: null });
  const [first, second] = [await context.database.pool.connect(), await context.database.pool.connect()];
  try {
    await first.query("begin");
    await first.query("select mail_room('direct', 1)");
    await second.query("begin");
    await second.query("set local lock_timeout = '200ms'");
    await expect(second.query("select mail_room('direct', 1)")).rejects.toMatchObject({ code: "55P03" });
  } finally {
    await first.query("rollback");
    await second.query("rollback");
    first.release();
    second.release();
  }
});
