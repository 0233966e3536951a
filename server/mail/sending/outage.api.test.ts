import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import type { Campaign } from "#contract/campaigns.schema.ts";
import { createMailApp, type MailApp, soon, toEverybody } from "#server/mail/mail.test-helpers.ts";
import { startSmtpServer } from "#server/mail/transports/smtp-server.test-helpers.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createCampaignQueue } from "./campaign-queue.service.ts";
import { markInterrupted } from "./leases.queries.ts";
import { prepareTurns } from "./turns.queries.ts";

const people = 12;
const reason = "Le serveur SMTP refuse la connexion (ECONNREFUSED).";

let context: MailApp;
/** How far the application's clock is ahead, in milliseconds. */
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const seconds = (count: number) => {
  ahead += count * 1_000;
};

beforeAll(async () => {
  context = await createMailApp({ now });
});

beforeEach(async () => {
  ahead = 0;
  await context.clear();
  await emptyTables(context.database, "journal_entries");
  await context.saveSettings();
  await context.database.pool.query(
    `insert into beta_signups (firstname, name, email)
     select 'Zoé', 'Martin', 'p' || n || '@exemple.fr' from generate_series(1, $1::int) n`,
    [people],
  );
});

afterEach(() => context.stopWorkers());
afterAll(() => context.close());

async function call(method: string, path: string, body?: object): Promise<Campaign> {
  const answer = await context.request(method, `/campaigns${path}`, body);
  expect(answer.ok).toBe(true);
  return (await answer.json()) as Campaign;
}

const start = () =>
  call("POST", "", { subject: "Bonjour", content: "<p>Bonjour</p>", statusFilter: "all", ...toEverybody });
const read = (id: string) => call("GET", `/${id}`);

async function becomes(id: string, state: object): Promise<Campaign> {
  return vi.waitFor(async () => {
    const campaign = await read(id);
    expect(campaign).toMatchObject(state);
    return campaign;
  }, soon);
}

const down = () => {
  context.recorder.outcome = () => ({ type: "unreachable", message: reason });
};
const up = () => {
  context.recorder.outcome = () => ({ type: "sent" });
};

const waitsInSeconds = ({ nextAttemptAt }: Campaign) =>
  (Date.parse(nextAttemptAt ?? "") - now().getTime()) / 1_000;

/** Starts a campaign with this number of workers, and waits until the campaign has paused itself. */
async function pausedItself(workers = 1): Promise<Campaign> {
  down();
  for (let n = 0; n < workers; n += 1) context.startWorker();
  const { id } = await start();
  await becomes(id, { status: "running", pausedReason: reason });
  seconds(60);
  const campaign = await becomes(id, {
    status: "paused",
    pausedReason: reason,
    nextAttemptAt: expect.any(String),
  });
  expect((campaign.nextAttemptInMs ?? 0) / 1_000).toBeCloseTo(waitsInSeconds(campaign), -1);
  return campaign;
}

const attempts = () => context.recorder.sent.length;

async function expectEachOnce(count = people): Promise<void> {
  const rows = await context.log();
  expect(rows.filter(({ status }) => status === "sent")).toHaveLength(count);
}

