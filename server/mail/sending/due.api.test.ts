import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Application } from "#server/compose.ts";
import { createMailApp, type MailApp, soon, toEverybody } from "#server/mail/mail.test-helpers.ts";
import { findDueIn } from "./queue.queries.ts";
import { type Pause, tickMs } from "./worker-context.ts";

let context: MailApp;
let offset = 0;
/** A fixed clock for tests that need no time to pass. */
let frozen: Date | null = null;
const now = () => frozen ?? new Date(Date.now() + offset);
const hour = 3_600_000;

beforeAll(async () => {
  context = await createMailApp({ now, config: { signupLimitPerMinute: 0 } });
});
beforeEach(async () => {
  offset = 0;
  frozen = null;
  await context.clear();
  await context.database.pool.query("delete from mail_hold");
  await context.saveSettings();
});
afterAll(() => context.close());

const query = (sql: string, values: unknown[] = []) => context.database.pool.query(sql, values);
const dueIn = () => findDueIn(context.db, now());

/** Inserts in two steps, so that `changes` may set any column. */
async function addMessage(lane: string, changes = "next_attempt_at = null", status = "pending") {
  await query(
    `insert into email_log (recipient_email, subject, content, lane, status, email_type, mailbox_key)
     values ('zoe@exemple.fr', 'Bonjour', '<p>Bonjour</p>', $1, 'cancelled', 'transactional', $1)`,
    [lane],
  );
  await query(`update email_log set status = $1, ${changes} where status = 'cancelled'`, [status]);
}

const addCampaign = (status: string, times: string) =>
  query(
    `insert into campaigns (subject, content, recipient_type, status_filter, status, fingerprint, created_by, scheduled_at, next_attempt_at)
     select 'Nouvelles', '<p>Bonjour</p>', 'all', 'all', '${status}', 'x', 'a@exemple.fr', scheduled, next
     from (select ${times}) as times`,
  );

describe("a worker", () => {
  test("a worker has nothing to do without waiting messages", async () => {
    await addCampaign("paused", "null::timestamptz as scheduled, null::timestamptz as next");
    await addMessage("direct", "failed_at = now()", "failed");
    await addMessage("link", "leased_by = 'another', leased_until = now() + interval '30 seconds'");
    expect(await dueIn()).toBe(Number.POSITIVE_INFINITY);
  });

  test.each(["link", "confirmation", "direct"])(
    "a worker has a message of the lane %s to send now",
    async (lane) => {
      await addMessage(lane, "next_attempt_at = now() + interval '1 hour'");
      const wait = await dueIn();
      expect(wait).toBeLessThanOrEqual(hour);
      expect(wait).toBeGreaterThan(hour / 2);
      await addMessage(lane);
      expect(await dueIn()).toBeLessThanOrEqual(0);
    },
  );

  test.each([
    ["running", "null::timestamptz as scheduled, null::timestamptz as next"],
    ["scheduled", "now() - interval '1 second' as scheduled, null::timestamptz as next"],
    ["paused", "null::timestamptz as scheduled, now() - interval '1 second' as next"],
  ])("a worker has a %s campaign to continue now", async (status, times) => {
    await addCampaign(status, times);
    expect(await dueIn()).toBeLessThanOrEqual(0);
  });

  test("a worker waits for the time of a scheduled campaign", async () => {
    await addCampaign("scheduled", "now() + interval '1 hour' as scheduled, null::timestamptz as next");
    expect(await dueIn()).toBeGreaterThan(hour / 2);
    offset = 2 * hour;
    expect(await dueIn()).toBeLessThanOrEqual(0);
  });

  test("a worker has a mail event to apply now", async () => {
    await query(
      "insert into email_events (dedupe_key, kind, source, recipient_hash) values ('x', 'hard', 'mailbox', 'x')",
    );
    expect(await dueIn()).toBeLessThanOrEqual(0);
  });

  test("a worker sends nothing while mail is held, except links that were requested since", async () => {
    for (const lane of ["link", "confirmation", "direct"]) await addMessage(lane);
    await addCampaign("scheduled", "now() as scheduled, null::timestamptz as next");
    await query("insert into mail_hold (since) values (now() + interval '1 minute')");
    expect(await dueIn()).toBe(Number.POSITIVE_INFINITY);
    await addMessage("link", "created_at = now() + interval '2 minutes'");
    expect(await dueIn()).toBeLessThanOrEqual(0);
  });
});

/** A worker that polls again only when the test ends its pause. */
async function startIdleWorker() {
  const pauses: { ms: number; end: () => void }[] = [];
  const pause: Pause = (ms, signal) => {
    if (ms <= tickMs) return sleep(ms / 20, undefined, { signal });
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => resolve());
    pauses.push({ ms, end: resolve });
    return promise;
  };
  const instance: Application = context.compose({ pause });
  instance.mail.start();
  // Leaves out the pauses of 10 seconds between two renewals of leases.
  const idle = () => pauses.filter(({ ms }) => ms < 10_000);
  await vi.waitFor(() => expect(idle()).not.toHaveLength(0), soon);
  return { instance, pauses: idle };
}

/** Ends the pauses one by one until a message is sent: a poll that began while another task was running may find nothing. */
const expectSent = (pauses: Awaited<ReturnType<typeof startIdleWorker>>["pauses"]) =>
  vi.waitFor(() => {
    pauses().at(-1)?.end();
    expect(sent()).toBe(1);
  }, soon);

const sent = () => context.recorder.sent.length;

describe("an idle worker", () => {
  test("an idle worker sends a message that a request to its instance queued at once, even during its query", async () => {
    const { instance } = await startIdleWorker();
    const answer = await instance.app.request("/api/signups/user", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ firstname: "Zoé", name: "Martin", email: "zoe@exemple.fr", responses: {} }),
    });
    expect(answer.status, await answer.text()).toBe(201);
    await vi.waitFor(() => expect(sent()).toBe(1), soon);
  });

  test("an idle worker sends a message that another instance queued at its next poll, within five seconds", async () => {
    const { pauses } = await startIdleWorker();
    await addMessage("direct");
    await expectSent(pauses);
    expect(Math.max(...pauses().map(({ ms }) => ms))).toBeLessThanOrEqual(5_000);
  });

  test("an idle worker polls again exactly when a deferred message is due", async () => {
    await addMessage("direct", "next_attempt_at = now() + interval '4 seconds'");
    const { pauses } = await startIdleWorker();
    expect(pauses()[0]?.ms).toBeLessThanOrEqual(4_000);
    await query("update email_log set next_attempt_at = now()");
    await expectSent(pauses);
  });

  test("an idle worker starts a scheduled campaign at its time", async () => {
    await query("insert into beta_signups (firstname, name, email) values ('Zoé', 'Martin', 'p@exemple.fr')");
    const at = Date.now() + hour;
    const answer = await context.request("POST", "/campaigns", {
      subject: "Bonjour",
      content: "<p>La bêta ouvre.</p>",
      recipientType: "all",
      statusFilter: "all",
      ...toEverybody,
      scheduledAt: new Date(at).toISOString(),
    });
    expect(answer.status).toBe(202);
    frozen = new Date(at - 3_000);
    const { pauses } = await startIdleWorker();
    expect(pauses()[0]?.ms).toBeLessThanOrEqual(3_000);
    expect(sent()).toBe(0);
    frozen = new Date(at);
    await expectSent(pauses);
  });
});
