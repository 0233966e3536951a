import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Campaign } from "#contract/campaigns.schema.ts";
import {
  createMailApp,
  type MailApp,
  soon,
  toEverybody,
  withFooter,
} from "#server/mail/mail.test-helpers.ts";
import { createCampaignQueue } from "./campaign-queue.service.ts";

let context: MailApp;

beforeAll(async () => {
  context = await createMailApp();
});

beforeEach(async () => {
  await context.clear();
  await context.saveSettings();
});

afterEach(() => context.stopWorkers());
afterAll(() => context.close());

const mailing = {
  subject: "Bonjour {{firstName}}",
  content: "<p>Bonjour {{name}}</p>",
  statusFilter: "all",
  ...toEverybody,
};

async function addUsers(count: number): Promise<void> {
  await context.database.pool.query(
    `insert into beta_signups (firstname, name, email)
     select 'Zoé', 'Martin', 'p' || n || '@exemple.fr' from generate_series(1, $1::int) n`,
    [count],
  );
}

async function start(changes: object = {}) {
  const answer = await context.request("POST", "/campaigns", { ...mailing, ...changes });
  return { status: answer.status, body: (await answer.json()) as Campaign };
}

const read = async (id: string) =>
  (await (await context.request("GET", `/campaigns/${id}`)).json()) as Campaign;

const control = async (id: string, action: string) => {
  const answer = await context.request("POST", `/campaigns/${id}/${action}`);
  return { status: answer.status, body: (await answer.json()) as Campaign };
};

async function becomes(id: string, state: Partial<Campaign>): Promise<void> {
  await vi.waitFor(async () => expect(await read(id)).toMatchObject(state), {
    timeout: 15_000,
    interval: 50,
  });
}

describe("recipients", () => {
  test("recipients are counted and frozen once per address when a user and a brand share it", async () => {
    await context.database.pool.query(`
      insert into beta_signups (firstname, name, email, status) values
        ('Zoé', 'Martin', 'Zoe@exemple.fr', 'approved'), ('Léa', 'Petit', 'lea@exemple.fr', 'pending')`);
    await context.database.pool.query(`
      insert into brand_signups (firstname, name, email, website, status) values
        ('Zoé', 'Maison Zoé', 'zoe@exemple.fr', 'https://zoe.example', 'approved'),
        ('Max', 'Atelier', 'max@exemple.fr', 'https://max.example', 'rejected')`);
    const count = async (query: string) => {
      const answer = await context.request("GET", `/campaigns/recipients?kind=service${query}`);
      return ((await answer.json()) as { count: number }).count;
    };
    expect(await count("&statusFilter=all")).toBe(3);
    expect(await count("")).toBe(1);
    expect(await count("&recipientType=brand&statusFilter=all")).toBe(2);
    expect(await count("&recipientType=user&statusFilter=pending")).toBe(1);
    expect((await context.request("GET", "/campaigns/recipients?recipientType=x")).status).toBe(400);

    const { status, body } = await start();
    expect([status, body.total]).toEqual([202, 3]);
    const rows = await context.log();
    expect(rows.map((row) => row.recipient_email.toLowerCase()).sort()).toEqual([
      "lea@exemple.fr",
      "max@exemple.fr",
      "zoe@exemple.fr",
    ]);
    expect(rows.find((row) => /^zoe/i.test(row.recipient_email))?.recipient_name).toBe("Zoé Martin");
  });

  test("a start without recipients is refused", async () => {
    const { status, body } = await start();
    expect(status).toBe(409);
    expect(body).toMatchObject({
      error: { code: "no_recipients", message: "Aucun destinataire ne correspond à vos critères de filtre" },
    });
    expect(await context.log()).toEqual([]);
  });
});

describe("a start", () => {
  beforeEach(() => addUsers(3));

  test("two concurrent starts create one campaign and get the same id", async () => {
    const answers = await Promise.all([start(), start(), start()]);
    const first = answers.find(({ status }) => status === 202)?.body;
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    for (const { status, body } of answers) {
      if (status === 409) {
        expect(body).toMatchObject({ error: { code: "campaign_running", fields: { id: first?.id } } });
      }
    }
    expect(await context.log()).toHaveLength(3);
  });

  test.each([
    [{ subject: "" }, "subject", "L'objet est requis"],
    [{ content: "<p><br></p>" }, "content", "Le contenu est requis"],
    [{ subject: "a\r\nBcc: x@exemple.fr" }, "subject", expect.any(String)],
    [{ recipientType: "x" }, "recipientType", expect.any(String)],
    [{ scheduledAt: "2020-01-01T00:00:00Z" }, "scheduledAt", expect.any(String)],
    [{ scheduledAt: "9999-12-31T23:59:59-23:59" }, "scheduledAt", "Date invalide"],
    [{ simulated: false }, "simulated", expect.any(String)],
  ])("a start with %j is refused", async (change, field, message) => {
    const { status, body } = await start(change);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { fields: { [field]: message } } });
  });

  test("a start with 5 MB of content is too large", async () => {
    expect((await start({ content: "x".repeat(5_000_000) })).status).toBe(413);
  });

  test("a start sanitises the editor's HTML", async () => {
    await start({ content: '<p onclick="x()">a<script>alert(1)</script></p><img src="x" onerror="x()">' });
    const { rows } = await context.database.pool.query("select content from campaigns");
    expect(rows).toEqual([{ content: '<p>a</p><img src="//:0" />' }]);
  });
});

