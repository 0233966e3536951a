import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Wave, WavePreview } from "#contract/waves.schema.ts";
import { waveMessages } from "#contract/waves.ts";
import { createMailApp, type MailApp, soon } from "#server/mail/mail.test-helpers.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { lockWave } from "./waves.queries.ts";
import { holdWaves, startDueWaves } from "./waves.service.ts";

let context: MailApp;
let templateId: string;
beforeAll(async () => {
  context = await createMailApp();
  const [template] = await query<{ id: string }>("select id from email_templates where name = 'Invitation'");
  templateId = template?.id ?? "";
});
beforeEach(async () => {
  await context.clear();
  await emptyTables(context.database, "invitations, waves, segments, mail_hold");
  await context.saveSettings();
});
afterAll(() => context.close());

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await context.database.pool.query(text, values)).rows as Row[];

/** Approved and confirmed users, the first one the oldest. */
const addPeople = (count: number, columns = "status", value = "'approved'") =>
  query(
    `insert into beta_signups (name, firstname, email, created_at, confirmed_at, ${columns === "status" ? "status" : `status, ${columns}`})
     select 'Martin', 'Zoé', 'p' || n || '-${columns}@exemple.fr', now() - interval '1 day' + n * interval '1 second', now(),
       ${columns === "status" ? value : `'approved', ${value}`}
     from generate_series(1, $1::int) n`,
    [count],
  );
const wave = (changes: object = {}) => ({
  audience: "user",
  order: "oldest",
  count: 2,
  templateId,
  ...changes,
});
const preview = async (changes: object = {}): Promise<WavePreview> => {
  const { templateId: _, ...body } = wave(changes) as Record<string, unknown>;
  const answer = await context.request("POST", "/waves/preview", body);
  expect(answer.status).toBe(200);
  return (await answer.json()) as WavePreview;
};
const create = async (changes: object = {}): Promise<Wave> => {
  const answer = await context.request("POST", "/waves", wave(changes));
  expect(answer.status).toBe(201);
  return (await answer.json()) as Wave;
};
const start = (id: string) => context.request("POST", `/waves/${id}/start`);
const cancel = (id: string) => context.request("POST", `/waves/${id}/cancel`);
const makeDue = () => query("update email_log set next_attempt_at = null");
const invited = async () =>
  (
    await query<{ email: string }>(
      "select s.email from invitations i join beta_signups s on s.id = i.signup_id where i.revoked_at is null order by s.created_at",
    )
  ).map(({ email }) => email);

test("a preview counts the people that the wave would invite, shows ten of them, and says who is left out and why", async () => {
  await addPeople(12);
  await addPeople(1, "sample", "true");
  await addPeople(1, "limited_at", "now()");
  await query(`insert into beta_signups (name, firstname, email, status, confirmed_at) values
    ('A', 'A', 'pending@exemple.fr', 'pending', now()), ('A', 'A', 'rejected@exemple.fr', 'rejected', now()),
    ('A', 'A', 'unconfirmed@exemple.fr', 'approved', null), ('A', 'A', 'blocked@exemple.fr', 'approved', now()),
    ('A', 'A', 'erased@exemple.fr', 'approved', now())`);
  await query(`insert into beta_signups (name, firstname, email, status, confirmed_at, duplicate_of)
    select 'A', 'A', 'P1-status@exemple.fr', 'approved', now(), id from beta_signups where email = 'p1-status@exemple.fr'`);
  await query(`insert into suppressions (email_hash, scope, reason, source)
    select email_hash, 'all', case email when 'erased@exemple.fr' then 'erased' else 'bounced' end, 'test'
    from beta_signups where email in ('blocked@exemple.fr', 'erased@exemple.fr')`);
  const { id } = await create({ count: 1 });
  expect((await start(id)).status).toBe(200);

  const shown = await preview({ count: 100 });
  expect(shown).toMatchObject({ count: 11, available: 11, sentence: null, seed: null });
  expect(shown.first).toHaveLength(10);
  expect(shown.first[0]?.email).toBe("p2-status@exemple.fr");
  const reasons = Object.fromEntries(shown.leftOut.map(({ reason, count }) => [reason, count]));
  expect(reasons).toEqual({
    sample: 1,
    duplicate: 1,
    limited: 1,
    pending: 1,
    rejected: 1,
    unconfirmed: 1,
    invited: 1,
    suppressed: 2,
  });
  await context.saveSettings({ confirmationRequested: false } as object);
  expect((await preview({ count: 100 })).count).toBe(12);
});

