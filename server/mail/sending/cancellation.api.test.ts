import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Campaign, countWaiting } from "#contract/campaigns.schema.ts";
import {
  createMailApp,
  type MailApp,
  soon,
  toEverybody,
  withFooter,
} from "#server/mail/mail.test-helpers.ts";
import type { LeasedMessage } from "./leased-message.ts";
import { prepareTurns } from "./turns.queries.ts";

let context: MailApp;

beforeAll(async () => {
  context = await createMailApp();
});

beforeEach(async () => {
  await context.clear();
  await context.saveSettings();
  await addUsers(30);
});

afterEach(() => context.stopWorkers());
afterAll(() => context.close());

async function addUsers(count: number): Promise<void> {
  await context.database.pool.query(
    `insert into beta_signups (firstname, name, email)
     select 'Zoé', 'Martin', 'p' || n || '@exemple.fr' from generate_series(1, $1::int) n`,
    [count],
  );
}

async function start(subject = "Bonjour"): Promise<Campaign> {
  const body = { subject, content: "<p>Bonjour {{name}}</p>", statusFilter: "all", ...toEverybody };
  const answer = await context.request("POST", "/campaigns", body);
  expect(answer.status).toBe(202);
  return (await answer.json()) as Campaign;
}

const read = async (id: string) =>
  (await (await context.request("GET", `/campaigns/${id}`)).json()) as Campaign;

