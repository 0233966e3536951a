import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import type { Wave } from "#contract/waves.schema.ts";
import { waveMessages } from "#contract/waves.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { holdWaves, startDueWaves, startWave } from "./waves.service.ts";
import { setUpWaves } from "./waves.test-helpers.ts";

const setup = setUpWaves();
const { addPeople, create, invited, preview, query, start, wave } = setup;

test("a preview counts the people that the wave would invite, shows ten of them, and counts the people left out by reason", async () => {
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
  await setup.context.saveSettings({ confirmationRequested: false } as object);
  expect((await preview({ count: 100 })).count).toBe(12);
});

test("a start freezes the oldest people with a code and a message each, and the quota is exact", async () => {
  await addPeople(5);
  const { id } = await create({ count: 3 });
  const answer = await start(id);
  expect(await answer.json()).toMatchObject({ status: "started", total: 3, counts: { toSend: 3, sent: 0 } });
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

test("the time to undo a start begins when its messages are stored", async () => {
  await addPeople(1);
  const { id } = await create();
  const { dependencies, db } = setup.context;
  const settings = await dependencies.site.current();
  const site = { ...dependencies.site, current: () => Promise.resolve(settings) };
  await db.transaction(async (tx) => {
    await sleep(200);
    const admin = { email: "ines@tenue.example", isSuperAdmin: true };
    await startWave({ ...dependencies, db: tx, site }, id, admin);
  });
  const [waits] = await query<{ ms: number }>(
    `select (extract(epoch from next_attempt_at - created_at) * 1000)::float8 as ms from email_log`,
  );
  expect(waits?.ms).toBeGreaterThan(limits.undoMs + 150);
});

test("a wave without people to invite does not start and stays a draft", async () => {
  const { id } = await create();
  const answer = await start(id);
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({
    error: { code: "no_recipients", message: waveMessages.noCandidates },
  });
  expect((await setup.context.read("/waves")) as object).toMatchObject({ items: [{ id, status: "draft" }] });
});

test("concurrent starts in two instances invite each person once and keep each quota", async () => {
  await addPeople(10);
  const waves = await Promise.all([create({ count: 4 }), create({ count: 4 }), create({ count: 4 })]);
  const other = setup.context.compose();
  const answers = await Promise.all(
    waves.map(({ id }, index) =>
      (index === 1 ? other.app : setup.context.app).request(`/api/admin/waves/${id}/start`, {
        method: "POST",
        headers: setup.context.admin.headers,
      }),
    ),
  );
  const totals = await Promise.all(answers.map(async (answer) => ((await answer.json()) as Wave).total));
  expect(totals.sort()).toEqual([2, 4, 4]);
  expect(new Set(await invited()).size).toBe(10);
  expect(await query("select 1 from email_log")).toHaveLength(10);
});

test("a wave that is saved twice under one id is changed before its start, and afterwards returned unchanged", async () => {
  await addPeople(3);
  const id = "5f0c9a52-6c1e-4a52-9d6c-0a2f7e0e5d11";
  await create({ id, count: 1 });
  expect(await create({ id, count: 2 })).toMatchObject({ id, count: 2, status: "draft" });
  await start(id);
  expect(await create({ id, count: 3 })).toMatchObject({ id, count: 2, status: "started", total: 2 });
  expect(await setup.context.read("/waves")).toMatchObject({ items: [{ id }] });
  const { headers } = await setup.context.signIn({ superAdmin: true });
  const draft = await create({ count: 1 });
  const body = JSON.stringify(wave({ id: draft.id, count: 3 }));
  const answer = await setup.context.app.request("/api/admin/waves", { method: "POST", headers, body });
  expect(await answer.json()).toMatchObject({ count: 1 });
});

test("a lottery gives the same people for the same seed, and its preview shows the people that it draws", async () => {
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
  // The third person has one friend, the second more than the cap of 20, and the first exactly 20.
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

describe("a scheduled wave", () => {
  const tomorrow = () => new Date(Date.now() + 86_400_000);
  const later = () => ({ ...setup.context.dependencies, now: () => new Date(Date.now() + 2 * 86_400_000) });

  test("a scheduled wave starts once at its time, in any number of instances", async () => {
    await addPeople(5);
    const { id } = await create({ startsAt: tomorrow().toISOString() });
    await startDueWaves(setup.context.dependencies);
    expect(await invited()).toEqual([]);
    await Promise.all([startDueWaves(later()), startDueWaves(later())]);
    expect(await setup.context.read(`/waves/${id}`)).toMatchObject({ status: "started", total: 2 });
    expect(await invited()).toHaveLength(2);
  });

  test("a scheduled wave whose segment was changed does not start, unless an administrator starts it twice", async () => {
    await addPeople(3);
    const values = (value: string) => ({
      name: "Segment",
      audience: "user",
      conditions: { match: "all", groups: [{ match: "all", rules: [{ field: "source", op: "is", value }] }] },
    });
    const saved = await setup.context.request("POST", "/segments", values("instagram"));
    const segment = (await saved.json()) as { id: string; version: number };
    const scheduled = { segmentId: segment.id, startsAt: tomorrow().toISOString() };
    const [due, started] = [await create(scheduled), await create(scheduled)];
    const edited = { ...values("tiktok"), version: segment.version };
    expect((await setup.context.request("PUT", `/segments/${segment.id}`, edited)).status).toBe(200);
    await query("update beta_signups set source_id = source_id('tiktok', '', '')");
    const changed = { status: "draft", problem: waveMessages.segmentChanged, sentence: /TikTok/i };
    const answer = await start(started.id);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ error: { message: waveMessages.segmentChanged } });
    await startDueWaves(later());
    expect(await invited()).toEqual([]);
    for (const { id } of [due, started]) {
      const { sentence, ...shown } = (await setup.context.read(`/waves/${id}`)) as Wave;
      expect(shown).toMatchObject({ status: changed.status, problem: changed.problem });
      expect(sentence).toMatch(changed.sentence);
    }
    expect(await (await start(started.id)).json()).toMatchObject({
      status: "started",
      total: 2,
      problem: null,
    });
  });

  test("a scheduled wave that fails to start shows a problem, lets later waves start, and is tried again", async () => {
    await addPeople(3);
    const rule = { field: "date", op: "after", value: "2020-01-01" };
    const conditions = { match: "all", groups: [{ match: "all", rules: [rule] }] };
    const segment = { name: "Segment", audience: "user", conditions };
    const saved = await setup.context.request("POST", "/segments", segment);
    const { id: segmentId } = (await saved.json()) as { id: string };
    const failing = await create({ segmentId, count: 1, startsAt: tomorrow().toISOString() });
    const next = await create({ count: 1, startsAt: new Date(Date.now() + 90_000_000).toISOString() });
    await query(
      `update segments set conditions = replace(conditions::text, '2020-01-01', '2020-02-30')::jsonb`,
    );
    const error = vi.fn();
    await startDueWaves({ ...later(), log: { ...silentLogger, error } });
    const read = (id: string) => setup.context.read(`/waves/${id}`);
    expect(await read(failing.id)).toMatchObject({ status: "scheduled", problem: waveMessages.startFailed });
    expect(await read(next.id)).toMatchObject({ status: "started", total: 1, problem: null });
    expect(error).toHaveBeenCalledExactlyOnceWith("failed to start wave", {
      id: failing.id,
      error: expect.any(Error),
    });
    await query(
      `update segments set conditions = replace(conditions::text, '2020-02-30', '2020-01-01')::jsonb`,
    );
    await startDueWaves(later());
    expect(await read(failing.id)).toMatchObject({ status: "started", total: 1, problem: null });
  });

  test("a scheduled wave does not start after a change of its text, while mail is held, or after a restore", async () => {
    await addPeople(1);
    const { id } = await create({ startsAt: tomorrow().toISOString() });
    await query("insert into mail_hold default values");
    await startDueWaves(later());
    expect(await setup.context.read(`/waves/${id}`)).toMatchObject({ status: "scheduled" });
    await emptyTables(setup.context.database, "mail_hold");
    await query("update email_templates set version = version + 1 where id = $1", [setup.templateId]);
    await startDueWaves(later());
    await query("update email_templates set version = version - 1 where id = $1", [setup.templateId]);
    const changed = { status: "draft", problem: waveMessages.templateChanged };
    expect(await setup.context.read(`/waves/${id}`)).toMatchObject(changed);
    const other = await create({ startsAt: tomorrow().toISOString() });
    await setup.context.db.transaction((tx) => holdWaves(tx));
    await startDueWaves(later());
    const restored = { status: "draft", problem: waveMessages.restored };
    expect(await setup.context.read(`/waves/${other.id}`)).toMatchObject(restored);
    expect(await invited()).toEqual([]);
  });
});

describe("refused waves", () => {
  const refusal = async (changes: object) => {
    const answer = await setup.context.request("POST", "/waves", wave(changes));
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

  test("an administrator may start waves only with the allowed text", async () => {
    await addPeople(1);
    const { headers } = await setup.context.signIn();
    const post = (path: string, body: object) =>
      setup.context.app.request(`/api/admin${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    expect((await post("/waves", wave())).status).toBe(201);
    await query("update email_templates set service_version = 0 where id = $1", [setup.templateId]);
    expect((await post("/waves", wave())).status).toBe(403);
    const { id } = await create();
    expect((await post(`/waves/${id}/start`, {})).status).toBe(403);
    await query("update email_templates set service_version = 1 where id = $1", [setup.templateId]);
    expect((await post(`/waves/${id}/start`, {})).status).toBe(200);
  });
});