describe("a campaign whose mail server is not reached", () => {
  test("a campaign without a server shows reason and next attempt until an attempt succeeds", async () => {
    down();
    context.startWorker();
    const { id } = await start();
    const campaign = await becomes(id, { status: "running", pausedReason: reason });
    expect(waitsInSeconds(campaign)).toBeLessThan(30);
    up();
    await becomes(id, { status: "completed", sent: people, pausedReason: null, nextAttemptAt: null });
    await expectEachOnce();
  });

  test("a campaign without a server pauses, probes with one message after 1, 2, 5 and then every 15 minutes, and resumes automatically", async () => {
    const { id } = await pausedItself();
    let made = attempts();
    for (const [pause, next] of [
      [60, 120],
      [120, 300],
      [300, 900],
      [900, 900],
      [900, 900],
    ] as const) {
      expect(waitsInSeconds(await read(id))).toBeGreaterThan(pause - 25);
      expect(waitsInSeconds(await read(id))).toBeLessThanOrEqual(pause);
      await context.turns();
      expect(attempts(), "not before its time").toBe(made);
      seconds(pause);
      await vi.waitFor(() => expect(attempts()).toBe(made + 1), soon);
      made += 1;
      const waiting = await becomes(id, { status: "paused", pausedReason: reason });
      expect(waitsInSeconds(waiting)).toBeGreaterThan(next - 25);
    }
    up();
    seconds(900);
    await becomes(id, {
      status: "completed",
      sent: people,
      failed: 0,
      pausedReason: null,
      nextAttemptAt: null,
    });
    expect(attempts()).toBe(made + people);
    await expectEachOnce();
    // An attempt that reached no server does not count.
    expect((await context.log("attempts")) as { attempts: number }[]).toEqual(
      Array(people).fill({ attempts: 1 }),
    );
    const { rows } = await context.database.pool.query(
      "select actor = 'system' as by_itself, action from journal_entries where action like 'campaign.%' order by id",
    );
    expect(rows).toEqual([
      { by_itself: false, action: "campaign.created" },
      { by_itself: true, action: "campaign.paused" },
      { by_itself: true, action: "campaign.resumed" },
    ]);
  });

  test("only one of several instances probes for a paused campaign, and no recipient gets two messages afterwards", async () => {
    await context.saveSettings({ parallelism: 3 });
    const { id } = await pausedItself(3);
    await context.turns();
    const made = attempts();
    seconds(60);
    await vi.waitFor(() => expect(attempts()).toBe(made + 1), soon);
    await context.turns();
    expect(attempts()).toBe(made + 1);
    up();
    seconds(120);
    await becomes(id, { status: "completed", sent: people });
    expect(attempts()).toBe(made + 1 + people);
    await expectEachOnce();
  });

  test("a campaign continues after a refused message, because the server was reached", async () => {
    const { id } = await pausedItself();
    context.recorder.outcome = () => ({ type: "refused", message: "550" });
    seconds(60);
    await becomes(id, { status: "completed", failed: people });
  });

  test("a campaign that an admin paused stays paused until an admin resumes it", async () => {
    const { id } = await pausedItself();
    expect(await call("POST", `/${id}/pause`)).toMatchObject({
      status: "paused",
      pausedReason: null,
      nextAttemptAt: null,
    });
    const made = attempts();
    up();
    seconds(3_600);
    await context.turns();
    expect(attempts()).toBe(made);
    expect((await context.request("POST", `/campaigns/${id}/pause`)).status).toBe(409);
    await call("POST", `/${id}/resume`);
    await becomes(id, { status: "completed", sent: people });
  });

  test("a campaign that an admin resumes tries at once, and its backoff restarts", async () => {
    const { id } = await pausedItself();
    seconds(60);
    const probed = attempts() + 1;
    await vi.waitFor(() => expect(attempts()).toBe(probed), soon);
    expect(await call("POST", `/${id}/resume`)).toMatchObject({
      status: "running",
      pausedReason: null,
      nextAttemptAt: null,
    });
    await becomes(id, { status: "running", pausedReason: reason });
    seconds(60);
    const again = await becomes(id, { status: "paused", pausedReason: reason });
    expect(waitsInSeconds(again)).toBeLessThanOrEqual(60);
  });

  test("cancelling a campaign without a server ends its attempts", async () => {
    const { id } = await pausedItself();
    expect(await call("POST", `/${id}/cancel`)).toMatchObject({ status: "cancelled", nextAttemptAt: null });
    await becomes(id, { cancelled: people }); // also the message of the last attempt
    const made = attempts();
    seconds(3_600);
    await context.turns();
    expect(attempts()).toBe(made);
  });

  test("a paused campaign waits for an admin once simulation is on, and opens no connection", async () => {
    const { id } = await pausedItself();
    const made = attempts();
    await context.saveSettings({ simulationMode: true });
    seconds(60);
    await becomes(id, {
      status: "paused",
      pausedReason: expect.stringContaining("simulation"),
      nextAttemptAt: null,
    });
    expect(attempts()).toBe(made);
  });

  test("a campaign continues after a process was killed during an attempt, and marks that message for a check", async () => {
    const { id } = await pausedItself();
    await context.stopWorkers();
    const { db } = context.database;
    const queue = createCampaignQueue({ ...context.dependencies, findKeyProblem: async () => null, now });
    seconds(60);
    expect(await queue.takeProbe()).toBe(id);
    expect(await queue.takeProbe()).toBeNull();
    const lane = { campaignId: id, probe: true };
    const { messages } = await prepareTurns(db, { worker: "killed", lane })({ results: [], take: 1 });
    expect(messages).toHaveLength(1);
    await markInterrupted(db, { everyone: true });
    up();
    context.startWorker();
    await context.turns();
    expect(await read(id)).toMatchObject({ status: "paused", failed: 1 });
    seconds(120);
    await becomes(id, { status: "completed", sent: people - 1, failed: 1 });
    await expectEachOnce(people - 1);
  });

  test("a campaign that paused itself ends at its next probe when no message waits", async () => {
    const { id } = await pausedItself();
    await context.database.pool.query("update email_log set status = 'sent', sent_at = now()");
    await context.database.pool.query("update campaigns set sent = total");
    seconds(60);
    await becomes(id, { status: "completed", pausedReason: null, nextAttemptAt: null });
  });
});

test("over a real connection, each recipient gets one message after the server comes back", async () => {
  const startServer = (port?: number) => startSmtpServer({ hideSTARTTLS: true }, port);
  let server = await startServer();
  const { port } = server;
  await server.close();
  await context.saveSettings({ smtpHost: "127.0.0.1", smtpPort: port, parallelism: 4 });
  context.startWorker({ config: { mailPrivateHosts: ["127.0.0.1"] }, transport: undefined });
  const { id } = await start();
  await becomes(id, { status: "running", pausedReason: expect.stringContaining("ECONNREFUSED") });
  seconds(60);
  await becomes(id, { status: "paused", nextAttemptAt: expect.any(String) });
  server = await startServer(port);
  onTestFinished(() => server.close());
  seconds(60);
  await becomes(id, { status: "completed", sent: people, failed: 0 });
  const recipients = server.received.flatMap(({ to }) => to);
  expect(new Set(recipients).size).toBe(people);
  expect(recipients).toHaveLength(people);
});
