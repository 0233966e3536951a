import { sql } from "drizzle-orm";
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
import type { ToDoRow } from "#contract/to-do.schema.ts";
import { soon, validSettings } from "#server/mail/mail.test-helpers.ts";
import type {
  DeliverySettings,
  MailTransport,
  OutgoingMessage,
  SendOutcome,
} from "#server/mail/transports/transport.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { presentVersion } from "#test/support/present-version.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

const newHost = "smtp.ailleurs.example";
let harness: TestApp;
let ines: SignedIn;
let rose: SignedIn;
let sent: { host: string | undefined; message: OutgoingMessage }[] = [];
let outcome: () => SendOutcome | Promise<SendOutcome> = () => ({ type: "sent" });

const transport = ({ smtp }: DeliverySettings): MailTransport => ({
  async send(message) {
    sent.push({ host: smtp?.host, message });
    return outcome();
  },
  verify: async () => null,
  close() {},
  abort() {},
});

beforeAll(async () => {
  harness = await createTestApp({
    transport,
  });
  ines = await harness.signIn({ superAdmin: true, email: "ines@tenue.example" });
  rose = await harness.signIn({ superAdmin: true, email: "rose@tenue.example" });
  await harness.signIn({ email: "plain@tenue.example" });
});
afterAll(() => harness.close());
beforeEach(async () => {
  await emptyTables(harness.database, "email_settings, email_log, journal_entries, admin_notices");
});
afterEach(async () => {
  await logged(); // waits, so that no message of a test is sent during the next one
  sent = [];
  outcome = () => ({ type: "sent" });
});

async function save(changes: Partial<typeof validSettings> = {}, { app }: Pick<TestApp, "app"> = harness) {
  const path = "/api/admin/email/settings";
  const { headers } = ines;
  const read = async () => (await app.request(path, { headers })).json();
  const body = JSON.stringify({ ...validSettings, ...changes, version: await presentVersion(read, path) });
  const answer = await app.request(path, { method: "PUT", headers, body });
  expect(answer.status, await answer.clone().text()).toBe(200);
}

async function notices({ headers }: SignedIn) {
  const answer = await harness.app.request("/api/admin/to-do", { headers });
  const { rows } = (await answer.json()) as { rows: ToDoRow[] };
  return rows.filter(({ level }) => level === "notice");
}

async function lastDetails() {
  const { rows } = await harness.db.execute<{ details: Record<string, unknown> }>(
    sql`select details from journal_entries where action = 'email.settings_updated' order by id desc limit 1`,
  );
  return rows[0]?.details;
}

/** Returns the log when no message is leased any more. */
async function logged() {
  return vi.waitFor(async () => {
    const { rows } = await harness.db.execute<{ recipient_email: string; status: string }>(
      sql`select recipient_email, status from email_log order by recipient_email`,
    );
    expect(rows.filter(({ status }) => status === "pending")).toEqual([]);
    return rows.map(({ recipient_email, status }) => `${recipient_email} ${status}`);
  }, soon);
}

