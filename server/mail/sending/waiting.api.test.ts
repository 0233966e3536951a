import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { WaitingMail } from "#contract/email.schema.ts";
import { createMailApp, type MailApp } from "#server/mail/mail.test-helpers.ts";
import { findRecentOutcomes } from "./queue.queries.ts";

let context: MailApp;
beforeAll(async () => {
  context = await createMailApp();
});
beforeEach(async () => {
  await context.clear();
  await context.saveSettings({ hourlyCap: null, dailyCap: null });
});
afterAll(() => context.close());

async function write(count: number, values: Record<string, string>): Promise<void> {
  const columns = Object.keys(values);
  await context.database.pool.query(
    `insert into email_log (recipient_email, subject, content, email_type, mailbox_key, ${columns.join(", ")})
     select 'zoe-' || n || '@exemple.fr', 'Bonjour', 'Bonjour', 'transactional', 'boite-' || n, ${Object.values(values).join(", ")}
     from generate_series(1, $1::int) n`,
    [count],
  );
}

async function waiting(): Promise<WaitingMail[]> {
  const answer = await context.request("GET", "/email/waiting");
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { items: WaitingMail[] }).items;
}

test("sent messages are not counted as waiting", async () => {
  await write(2, { lane: "'direct'", status: "'sent'" });
  expect(await waiting()).toEqual([]);
});

test("waiting messages with capacity under the caps are counted without a reason", async () => {
  await write(2, { lane: "'direct'" });
  expect(await waiting()).toEqual([{ lane: "direct", count: 2, forMailbox: 0, limit: null }]);
});

test("confirmations that wait for their cap are counted with this reason and the time of the next capacity", async () => {
  await context.saveSettings({ confirmationHourlyCap: 1 });
  await write(1, { lane: "'confirmation'", status: "'sent'", departed_at: "now() - interval '20 minutes'" });
  await write(3, { lane: "'confirmation'", next_attempt_at: "now()" });
  const [confirmations] = await waiting();
  expect(confirmations).toMatchObject({ lane: "confirmation", count: 3, forMailbox: 0 });
  expect(confirmations?.limit?.reason).toBe("confirmation_cap");
  const minutes = (Date.parse(confirmations?.limit?.roomAt ?? "") - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(38);
  expect(minutes).toBeLessThan(41);
});

test("a confirmation that waits for its mailbox is counted separately, and marked in its log entry", async () => {
  await write(1, {
    lane: "'confirmation'",
    next_attempt_at: "now() + interval '5 hours'",
    waits_for_mailbox: "true",
  });
  await write(1, { lane: "'link'" });
  expect(await waiting()).toEqual([
    { lane: "confirmation", count: 1, forMailbox: 1, limit: null },
    { lane: "link", count: 1, forMailbox: 0, limit: null },
  ]);
  const log = (await (await context.request("GET", "/email/log")).json()) as {
    items: { waitsForMailbox: boolean }[];
  };
  expect(log.items.map(({ waitsForMailbox }) => waitsForMailbox).sort()).toEqual([false, true]);
});

test.each(["direct", "confirmation"])(
  "'État' counts the wait of a message of the lane %s that reaches no server, also between attempts",
  async (lane) => {
    const { db, database } = context;
    const overdueMinutes = async () => {
      const { overdueMs } = await findRecentOutcomes(db, new Date());
      return overdueMs === null ? null : Math.round(overdueMs / 60_000);
    };
    await write(1, { lane: `'${lane}'`, attempts: "3", next_attempt_at: "now() + interval '1 hour'" });
    expect(await overdueMinutes()).toBeNull();
    await database.pool.query("update email_log set created_at = now() - interval '5 hours'");
    expect(await overdueMinutes()).toBe(300);
    await database.pool.query("update email_log set attempts = 0"); // it waits for its first attempt, for example for a cap
    expect(await overdueMinutes()).toBeNull();
  },
);

test("a running campaign's messages that wait for the daily cap are counted with this reason", async () => {
  await context.saveSettings({ dailyCap: 2 });
  await write(2, { lane: "'direct'", status: "'sent'", departed_at: "now()" });
  await context.database.pool.query(
    `insert into campaigns (subject, content, recipient_type, status_filter, status, fingerprint, created_by, total, sent, failed)
     values ('Bonjour', '<p>Bonjour</p>', 'all', 'all', 'running', 'f', 'ines@tenue.example', 10, 3, 1)`,
  );
  expect(await waiting()).toMatchObject([
    { lane: "campaign", count: 6, limit: { reason: "cap", roomAt: expect.any(String) } },
  ]);
});

test("only administrators read the counts of waiting messages", async () => {
  expect((await context.app.request("/api/admin/email/waiting")).status).toBe(401);
});
