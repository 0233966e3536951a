import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Campaign, CampaignDetail } from "#contract/campaigns.schema.ts";
import type { SavedSegment } from "#contract/segments.schema.ts";
import type { SegmentRule } from "#contract/segments.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { createMailApp, type MailApp, toEverybody } from "#server/mail/mail.test-helpers.ts";
import { createCampaignQueue } from "./campaign-queue.service.ts";
import { startFailed } from "./campaigns.errors.ts";
import { findDueIn } from "./queue.queries.ts";

let context: MailApp;

beforeAll(async () => {
  context = await createMailApp();
});

beforeEach(async () => {
  await context.clear();
  await context.saveSettings();
  await context.database.pool.query("delete from segments");
  await context.database.pool.query(`
    insert into beta_signups (firstname, name, email, status, created_at) values
      ('Zoé', 'Martin', 'zoe@exemple.fr', 'pending', '2026-01-10'), ('Léa', 'Petit', 'lea@exemple.fr', 'approved', '2026-01-10'),
      ('Ana', 'Roux', 'ana@exemple.fr', 'approved', '2026-03-10')`);
  await context.database.pool.query(`
    insert into brand_signups (firstname, name, email, website, status, created_at) values
      ('Zoé', 'Maison Zoé', 'zoe@exemple.fr', 'https://zoe.example', 'approved', '2026-03-10'),
      ('Max', 'Atelier', 'max@exemple.fr', 'https://max.example', 'approved', '2026-01-10')`);
});

afterAll(() => context.close());

const mailing = { subject: "Bonjour", content: "<p>Ici</p>", statusFilter: "all", ...toEverybody };
const sinceFebruary: SegmentRule = { field: "date", op: "after", value: "2026-01-31" };

async function call<Body>(method: string, path: string, body?: unknown) {
  const answer = await context.request(method, path, body);
  return { status: answer.status, body: (answer.status === 204 ? null : await answer.json()) as Body };
}

type Refusal = { error: { code: string; message: string; fields?: object } };

const conditions = (rule: SegmentRule) => ({ match: "all", groups: [{ match: "all", rules: [rule] }] });

async function segmentOf(rule: SegmentRule, changes: object = {}): Promise<SavedSegment> {
  const values = { name: "Nouveaux", audience: "both", conditions: conditions(rule), ...changes };
  return (await call<SavedSegment>("POST", "/segments", values)).body;
}

const start = (changes: object = {}) =>
  call<Campaign & Refusal>("POST", "/campaigns", { ...mailing, ...changes });

const addresses = async () => (await context.log()).map(({ recipient_email }) => recipient_email).sort();

async function count(query: string): Promise<number> {
  const { body } = await call<{ count: number }>("GET", `/campaigns/recipients?kind=service&${query}`);
  return body.count;
}

test("counts and freezes the recipients whom type, status and segment select by one sign-up", async () => {
  const { id: segmentId } = await segmentOf(sinceFebruary);
  expect(await count(`segment=${segmentId}&statusFilter=all`)).toBe(2);
  expect(await count(`segment=${segmentId}&statusFilter=pending`)).toBe(0); // the segment has Zoé as a brand, not as a pending user
  expect(await count(`segment=${segmentId}&recipientType=brand`)).toBe(1);
  const { status, body } = await start({ segmentId, statusFilter: "approved" });
  expect([status, body]).toMatchObject([202, { total: 2, segmentId, segmentName: "Nouveaux" }]);
  expect(await addresses()).toEqual(["ana@exemple.fr", "zoe@exemple.fr"]);
});

test("keeps the segment of a draft, and counts and checks its recipients", async () => {
  const { id: segmentId } = await segmentOf(sinceFebruary, { audience: "user" });
  const draft = await call<CampaignDetail>("POST", "/campaigns", { ...mailing, draft: true, segmentId });
  expect(draft.body).toMatchObject({ segmentId, segmentName: "Nouveaux" });
  const { id } = draft.body;
  const copy = await call<CampaignDetail>("POST", `/campaigns/${id}/duplicate`);
  expect(copy.body).toMatchObject({ segmentId, segmentName: "Nouveaux" });
  const checks = await call<{ items: { key: string; text: string }[] }>("GET", `/campaigns/${id}/checks`);
  expect(checks.body.items.find(({ key }) => key === "recipients")?.text).toContain("1");
  const started = await call<Campaign>("POST", `/campaigns/${id}/start`, { version: 1, segmentVersion: 1 });
  expect(started).toMatchObject({ status: 202, body: { total: 1 } });
  expect(await addresses()).toEqual(["ana@exemple.fr"]);
});