describe("a change of the mail transport", () => {
  test("journals a change of the mail transport with old and new provider, host and port, without secrets", async () => {
    await save({ smtpUsername: "tenue", smtpPassword: "lin et velours" });
    await save({ preferredProvider: "auto", smtpHost: newHost, smtpPort: 465, smtpPassword: "coton" });
    expect(await lastDetails()).toEqual({
      provider: "auto",
      host: newHost,
      port: 465,
      simulationMode: false,
      previousProvider: "smtp",
      previousHost: "smtp.exemple.fr",
      previousPort: 587,
      credentialsChanged: true,
    });
  });

  test("a change of the mail transport notifies all super administrators, through the previous transport", async () => {
    await save();
    await save({ smtpHost: newHost });
    expect(await logged()).toEqual(["ines@tenue.example sent", "rose@tenue.example sent"]);
    expect(sent.map(({ host }) => host)).toEqual(["smtp.exemple.fr", "smtp.exemple.fr"]);
    const [first] = sent;
    expect(first?.message.subject).toBe("L’envoi des e-mails de Tenue a changé");
    for (const text of ["ines@tenue.example", "smtp.exemple.fr:587", `${newHost}:587`]) {
      expect(first?.message.text).toContain(text);
    }
  });

  test("a change of the mail transport appears on the dashboard of every other super administrator, not of its author", async () => {
    await save();
    await emptyTables(harness.database, "admin_notices");
    await save({ smtpHost: newHost });
    const [notice] = await notices(rose);
    expect(notice).toMatchObject({
      sentence: "Réglages d’envoi modifiés par ines@tenue.example",
      details: [
        expect.stringMatching(/^Le /),
        `Serveur SMTP\u00a0: smtp.exemple.fr:587, puis ${newHost}:587.`,
      ],
    });
    expect(await notices(ines)).toEqual([]);
  });

  test.each([
    ["simulation was on", { simulationMode: true }, { smtpHost: newHost }],
    ["simulation comes on with it", {}, { smtpHost: newHost, simulationMode: true }],
    ["there was no transport", { smtpHost: null }, { smtpHost: newHost }],
  ])(
    "a change of the mail transport sends nothing when %s, and still appears on the dashboard",
    async (_when, before, after) => {
      await save(before);
      await emptyTables(harness.database, "admin_notices");
      await save(after);
      expect(await logged()).toEqual([]);
      expect(sent).toEqual([]);
      expect(await notices(rose)).toHaveLength(1);
    },
  );

  test("a change of the mail transport is saved although the old transport fails; its messages are logged as failed", async () => {
    await save();
    outcome = () => ({ type: "unreachable", message: "connect ECONNREFUSED" });
    await save({ smtpHost: newHost });
    expect(await logged()).toEqual(["ines@tenue.example failed", "rose@tenue.example failed"]);
    outcome = () => Promise.reject(new Error("out of order"));
    await save({ smtpHost: "smtp.encore.example" });
    expect((await logged()).filter((line) => line.endsWith("failed"))).toHaveLength(4);
  });

  test("a change of the mail transport is saved at once although the old transport never answers", async () => {
    await save();
    let answerAtLast: (end: SendOutcome) => void = () => undefined;
    const answer = new Promise<SendOutcome>((resolve) => {
      answerAtLast = resolve;
    });
    outcome = () => answer;
    await save({ smtpHost: newHost });
    expect(await lastDetails()).toMatchObject({ host: newHost });
    answerAtLast({ type: "sent" });
  });

  test("a stop of the server aborts the messages that the old transport never answers", async () => {
    await save();
    const answer = Promise.withResolvers<SendOutcome>();
    outcome = () => answer.promise;
    const abort = () => answer.resolve({ type: "uncertain", message: "Le serveur a été arrêté." });
    const instance = harness.compose({ transport: (settings) => ({ ...transport(settings), abort }) });
    await save({ smtpHost: newHost }, instance);
    await vi.waitFor(() => expect(sent).toHaveLength(2), soon);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => {
      vi.useRealTimers();
      abort();
    });
    const stopped = instance.mail.stop();
    await vi.advanceTimersByTimeAsync(7_000);
    await stopped;
    expect(await logged()).toEqual(["ines@tenue.example failed", "rose@tenue.example failed"]);
  });
});

test("a save that leaves the transport unchanged notifies no one", async () => {
  await save();
  await emptyTables(harness.database, "admin_notices");
  await save({ senderName: "Tenue, la bêta", pauseMs: 50 });
  expect(await notices(rose)).toEqual([]);
  expect(await logged()).toEqual([]);
  expect(await lastDetails()).toEqual({
    provider: "smtp",
    host: "smtp.exemple.fr",
    port: 587,
    simulationMode: false,
  });
});