test("a start freezes the oldest people with a code and a message each, and the quota is exact", async () => {
  await addPeople(5);
  const { id } = await create({ count: 3 });
  const answer = await start(id);
  expect(await answer.json()).toMatchObject({ status: "started", total: 3, figures: { toSend: 3, sent: 0 } });
  expect(await invited()).toEqual([1, 2, 3].map((n) => `p${n}-status@exemple.fr`));
  const [log] = await query<{ content: string; purpose: string; lane: string }>(
    "select content, purpose, lane from email_log limit 1",
  );
  expect(log).toMatchObject({
    purpose: "service",
    lane: "direct",
    content: expect.stringContaining("{{code}}"),
  });
  expect((await start(id)).status).toBe(409);
});

test("a wave that would invite no one does not start and stays a draft", async () => {
  const { id } = await create();
  const answer = await start(id);
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({
    error: { code: "no_recipients", message: waveMessages.noCandidates },
  });
  expect((await context.read("/waves")) as object).toMatchObject({ items: [{ id, status: "draft" }] });
});

test("concurrent starts in two instances invite each person once and keep each quota", async () => {
  await addPeople(10);
  const waves = await Promise.all([create({ count: 4 }), create({ count: 4 }), create({ count: 4 })]);
  const other = context.compose();
  const answers = await Promise.all(
    waves.map(({ id }, index) =>
      (index === 1 ? other.app : context.app).request(`/api/admin/waves/${id}/start`, {
        method: "POST",
        headers: context.admin.headers,
      }),
    ),
  );
  const totals = await Promise.all(answers.map(async (answer) => ((await answer.json()) as Wave).total));
  expect(totals.sort()).toEqual([2, 4, 4]);
  expect(new Set(await invited()).size).toBe(10);
  expect(await query("select 1 from email_log")).toHaveLength(10);
});

test("a wave that is sent twice under one id is one wave: changed until it starts, then answered as it is", async () => {
  await addPeople(3);
  const id = "5f0c9a52-6c1e-4a52-9d6c-0a2f7e0e5d11";
  await create({ id, count: 1 });
  expect(await create({ id, count: 2 })).toMatchObject({ id, count: 2, status: "draft" });
  await start(id);
  expect(await create({ id, count: 3 })).toMatchObject({ id, count: 2, status: "started", total: 2 });
  expect(await context.read("/waves")).toMatchObject({ items: [{ id }] });
  const { headers } = await context.signIn({ superAdmin: true });
  const draft = await create({ count: 1 });
  const body = JSON.stringify(wave({ id: draft.id, count: 3 }));
  const answer = await context.app.request("/api/admin/waves", { method: "POST", headers, body });
  expect(await answer.json()).toMatchObject({ count: 1 });
});

test("a lottery can be repeated by its seed, and its preview shows the people that it draws", async () => {
  await addPeople(20);
  const { seed, first } = await preview({ order: "lottery", count: 5 });
  expect(seed).toMatch(/^[\da-f]{16}$/);
  const { id } = await create({ order: "lottery", count: 5, seed });
  await start(id);
  const drawn = await query<{ id: string }>(
    "select id from beta_signups order by md5($1 || ':' || id) limit 5",
    [seed],
  );
  expect(first.map((person) => person.id)).toEqual(drawn.map((person) => person.id));
  const frozen = await query<{ id: string }>("select signup_id as id from invitations");
  expect(new Set(frozen.map((person) => person.id))).toEqual(new Set(drawn.map((person) => person.id)));
});