describe("a run", () => {
  beforeEach(() => addUsers(12));

  test("a campaign writes to each recipient once, with their values, and ends", async () => {
    context.startWorker();
    const { body } = await start();
    await becomes(body.id, { status: "completed", sent: 12, failed: 0, total: 12 });
    expect(new Set(context.recorder.sent.map(({ to }) => to.address)).size).toBe(12);
    expect(context.recorder.sent).toHaveLength(12);
    expect(context.recorder.sent[0]).toMatchObject({
      subject: "Bonjour Zoé",
      text: withFooter("Bonjour Martin"),
      headers: {},
    });
  });

  test("several instances send one campaign, and no recipient gets two messages", async () => {
    context.startWorker();
    context.startWorker();
    await context.saveSettings({ parallelism: 3 });
    const { body } = await start();
    await becomes(body.id, { status: "completed", sent: 12 });
    expect(context.recorder.sent).toHaveLength(12);
    expect(new Set(context.recorder.sent.map(({ to }) => to.address)).size).toBe(12);
  });

  test("a campaign continues after a refused recipient and logs the server's reply", async () => {
    context.recorder.outcome = ({ to }) =>
      to.address === "p3@exemple.fr" ? { type: "refused", message: "550 No such user" } : { type: "sent" };
    context.startWorker();
    const { body } = await start();
    await becomes(body.id, { status: "completed", sent: 11, failed: 1 });
    expect((await context.log()).filter(({ status }) => status === "failed")).toMatchObject([
      { recipient_email: "p3@exemple.fr", error_message: "550 No such user" },
    ]);
  });

  test("a campaign whose server answers no message pauses until an admin resumes it", async () => {
    context.recorder.outcome = () => ({ type: "uncertain", message: "ETIMEDOUT" });
    const worker = context.startWorker();
    const { body } = await start();
    await becomes(body.id, { status: "paused", sent: 0, nextAttemptAt: null });
    const paused = await read(body.id);
    expect(paused.pausedReason).toMatch(
      /^Trois messages de suite sont «\u00a0Envoi interrompu, à vérifier\u00a0».*ETIMEDOUT$/,
    );
    expect(paused.failed).toBeLessThan(paused.total);
    context.recorder.outcome = () => ({ type: "sent" });
    await context.request("POST", `/campaigns/${body.id}/resume`);
    worker.wake();
    await becomes(body.id, { status: "completed" });
    const { sent, failed, total } = await read(body.id);
    expect(sent).toBeGreaterThan(0);
    expect(sent + failed).toBe(total);
  });

  test("a campaign retries deferred messages later, and marks uncertain ones", async () => {
    context.recorder.outcome = ({ to }) => {
      if (to.address === "p1@exemple.fr") return { type: "deferred", message: "450 plus tard" };
      return to.address === "p2@exemple.fr" ? { type: "uncertain", message: "coupure" } : { type: "sent" };
    };
    context.startWorker();
    const { body } = await start();
    await becomes(body.id, { status: "running", sent: 10, failed: 1 });
    const rows = await context.log();
    expect(rows.find((row) => row.recipient_email === "p1@exemple.fr")).toMatchObject({
      status: "pending",
      attempts: 1,
      error_message: "450 plus tard",
    });
    expect(rows.find((row) => row.recipient_email === "p2@exemple.fr")).toMatchObject({
      status: "failed",
      error_message: "Envoi interrompu, à vérifier (coupure)",
    });
    context.recorder.outcome = () => ({ type: "sent" });
    await context.database.pool.query(
      "update email_log set next_attempt_at = now() where status = 'pending'",
    );
    await becomes(body.id, { status: "completed", sent: 11, failed: 1 });
  });

  test("a campaign is paused, resumed and cancelled", async () => {
    const { body } = await start();
    expect((await control(body.id, "pause")).body).toMatchObject({ status: "paused" });
    const worker = context.startWorker();
    expect((await control(body.id, "pause")).status).toBe(409);
    await worker.deliverOldest(5);
    expect(context.recorder.sent).toEqual([]);
    expect((await control(body.id, "resume")).body).toMatchObject({ status: "running" });
    await becomes(body.id, { status: "completed", sent: 12 });
    expect((await control(body.id, "cancel")).status).toBe(409);

    const second = await start({ subject: "Autre" });
    await control(second.body.id, "pause");
    expect((await control(second.body.id, "cancel")).body).toMatchObject({ status: "cancelled" });
    expect(await read(second.body.id)).toMatchObject({ total: 12, sent: 0, failed: 0, cancelled: 12 });
    expect((await control("0b6f6c1e-3c2b-4d55-9f0a-111111111111", "pause")).status).toBe(404);
    expect((await context.request("POST", `/campaigns/${body.id}/explode`)).status).toBe(400);
  });

  test("a campaign with a long pause between messages is cancelled at once, and delays no other campaign", async () => {
    await context.saveSettings({ pauseMs: 60_000 });
    context.startWorker();
    const { body } = await start();
    await becomes(body.id, { sent: 1 });
    await control(body.id, "cancel");
    await context.saveSettings({ pauseMs: 0 });
    const next = await start({ subject: "Autre" });
    await becomes(next.body.id, { status: "completed", sent: 12 });
    expect(await read(body.id)).toMatchObject({ status: "cancelled", sent: 1, failed: 0, cancelled: 11 });
  });

  test("a scheduled campaign starts at its time, with the recipients of that time", async () => {
    const { status, body } = await start({ scheduledAt: "2099-01-01T08:00:00+02:00" });
    expect([status, body.status, body.total]).toEqual([202, "scheduled", 0]);
    await addUsersLater();
    await context.database.pool.query("update campaigns set scheduled_at = now() - interval '1 second'");
    context.startWorker();
    await becomes(body.id, { status: "completed", sent: 13, total: 13 });
  });

  const addUsersLater = () =>
    context.database.pool.query(
      "insert into beta_signups (firstname, name, email) values ('Max', 'Petit', 'max@exemple.fr')",
    );

  test("a campaign that pauses itself stores the reason, also in the journal", async () => {
    const { body } = await start();
    await createCampaignQueue({ ...context.dependencies, findKeyProblem: async () => null }).pause(
      body.id,
      "535 Invalid login",
    );
    expect(await read(body.id)).toMatchObject({ status: "paused", pausedReason: "535 Invalid login" });
    const { rows } = await context.database.pool.query(
      "select actor, details from journal_entries where action = 'campaign.paused' order by id desc limit 1",
    );
    expect(rows).toEqual([{ actor: "system", details: { reason: "535 Invalid login" } }]);
  });

  test("a campaign's progress is streamed as events until the campaign ends", async () => {
    const { body } = await start();
    const answer = await context.request("GET", `/campaigns/${body.id}/events`);
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    context.startWorker();
    const events = (await answer.text()).match(/^data: .*$/gm) ?? [];
    expect(JSON.parse(events.at(-1)?.slice(6) ?? "{}")).toMatchObject({ status: "completed", sent: 12 });
    for (const id of ["x", "0b6f6c1e-3c2b-4d55-9f0a-111111111111"]) {
      expect((await context.request("GET", `/campaigns/${id}/events`)).status).toBe(404);
    }
  });
});