test("starts with two segments are two campaigns; a repeated start with one segment is a double click", async () => {
  const first = await segmentOf(sinceFebruary, { audience: "user" });
  const second = await segmentOf(sinceFebruary, { audience: "brand", name: "Marques" });
  expect((await start({ segmentId: first.id })).status).toBe(202);
  expect((await start({ segmentId: second.id })).status).toBe(202);
  expect((await start({ segmentId: first.id })).body.error.code).toBe("campaign_running");
});

test("refuses a segment that is gone, or that names a deleted question, and stores nothing", async () => {
  const gone = await start({ segmentId: "00000000-0000-4000-8000-000000000000" });
  expect([gone.status, gone.body.error.fields]).toEqual([400, { segmentId: "Ce segment n’existe plus." }]);
  const { id: segmentId } = await segmentOf(sinceFebruary);
  const rule = { field: "answer", questionId: "00000000-0000-4000-8000-000000000000", op: "none" };
  await context.database.pool.query("update segments set conditions = $1 where id = $2", [
    JSON.stringify({ match: "all", groups: [{ match: "all", rules: [rule] }] }),
    segmentId,
  ]);
  const incomplete = await start({ segmentId });
  expect(incomplete.status).toBe(400);
  expect(JSON.stringify(incomplete.body.error.fields)).toContain(
    "Une question de ce segment a été supprimée",
  );
  expect(await count(`segment=${segmentId}&statusFilter=all`)).toBe(0);
  expect(await context.log()).toEqual([]);
});

test("refuses to start a draft whose segment was edited since it was confirmed", async () => {
  const segment = await segmentOf(sinceFebruary);
  const draft = await call<CampaignDetail>("POST", "/campaigns", {
    ...mailing,
    draft: true,
    segmentId: segment.id,
  });
  const edited = { name: "Anciens", audience: "both", version: 1 };
  const rule = { ...sinceFebruary, op: "before" } as const;
  await call("PUT", `/segments/${segment.id}`, { ...edited, conditions: conditions(rule) });
  const path = `/campaigns/${draft.body.id}/start`;
  const refused = await call<Refusal>("POST", path, { version: 1, segmentVersion: 1 });
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    "Le segment vient d’être modifié\u00a0: vérifiez les destinataires, puis envoyez.",
  ]);
  expect((await call("POST", path, { version: 1 })).status).toBe(409);
  expect((await call("POST", path, { version: 1, segmentVersion: 2 })).status).toBe(202);
  expect(await addresses()).toEqual(["lea@exemple.fr", "max@exemple.fr", "zoe@exemple.fr"]);
});

test("refuses to delete a segment while a draft or a scheduled campaign uses it", async () => {
  const { id: segmentId } = await segmentOf(sinceFebruary);
  const draft = await call<CampaignDetail>("POST", "/campaigns", { ...mailing, draft: true, segmentId });
  const refused = await call<Refusal>("DELETE", `/segments/${segmentId}`);
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    "Des e-mails en préparation s’adressent à ce segment\u00a0: «\u00a0Bonjour\u00a0». Choisissez d’abord d’autres destinataires.",
  ]);
  const scheduledAt = "2099-01-05T08:00:00.000Z";
  await call("POST", `/campaigns/${draft.body.id}/start`, { scheduledAt });
  expect((await call<Refusal>("DELETE", `/segments/${segmentId}`)).body.error.message).toContain(
    "programmés",
  );
  await call("POST", `/campaigns/${draft.body.id}/cancel`);
  expect((await call("DELETE", `/segments/${segmentId}`)).status).toBe(204);
  expect((await call<Campaign>("GET", `/campaigns/${draft.body.id}`)).body.segmentName).toBe("Nouveaux");
});