test("a wave by points invites the people with the most confirmed friends, up to the cap, then the oldest", async () => {
  await addPeople(30);
  const people = await query<{ id: string }>("select id from beta_signups order by created_at");
  await query(`insert into brand_signups (name, firstname, email, website, confirmed_at)
    select 'A', 'A', 'amie' || n || '@exemple.fr', 'x', now() from generate_series(1, 46) n`);
  const [first, second, third] = [people[0]?.id, people[1]?.id, people[2]?.id];
  await query(
    `insert into referral_codes (signup_id, audience, code, mailbox_key)
     select id, 'user', id::text, id::text from beta_signups`,
  );
  // The third has one friend, the second more than the cap of 20, and the first exactly as many.
  await query(
    `insert into referrals (signup_id, audience, referrer_id, referrer_audience, mailbox_key, reviewed)
     select gone.id, 'brand', gone.referrer_id, 'user', gone.id::text, 'accepted'
     from (select id, case when n = 1 then $3 when n <= 21 then $1 else $2 end::uuid as referrer_id
       from (select id, row_number() over (order by created_at) as n from brand_signups) as friends) as gone`,
    [first, second, third],
  );
  const { first: shown } = await preview({ order: "points", count: 4 });
  expect(shown.map(({ id }) => id)).toEqual([first, second, third, people[3]?.id]);
  const { id } = await create({ order: "points", count: 3 });
  await start(id);
  const invited = await query<{ id: string }>("select signup_id as id from invitations");
  expect(new Set(invited.map((person) => person.id))).toEqual(new Set([first, second, third]));
});

test("a wave invites the people of its segment, and cannot start once the segment is deleted", async () => {
  await addPeople(3);
  await query("update beta_signups set source_id = source_id('instagram', '', '') where email like 'p2%'");
  const conditions = {
    match: "all",
    groups: [{ match: "all", rules: [{ field: "source", op: "is", value: "instagram" }] }],
  };
  const saved = await context.request("POST", "/segments", {
    name: "Instagram",
    audience: "user",
    conditions,
  });
  const { id: segmentId } = (await saved.json()) as { id: string };
  const { id, sentence } = await create({ segmentId, count: 10 });
  expect(sentence).toBe("Utilisateurs venus d’Instagram");
  const late = await create({ segmentId, count: 10 });
  expect(((await (await start(id)).json()) as Wave).total).toBe(1);
  await context.request("DELETE", `/segments/${segmentId}`);
  const answer = await start(late.id);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { fields: { segmentId: waveMessages.segment } } });
  expect(await invited()).toEqual(["p2-status@exemple.fr"]);
});

describe("what leaves", () => {
  test("a message carries the code and its link, the log neither, and the code counts from its sending", async () => {
    await addPeople(1);
    const { id } = await create();
    await start(id);
    expect(
      await query("select 1 from email_log where next_attempt_at > now() + interval '20 seconds'"),
    ).toHaveLength(1);
    await makeDue();
    context.startWorker();
    await vi.waitFor(() => expect(context.recorder.sent).toHaveLength(1), soon);
    const text = context.recorder.sent[0]?.text ?? "";
    const [code = ""] = /\b[\dA-Z]{4}-[\dA-Z]{4}-[\dA-Z]{4}\b/.exec(text) ?? [];
    expect(code).not.toBe("");
    expect(text).toContain(`(http://localhost/i/${code})`);
    expect(context.recorder.sent[0]?.html).toContain(`href="http://localhost/i/${code}"`);
    expect(context.recorder.sent[0]?.headers).not.toHaveProperty("List-Unsubscribe");
    await vi.waitFor(
      async () =>
        expect(
          await query(
            "select 1 from invitations where sent_at is not null and expires_at = sent_at + interval '14 days'",
          ),
        ).toHaveLength(1),
      soon,
    );
    for (const table of ["email_log", "invitations", "waves", "journal_entries"]) {
      expect(await query(`select 1 from ${table} t where strpos(t::text, $1) > 0`, [code]), table).toEqual(
        [],
      );
    }
  });

  test("a person who may not be written to any more gets nothing, and their code is revoked", async () => {
    await addPeople(1);
    const { id } = await create();
    await start(id);
    await query(`insert into suppressions (email_hash, scope, reason, source)
      select email_hash, 'all', 'limited', 'test' from beta_signups`);
    await makeDue();
    context.startWorker();
    await vi.waitFor(
      async () =>
        expect(await context.read("/waves")).toMatchObject({ items: [{ figures: { revoked: 1 } }] }),
      soon,
    );
    expect(context.recorder.sent).toEqual([]);
  });

  test("a simulated message does not count as sent: its code is revoked, and a wave may invite the person once mail leaves", async () => {
    await addPeople(1);
    await context.saveSettings({ simulationMode: true });
    const { id } = await create();
    await start(id);
    await makeDue();
    context.startWorker();
    await vi.waitFor(
      async () => expect(await query("select 1 from email_log where status = 'sent'")).toHaveLength(1),
      soon,
    );
    expect(await context.read(`/waves/${id}`)).toMatchObject({ figures: { sent: 0, revoked: 1 } });
    expect((await preview()).count).toBe(1);
    expect(await (await cancel(id)).json()).toMatchObject({ status: "cancelled" });
  });

  test("an address that refuses the message for good shows as not delivered", async () => {
    await addPeople(1);
    context.recorder.outcome = () => ({
      type: "refused",
      message: "550 5.1.1 unknown",
      refusal: { kind: "hard", statusCode: "5.1.1", words: "unknown" },
    });
    const { id } = await create();
    await start(id);
    await makeDue();
    context.startWorker();
    await vi.waitFor(
      async () =>
        expect(await context.read("/waves")).toMatchObject({ items: [{ figures: { bounced: 1 } }] }),
      soon,
    );
  });
});