async function cancel(id: string): Promise<Campaign> {
  const answer = await context.request("POST", `/campaigns/${id}/cancel`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Campaign;
}

const resend = (ids: string[]) => context.request("POST", "/email/log/resend", { ids });

async function becomes(id: string, state: Partial<Campaign>): Promise<void> {
  await vi.waitFor(async () => expect(await read(id)).toMatchObject(state), soon);
}

/** Checks that the log of a campaign matches its counts. */
async function expectTrueCounts(id: string): Promise<void> {
  const { rows } = await context.database.pool.query(
    `select count(*)::int as total, count(*) filter (where status = 'sent')::int as sent,
       count(*) filter (where status = 'failed')::int as failed,
       count(*) filter (where status = 'cancelled')::int as cancelled
     from email_log where campaign_id = $1`,
    [id],
  );
  expect(await read(id)).toMatchObject(rows[0]);
}

describe("a cancelled message", () => {
  test("a cancelled message has a separate state with a count in its campaign, and is not a failure", async () => {
    const { id } = await start();
    expect(await cancel(id)).toMatchObject({ total: 30, sent: 0, failed: 0, cancelled: 30 });
    expect(await context.log("status, error_message")).toEqual(
      Array(30).fill({ status: "cancelled", error_message: "Envoi annulé" }),
    );
    const answer = await context.request("GET", "/email/log?status=cancelled");
    expect(((await answer.json()) as { items: unknown[] }).items).toHaveLength(30);
  });

  test("a cancelled message cannot be requeued, alone or among others, and its campaign's counts stay", async () => {
    const { id } = await start();
    await context.database.pool.query(
      "update email_log set status = 'failed', error_message = '550' where recipient_email in ('p1@exemple.fr', 'p2@exemple.fr')",
    );
    await context.database.pool.query("update campaigns set failed = 2");
    await cancel(id);
    context.startWorker();
    const entries = await context.log();
    const cancelled = entries.filter(({ status }) => status === "cancelled").map((entry) => entry.id);
    expect(cancelled).toHaveLength(28);
    for (const ids of [cancelled, cancelled.slice(0, 1)]) {
      const refused = await resend(ids);
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({
        error: { message: expect.stringMatching(/^Seuls les échecs peuvent être relancés/) },
      });
    }
    const answer = await resend(entries.map((entry) => entry.id));
    expect(await answer.json()).toEqual({ count: 2, skipped: 28 });
    await becomes(id, { status: "cancelled", total: 30, sent: 2, failed: 0, cancelled: 28 });
    await context.request("POST", "/email/log/process");
    expect(context.recorder.sent.map(({ to }) => to.address).sort()).toEqual([
      "p1@exemple.fr",
      "p2@exemple.fr",
    ]);
    expect(context.recorder.sent[0]?.text).toBe(withFooter("Bonjour Martin"));
    await expectTrueCounts(id);
  });

  test.each([
    ["sent", { type: "sent" }, { sent: 1, failed: 0, cancelled: 29 }],
    ["refused", { type: "refused", message: "550" }, { sent: 0, failed: 1, cancelled: 29 }],
    [
      "put off, and so cancelled as well",
      { type: "deferred", message: "451" },
      { sent: 0, failed: 0, cancelled: 30 },
    ],
    [
      "one that reached no server",
      { type: "unreachable", message: "x" },
      { sent: 0, failed: 0, cancelled: 30 },
    ],
  ] as const)(
    "a message under way at the cancellation is counted as it ends: %s",
    async (_end, outcome, counts) => {
      const held = Promise.withResolvers<void>();
      context.recorder.outcome = async () => {
        await held.promise;
        return outcome;
      };
      context.startWorker();
      const { id } = await start();
      await vi.waitFor(() => expect(context.recorder.sent).toHaveLength(1), soon);
      const events = await context.request("GET", `/campaigns/${id}/events`);
      const cancelled = await cancel(id);
      expect([cancelled.cancelled, countWaiting(cancelled)]).toEqual([29, 1]);
      held.resolve();
      await becomes(id, { status: "cancelled", total: 30, ...counts });
      await expectTrueCounts(id);
      // The event stream reports it, too.
      const data = (await events.text()).match(/^data: .*$/gm) ?? [];
      expect(JSON.parse(data.at(-1)?.slice(6) ?? "{}")).toMatchObject(counts);
    },
  );
});

test("a cancellation while several workers send blocks none of them, and every message is counted once", async () => {
  const db = context.database.db;
  for (let round = 0; round < 12; round += 1) {
    const { id } = await start(`Bonjour ${round}`);
    let left = 5;
    const taken = Promise.withResolvers<void>();
    const work = async (worker: string) => {
      let messages: LeasedMessage[] = [];
      do {
        const results = messages.map((message, index) => ({
          id: message.id,
          errorMessage: null,
          countsAsAttempt: true,
          departed: true,
          ...(index === 0
            ? ({ status: "pending", retryIn: 0 } as const)
            : ({ status: "sent", retryIn: null } as const)),
        }));
        ({ messages } = await prepareTurns(db, { worker, lane: { campaignId: id } })({ results, take: 3 }));
        left -= 1;
        if (left <= 0) taken.resolve();
      } while (messages.length > 0);
    };
    await Promise.all([
      ...["a", "b", "c", "d"].map((name) => work(`${name} ${round}`)),
      taken.promise.then(() => cancel(id)),
    ]);
    const campaign = await read(id);
    expect(countWaiting(campaign)).toBe(0);
    expect(campaign.cancelled).toBeGreaterThan(0);
    await expectTrueCounts(id);
  }
});

/** Resolves when a statement waits for a lock. */
async function waitsForLock(): Promise<void> {
  await vi.waitFor(async () => {
    const { rowCount } = await context.database.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(rowCount).toBe(1);
  }, soon);
}

test.runIf(process.env.TEST_DATABASE_URL)(
  "a turn of direct messages locks their campaign before the messages, so that it deadlocks with no change of that campaign",
  async () => {
    const { id } = await start();
    await context.database.pool.query("update email_log set lane = 'direct'");
    const other = await context.database.pool.connect();
    try {
      await other.query("begin");
      await other.query("select from campaigns where id = $1 for no key update", [id]);
      const turn = prepareTurns(context.db, { worker: "direct", lane: "direct" })({ results: [], take: 1 });
      await waitsForLock();
      await other.query("select from email_log for update nowait");
      await other.query("commit");
      expect((await turn).messages).toHaveLength(1);
    } finally {
      other.release(true);
    }
  },
);

test.runIf(process.env.TEST_DATABASE_URL)(
  "a turn of confirmations locks the sign-ups of its retries before the next messages, so that it deadlocks with no deletion",
  async () => {
    const { rows } = await context.database.pool.query(
      `insert into email_log (recipient_email, mailbox_key, subject, email_type, lane, variables, next_attempt_at, leased_by)
       select email, email, 'Bonjour', 'transactional', 'confirmation', jsonb_build_object('signupId', id), now(),
         case when email = 'p2@exemple.fr' then 'confirmations' end
       from beta_signups where email in ('p1@exemple.fr', 'p2@exemple.fr')
       returning id, leased_by is not null as leased`,
    );
    const retry = {
      id: rows.find(({ leased }) => leased).id,
      status: "pending",
      errorMessage: "450",
      retryIn: 60,
      countsAsAttempt: true,
      departed: false,
    } as const;
    const other = await context.database.pool.connect();
    try {
      await other.query("begin");
      await other.query("select from beta_signups for update");
      const turn = prepareTurns(context.db, { worker: "confirmations", lane: "confirmation" })({
        results: [retry],
        take: 5,
      });
      await waitsForLock();
      await other.query("select from email_log for update nowait");
      await other.query("commit");
      expect((await turn).messages).toMatchObject([{ recipientEmail: "p1@exemple.fr" }]);
    } finally {
      other.release(true);
    }
  },
);

test("requeued messages of an ended campaign change its counts, but not its end", async () => {
  context.recorder.outcome = ({ to }) =>
    to.address === "p2@exemple.fr" ? { type: "refused", message: "550" } : { type: "sent" };
  context.startWorker();
  const { id } = await start();
  await becomes(id, { status: "completed", sent: 29, failed: 1 });
  const ids = (await context.log()).map((entry) => entry.id);
  const held = Promise.withResolvers<void>();
  context.recorder.outcome = async () => {
    await held.promise;
    return { type: "refused", message: "551" };
  };
  expect(await (await resend(ids)).json()).toEqual({ count: 1, skipped: 29 });
  const waiting = await read(id);
  expect([waiting.status, waiting.total, waiting.failed, countWaiting(waiting)]).toEqual([
    "completed",
    30,
    0,
    1,
  ]);
  held.resolve();
  await becomes(id, { status: "completed", total: 30, sent: 29, failed: 1 });
  context.recorder.outcome = () => ({ type: "sent" });
  expect((await resend(ids)).status).toBe(200);
  await becomes(id, { status: "completed", total: 30, sent: 30, failed: 0 });
  expect(context.recorder.sent.at(-1)).toMatchObject({
    to: { address: "p2@exemple.fr" },
    text: withFooter("Bonjour Martin"),
  });
  await expectTrueCounts(id);
});

test("a failed message that is sent again while simulation is on counts as sent, like the others", async () => {
  context.recorder.outcome = () => ({ type: "refused", message: "550" });
  context.startWorker();
  const { id } = await start();
  await becomes(id, { status: "completed", failed: 30 });
  await context.saveSettings({ simulationMode: true });
  await resend((await context.log()).map((entry) => entry.id));
  await becomes(id, { sent: 30, failed: 0 });
  expect(context.recorder.sent).toHaveLength(30);
});

test("a failed message of a running campaign is sent again by that campaign", async () => {
  context.recorder.outcome = ({ to }) =>
    to.address === "p1@exemple.fr"
      ? { type: "refused", message: "550" }
      : { type: "deferred", message: "451" };
  context.startWorker();
  const { id } = await start();
  await becomes(id, { status: "running", failed: 1 });
  await context.request("POST", `/campaigns/${id}/pause`);
  await context.stopWorkers(); // waits for the messages in flight
  context.recorder.outcome = () => ({ type: "sent" });
  context.startWorker();
  await resend((await context.log()).map((entry) => entry.id));
  expect(await cancel(id)).toMatchObject({ failed: 0, cancelled: 30 });
  expect((await context.log()).map(({ status }) => status)).toEqual(Array(30).fill("cancelled"));
});
