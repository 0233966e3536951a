import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Campaign } from "#contract/campaigns.schema.ts";
import { createMailApp, type MailApp, soon, toEverybody } from "#server/mail/mail.test-helpers.ts";
import type { SendOutcome } from "#server/mail/transports/transport.ts";

const people = 14;
const parallelism = 3;
/** The number of messages that leave before the mail server stops answering. */
const quick = 6;

let context: MailApp;
let campaign: Campaign;
/** Functions that end the attempts that the mail server has not answered. */
let answers: ((outcome: SendOutcome) => void)[];
let time: number;

beforeAll(async () => {
  context = await createMailApp();
});

/** Starts a campaign of which six messages have left, three are being sent and three are leased ahead. */
beforeEach(async () => {
  time = 0;
  vi.spyOn(performance, "now").mockImplementation(() => time);
  answers = [];
  await context.clear();
  await context.saveSettings({ parallelism });
  await context.database.pool.query(
    `insert into beta_signups (firstname, name, email)
     select 'Zoé', 'Martin', 'p' || n || '@exemple.fr' from generate_series(1, $1::int) n`,
    [people],
  );
  context.recorder.outcome = () => {
    if (context.recorder.sent.length <= quick) return { type: "sent" };
    return new Promise<SendOutcome>((resolve) => answers.push(resolve));
  };
  context.startWorker();
  campaign = await call("", {
    subject: "Bonjour",
    content: "<p>Bonjour</p>",
    statusFilter: "all",
    ...toEverybody,
  });
  await becomes({ leased: 2 * parallelism, sent: quick });
});

afterEach(async () => {
  answerAll();
  await context.stopWorkers();
  vi.restoreAllMocks();
});
afterAll(() => context.close());

async function call(path: string, body?: object): Promise<Campaign> {
  const answer = await context.request("POST", `/campaigns${path}`, body);
  expect(answer.ok).toBe(true);
  return (await answer.json()) as Campaign;
}

/** Ends the attempts in flight, and lets all later attempts end at once. */
function answerAll(): void {
  context.recorder.outcome = () => ({ type: "sent" });
  for (const answer of answers.splice(0)) answer({ type: "sent" });
}

async function becomes(counts: { leased: number; sent: number; cancelled?: number; tried?: number }) {
  await vi.waitFor(async () => {
    const { rows } = await context.database.pool.query(
      `select (count(*) filter (where leased_by is not null))::int as leased, (count(*) filter (where status = 'sent'))::int as sent,
         (count(*) filter (where status = 'cancelled'))::int as cancelled, sum(attempts)::int as tried
       from email_log`,
    );
    expect(rows[0]).toMatchObject(counts);
  }, soon);
}

test("a quick campaign leases at most twice as many messages as it sends at a time", async () => {
  expect(context.recorder.sent).toHaveLength(quick + parallelism);
});

test("a slot that waited for its mail server gives back messages leased ahead, so that a cancellation cancels them", async () => {
  await call(`/${campaign.id}/cancel`);
  time += 1_000;
  answerAll();
  const sent = quick + parallelism;
  await becomes({ leased: 0, sent, cancelled: people - sent, tried: sent });
  expect(context.recorder.sent).toHaveLength(sent);
});

test("a turn after a cancellation gives back messages leased ahead", async () => {
  await call(`/${campaign.id}/cancel`);
  answers.shift()?.({ type: "sent" });
  await becomes({ leased: parallelism, sent: quick + 1, cancelled: people - quick - 1 - parallelism });
  expect(context.recorder.sent).toHaveLength(quick + parallelism + 1);
});

test("an attempt that reaches no mail server gives back messages leased ahead", async () => {
  answers.shift()?.({ type: "unreachable", message: "refused" });
  await becomes({ leased: parallelism - 1, sent: quick });
});

test("a worker that stops gives back messages leased ahead", async () => {
  const stopped = context.stopWorkers();
  answerAll();
  await stopped;
  const sent = quick + parallelism;
  await becomes({ leased: 0, sent, cancelled: 0, tried: sent });
});

test("a campaign that gives back messages at its end sends each of them once", async () => {
  time += 1_000;
  answerAll();
  await becomes({ leased: 0, sent: people, tried: people });
  expect(new Set(context.recorder.sent.map(({ to }) => to.address)).size).toBe(people);
  expect(context.recorder.sent).toHaveLength(people);
});