describe("ending a wave", () => {
  test("a start of which nothing has left is undone, and another wave may invite the same people", async () => {
    await addPeople(2);
    const { id } = await create();
    await start(id);
    expect(await (await cancel(id)).json()).toMatchObject({ status: "cancelled" });
    expect(await query("select 1 from email_log")).toEqual([]);
    expect((await preview()).count).toBe(2);
    expect((await cancel(id)).status).toBe(409);
  });

  test("stopping a wave revokes codes that were neither sent nor redeemed, and keeps the others", async () => {
    await addPeople(3);
    const { id } = await create({ count: 3 });
    await start(id);
    await query(`update email_log set status = 'sent', sent_at = now(), departed_at = now()
      where recipient_email like 'p1-%'`);
    await query(`update email_log set leased_by = 'other', leased_until = now() + interval '1 minute', departed_at = now()
      where recipient_email like 'p2-%'`);
    expect(await (await cancel(id)).json()).toMatchObject({
      status: "stopped",
      figures: { toSend: 1, sent: 1, revoked: 1 },
    });
    // The one that was in flight left.
    await query(
      `update email_log set status = 'sent', sent_at = now(), leased_by = null where leased_by = 'other'`,
    );
    expect(await context.read(`/waves/${id}`)).toMatchObject({ figures: { toSend: 0, sent: 2, revoked: 1 } });
    expect((await preview({ count: 9 })).first.map(({ email }) => email)).toEqual(["p3-status@exemple.fr"]);
  });

  test("a wave of which all sent codes were revoked is stopped, also when the log has forgotten their messages", async () => {
    await addPeople(2);
    const { id } = await create();
    await start(id);
    await query("update email_log set status = 'sent', sent_at = now(), departed_at = now()");
    await query("update invitations set revoked_at = now()");
    await emptyTables(context.database, "email_log");
    expect(await (await cancel(id)).json()).toMatchObject({ status: "stopped", figures: { revoked: 2 } });
    expect(await query("select 1 from invitations")).toHaveLength(2);
  });

  test("a wave whose only sent message is of a revoked code is stopped", async () => {
    await addPeople(1);
    const { id } = await create();
    await start(id);
    await query("update invitations set revoked_at = now()");
    await query(
      "update email_log set leased_by = 'other', leased_until = now() + interval '1 minute', departed_at = now()",
    );
    expect(await (await cancel(id)).json()).toMatchObject({ status: "stopped" });
    expect(await query("select 1 from invitations")).toHaveLength(1);
  });

  test("a code that is renewed after its wave was stopped is sent", async () => {
    await addPeople(2);
    const { id } = await create();
    await start(id);
    await query(`update email_log set status = 'sent', sent_at = now(), departed_at = now()
      where recipient_email like 'p1-%'`);
    await cancel(id);
    const [sent] = await query<{ id: string }>("select id from invitations where sent_at is not null");
    expect((await context.request("POST", `/invitations/${sent?.id}/renew`)).status).toBe(204);
    context.startWorker();
    await vi.waitFor(() => expect(context.recorder.sent).toHaveLength(1), soon);
    await vi.waitFor(
      async () =>
        expect(await context.read(`/waves/${id}`)).toMatchObject({ figures: { sent: 1, revoked: 1 } }),
      soon,
    );
  });

  test("a message that was in flight when its wave was stopped, and failed, is not sent again", async () => {
    await addPeople(1);
    const { id } = await create();
    await start(id);
    await query(
      "update email_log set leased_by = 'other', leased_until = now() + interval '1 minute', departed_at = now()",
    );
    await cancel(id);
    await query(
      "update email_log set leased_by = null, departed_at = null, next_attempt_at = null, attempts = 1",
    );
    context.startWorker();
    await vi.waitFor(
      async () =>
        expect(await context.read("/waves")).toMatchObject({ items: [{ figures: { revoked: 1 } }] }),
      soon,
    );
    expect(context.recorder.sent).toEqual([]);
  });
});