describe("simulation", () => {
  beforeEach(() => addUsers(5));

  test("a simulated campaign marks its messages as specified and opens no connection", async () => {
    await context.saveSettings({ simulationMode: true });
    const opened = context.recorder.opened;
    context.startWorker();
    const { body } = await start();
    expect(body.simulated).toBe(true);
    await becomes(body.id, { status: "completed", sent: 5 });
    expect(await context.log()).toMatchObject(
      Array(5).fill({ status: "sent", error_message: "Email simulé (pas d'envoi réel)" }),
    );
    expect([context.recorder.opened, context.recorder.sent]).toEqual([opened, []]);
  });

  test("simulation switched on during a campaign has stopped all mail when the request is answered", async () => {
    const held = Promise.withResolvers<void>();
    context.recorder.outcome = async () => {
      await held.promise;
      return { type: "sent" };
    };
    context.startWorker();
    const { body } = await start();
    let answered = false;
    const saving = (async () => {
      await vi.waitFor(() => expect(context.recorder.sent).toHaveLength(1), soon);
      const answer = await context.saveSettings({ simulationMode: true });
      answered = true;
      return answer;
    })();
    try {
      await vi.waitFor(async () => {
        const { rows } = await context.database.pool.query("select simulation_mode from email_settings");
        expect(rows).toEqual([{ simulation_mode: true }]);
      }, soon);
      expect(answered, "a message is still under way").toBe(false);
    } finally {
      held.resolve();
    }
    expect((await saving).status).toBe(200);
    const sent = context.recorder.sent.length;
    await becomes(body.id, { status: "paused", sent });
    expect(context.recorder.sent).toHaveLength(sent);
    expect((await read(body.id)).pausedReason).toContain("simulation");
  });
});

test("every call is for administrators only", async () => {
  const id = "0b6f6c1e-3c2b-4d55-9f0a-111111111111";
  for (const [method, path] of [
    ["GET", ""],
    ["POST", ""],
    ["GET", "/recipients"],
    ["GET", `/${id}`],
    ["GET", `/${id}/events`],
    ["POST", `/${id}/pause`],
  ]) {
    const answer = await context.app.request(`/api/admin/campaigns${path}`, { method: method ?? "" });
    expect(answer.status, path).toBe(401);
  }
});