test.skipIf(process.env.TEST_DATABASE_URL === undefined)(
  "of a schedule and an edit of its segment at once, one waits and is refused",
  async () => {
    for (let round = 0; round < 5; round += 1) {
      const segment = await segmentOf(sinceFebruary, { name: `Nouveaux ${round}` });
      const edited = { name: `Anciens ${round}`, audience: "both", version: 1 };
      const other = conditions({ field: "website", op: "is", value: true });
      const scheduledAt = "2099-01-05T08:00:00.000Z";
      const draft = await call<CampaignDetail>("POST", "/campaigns", {
        ...mailing,
        subject: `Bonjour ${round}`,
        draft: true,
        segmentId: segment.id,
      });
      const [started, changed] = await Promise.all([
        call("POST", `/campaigns/${draft.body.id}/start`, { version: 1, segmentVersion: 1, scheduledAt }),
        call("PUT", `/segments/${segment.id}`, { ...edited, conditions: other }),
      ]);
      expect([started.status === 202, changed.status === 200].filter(Boolean)).toHaveLength(1);
    }
  },
);

test("changes only the name of a scheduled campaign's segment", async () => {
  const { id: segmentId } = await segmentOf(sinceFebruary);
  await start({ segmentId, scheduledAt: "2099-01-05T08:00:00.000Z" });
  const values = { name: "Récents", audience: "both", conditions: conditions(sinceFebruary), version: 1 };
  const other = conditions({ field: "website", op: "is", value: true });
  const refused = await call<Refusal>("PUT", `/segments/${segmentId}`, { ...values, conditions: other });
  expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining("Bonjour")]);
  expect((await call("PUT", `/segments/${segmentId}`, values)).status).toBe(200);
});

test("sends a scheduled campaign without its segment to no recipient", async () => {
  const { id: segmentId } = await segmentOf(sinceFebruary);
  const { body } = await start({ segmentId, scheduledAt: "2099-01-05T08:00:00.000Z" });
  await context.database.pool.query("delete from segments");
  await createCampaignQueue({
    ...context.dependencies,
    findKeyProblem: async () => null,
    now: () => new Date("2099-01-06"),
  }).advance();
  expect((await call<Campaign>("GET", `/campaigns/${body.id}`)).body).toMatchObject({ total: 0 });
  expect(await context.log()).toEqual([]);
});

test("a scheduled campaign that fails to start lets later campaigns start, shows the reason, and is tried again after a minute", async () => {
  const { id: segmentId } = await segmentOf(sinceFebruary);
  const { body: failing } = await start({ segmentId, scheduledAt: "2099-01-05T08:00:00.000Z" });
  const { body: next } = await start({ statusFilter: "pending", scheduledAt: "2099-01-05T09:00:00.000Z" });
  const replaceDay = (from: string, to: string) =>
    context.database.pool.query("update segments set conditions = replace(conditions::text, $1, $2)::jsonb", [
      from,
      to,
    ]);
  await replaceDay("2026-01-31", "2026-02-30");
  const error = vi.fn();
  let time = new Date("2099-01-06T08:00:00.000Z");
  const queue = createCampaignQueue({
    ...context.dependencies,
    findKeyProblem: async () => null,
    now: () => time,
    log: { ...silentLogger, error },
  });
  const read = async (id: string) => (await call<Campaign>("GET", `/campaigns/${id}`)).body;
  await queue.advance();
  expect(await read(next.id)).toMatchObject({ status: "running", total: 1, pausedReason: null });
  expect(await read(failing.id)).toMatchObject({
    status: "scheduled",
    startedAt: null,
    pausedReason: startFailed,
    nextAttemptAt: "2099-01-06T08:01:00.000Z",
  });
  expect(error).toHaveBeenCalledExactlyOnceWith("failed to start campaign", {
    id: failing.id,
    error: expect.any(Error),
  });
  await context.database.pool.query("update campaigns set status = 'completed' where status = 'running'");
  await context.database.pool.query("delete from email_log");
  expect(await findDueIn(context.database.db, time)).toBe(60_000);
  await replaceDay("2026-02-30", "2026-01-31");
  await queue.advance();
  expect(await read(failing.id)).toMatchObject({ status: "scheduled" });
  time = new Date("2099-01-06T08:01:00.000Z");
  await queue.advance();
  expect(await read(failing.id)).toMatchObject({
    status: "running",
    total: 2,
    pausedReason: null,
    nextAttemptAt: null,
  });
});