// The embedded database has one connection.
test.skipIf(process.env.TEST_DATABASE_URL === undefined)(
  "a new code is written while its wave is being ended",
  async () => {
    await addPeople(1);
    const { id } = await create();
    await start(id);
    await query("update email_log set status = 'sent', sent_at = now(), departed_at = now()");
    const [sent] = await query<{ id: string }>("select id from invitations");
    await context.db.transaction(async (tx) => {
      await lockWave(tx, id);
      expect((await context.request("POST", `/invitations/${sent?.id}/renew`)).status).toBe(204);
    });
  },
);

describe("a scheduled wave", () => {
  const tomorrow = () => new Date(Date.now() + 86_400_000);
  const later = () => ({ ...context.dependencies, now: () => new Date(Date.now() + 2 * 86_400_000) });

  test("a scheduled wave starts once at its time, in any number of instances", async () => {
    await addPeople(5);
    const { id } = await create({ startsAt: tomorrow().toISOString() });
    await startDueWaves(context.dependencies);
    expect(await invited()).toEqual([]);
    await Promise.all([startDueWaves(later()), startDueWaves(later())]);
    expect(await context.read(`/waves/${id}`)).toMatchObject({ status: "started", total: 2 });
    expect(await invited()).toHaveLength(2);
  });

  test("a scheduled wave does not start with a segment that was changed since, unless an administrator starts it twice", async () => {
    await addPeople(3);
    const values = (value: string) => ({
      name: "Segment",
      audience: "user",
      conditions: { match: "all", groups: [{ match: "all", rules: [{ field: "source", op: "is", value }] }] },
    });
    const saved = await context.request("POST", "/segments", values("instagram"));
    const segment = (await saved.json()) as { id: string; version: number };
    const scheduled = { segmentId: segment.id, startsAt: tomorrow().toISOString() };
    const [due, started] = [await create(scheduled), await create(scheduled)];
    const edited = { ...values("tiktok"), version: segment.version };
    expect((await context.request("PUT", `/segments/${segment.id}`, edited)).status).toBe(200);
    await query("update beta_signups set source_id = source_id('tiktok', '', '')");
    const changed = { status: "draft", problem: waveMessages.segmentChanged, sentence: /TikTok/i };
    const answer = await start(started.id);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ error: { message: waveMessages.segmentChanged } });
    await startDueWaves(later());
    expect(await invited()).toEqual([]);
    for (const { id } of [due, started]) {
      const { sentence, ...shown } = (await context.read(`/waves/${id}`)) as Wave;
      expect(shown).toMatchObject({ status: changed.status, problem: changed.problem });
      expect(sentence).toMatch(changed.sentence);
    }
    expect(await (await start(started.id)).json()).toMatchObject({
      status: "started",
      total: 2,
      problem: null,
    });
  });

  test("a scheduled wave does not start with a text that was changed since, while mail is held, or after a restore", async () => {
    await addPeople(1);
    const { id } = await create({ startsAt: tomorrow().toISOString() });
    await query("insert into mail_hold default values");
    await startDueWaves(later());
    expect(await context.read(`/waves/${id}`)).toMatchObject({ status: "scheduled" });
    await emptyTables(context.database, "mail_hold");
    await query("update email_templates set version = version + 1 where id = $1", [templateId]);
    await startDueWaves(later());
    await query("update email_templates set version = version - 1 where id = $1", [templateId]);
    const changed = { status: "draft", problem: waveMessages.templateChanged };
    expect(await context.read(`/waves/${id}`)).toMatchObject(changed);
    const other = await create({ startsAt: tomorrow().toISOString() });
    await context.db.transaction((tx) => holdWaves(tx));
    await startDueWaves(later());
    const restored = { status: "draft", problem: waveMessages.restored };
    expect(await context.read(`/waves/${other.id}`)).toMatchObject(restored);
    expect(await invited()).toEqual([]);
  });
});

describe("a person's sign-up", () => {
  test("a deleted sign-up takes its invitation along, and one whose approval or address changes loses an unsent invitation", async () => {
    await addPeople(3);
    const { id } = await create({ count: 3 });
    await start(id);
    const [one, two, three] = await query<{ id: string }>("select id from beta_signups order by created_at");
    await context.request("DELETE", `/signups/user/${one?.id}`);
    await query("update beta_signups set decided_at = now() where id = $1", [two?.id]);
    expect((await context.request("POST", `/signups/user/${two?.id}/undo`)).status).toBe(200);
    const values = { firstname: "Zoé", name: "Martin", email: "nouvelle@exemple.fr" };
    expect(
      (await context.request("PUT", `/signups/user/${three?.id}`, { ...values, version: 1 })).status,
    ).toBeLessThan(300);
    expect(await invited()).toEqual([]);
    expect(await query("select 1 from invitations")).toHaveLength(2);
    expect(await query("select 1 from email_log where variables ? 'invitationId'")).toEqual([]);
  });
});

describe("what is refused", () => {
  const refusal = async (changes: object) => {
    const answer = await context.request("POST", "/waves", wave(changes));
    return ((await answer.json()) as { error: { fields: object } }).error.fields;
  };

  test("a wave with an unknown order, a wrong number, time, segment, seed or template is refused", async () => {
    expect(await refusal({ order: "richest" })).toEqual({ order: waveMessages.order });
    expect(await refusal({ count: 0 })).toEqual({ count: waveMessages.count });
    expect(await refusal({ startsAt: "2020-01-01T10:00:00Z" })).toEqual({ startsAt: waveMessages.startsAt });
    const unknown = "00000000-0000-4000-8000-000000000000";
    expect(await refusal({ segmentId: unknown })).toEqual({ segmentId: waveMessages.segment });
    expect(await refusal({ templateId: unknown })).toEqual({ templateId: waveMessages.template });
    expect(await refusal({ seed: "x", order: "lottery" })).toEqual({ seed: waveMessages.seed });
    const [approved] = await query<{ id: string }>("select id from email_templates where event = 'approved'");
    expect(await refusal({ templateId: approved?.id })).toEqual({
      templateId: waveMessages.templateWithoutCode,
    });
  });

  test("an administrator starts waves with the allowed text alone", async () => {
    await addPeople(1);
    const { headers } = await context.signIn();
    const post = (path: string, body: object) =>
      context.app.request(`/api/admin${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    expect((await post("/waves", wave())).status).toBe(201);
    await query("update email_templates set service_version = 0 where id = $1", [templateId]);
    expect((await post("/waves", wave())).status).toBe(403);
    const { id } = await create();
    expect((await post(`/waves/${id}/start`, {})).status).toBe(403);
    await query("update email_templates set service_version = 1 where id = $1", [templateId]);
    expect((await post(`/waves/${id}/start`, {})).status).toBe(200);
  });
});
