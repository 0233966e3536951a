import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { clockMessages } from "#contract/state.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { createCampaignQueue } from "#server/mail/sending/campaign-queue.service.ts";
import { startMaintenance } from "#server/maintenance.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

const day = 86_400_000;
const present = new Date("2026-11-26T12:00:00Z");
const later = (days: number) => new Date(present.getTime() + days * day);
let context: TestApp;
let now: Date;

beforeAll(async () => {
  context = await createTestApp({ now: () => new Date(now) });
});
afterAll(() => context.close());
beforeEach(async () => {
  now = present;
  await emptyTables(
    context.database,
    `upkeep_clock, ${Object.keys(rowsToDelete).join(", ")}, attempt_counts, admin_users`,
  );
});

const query = async (text: string) => (await context.database.pool.query(text)).rows;

/** One row of each kind that the upkeep would delete 400 days later. */
const rowsToDelete: Record<string, string> = {
  beta_signups: `insert into beta_signups (firstname, name, email, created_at) values ('Zoé', 'Martin', 'zoe@exemple.fr', '2026-11-20')`,
  suppressions: `insert into suppressions (email_hash, scope, reason, source, until) values ('hash', 'all', 'bounced', 'page', '2026-12-20')`,
  privacy_links: `insert into privacy_links (token_hash, email_hash, expires_at) values ('token', 'hash', '2026-11-27')`,
  used_form_tokens: `insert into used_form_tokens (id, signup_id, expires_at) values (gen_random_uuid(), gen_random_uuid(), '2026-11-27')`,
  dkim_keys: `insert into dkim_keys (domain, selector, private_key, public_key, state, retired_at) values ('exemple.fr', 's', 'x', 'y', 'retiring', '2026-12-20')`,
};

async function fill(): Promise<void> {
  for (const insert of Object.values(rowsToDelete)) await query(insert);
}

/** The tables that still have their row. */
async function findKept(): Promise<string[]> {
  const kept: string[] = [];
  for (const table of Object.keys(rowsToDelete))
    if ((await query(`select from ${table}`)).length > 0) kept.push(table);
  return kept;
}

/** One round of the whole upkeep of an instance. */
async function runUpkeep({ upkeep } = context.compose()): Promise<void> {
  const round = Promise.withResolvers<void>();
  const last = { name: "end of the round", run: async () => round.resolve() };
  const stop = startMaintenance(silentLogger, { ...upkeep, jobs: [...upkeep.jobs, last] }, 1);
  await round.promise;
  await stop();
}

const confirm = (at: unknown, headers: Record<string, string>) =>
  context.app.request("/api/admin/state/clock", {
    method: "POST",
    headers: { "content-type": "application/json", origin: "http://localhost", ...headers },
    body: JSON.stringify({ at }),
  });
const signInSuper = () => context.signIn({ superAdmin: true });

test("a clock that jumps forward by 400 days deletes nothing, and neither does its way back", async () => {
  await fill();
  await runUpkeep();
  now = later(400);
  await runUpkeep();
  await runUpkeep();
  now = later(1);
  await runUpkeep();
  // Their term is over: the clock is plausible again on the day after the jump.
  expect(await findKept()).toEqual(["beta_signups", "suppressions", "dkim_keys"]);
});

// registre: 25
test("counts of attempts are deleted within a minute of their end, also while the clock is implausible", async () => {
  await query("insert into attempt_counts (key, count, window_ends_at) values ('key', 1, '2026-11-27')");
  const { upkeep } = context.compose();
  expect(upkeep.jobs).toContainEqual(
    expect.objectContaining({ name: "delete past attempts", everyMs: 60_000 }),
  );
  await runUpkeep();
  expect(await query("select from attempt_counts")).toHaveLength(1);
  now = later(400);
  await runUpkeep();
  expect(await query("select from attempt_counts")).toEqual([]);
});

test("the last upkeep does not change while a jump of the clock is unconfirmed, even after a restart", async () => {
  await fill();
  await runUpkeep();
  for (const days of [400, 400.01, 401]) {
    now = later(days);
    await runUpkeep(context.compose());
  }
  expect(await findKept()).toEqual(Object.keys(rowsToDelete));
  expect(await query("select at from upkeep_clock")).toEqual([{ at: present }]);
});

test("deletions by time continue once a super administrator confirms the clock, which the journal records", async () => {
  await fill();
  await runUpkeep();
  now = later(400);
  await runUpkeep();
  const { admin, headers } = await signInSuper();
  expect((await confirm(now.toISOString(), headers)).status).toBe(204);
  expect(await query("select actor from journal_entries where action = 'clock.confirmed'")).toEqual([
    { actor: admin.email },
  ]);
  await runUpkeep();
  expect(await findKept()).toEqual([]);
});

test("an instance with a wrong clock deletes nothing while another instance has the right time", async () => {
  await fill();
  const [right, wrong] = [
    context.compose({ now: () => later(0) }),
    context.compose({ now: () => later(400) }),
  ];
  for (const instance of [right, wrong, right, wrong]) await runUpkeep(instance);
  expect(await findKept()).toEqual(Object.keys(rowsToDelete));
});

test("deletions by time resume without a confirmation after the server was off for two days", async () => {
  await fill();
  await runUpkeep();
  now = later(2);
  await runUpkeep();
  expect(await query("select at from upkeep_clock")).toEqual([{ at: now }]);
});

test("the last upkeep is written at most once an hour", async () => {
  const { upkeep } = context.compose();
  for (const [minutes, stored] of [
    [0, 0],
    [59, 0],
    [60, 60],
    [119, 60],
  ] as const) {
    now = new Date(present.getTime() + minutes * 60_000);
    expect(await upkeep.mayDeleteByTime()).toBe(true);
    expect(await query("select at from upkeep_clock")).toEqual([
      { at: new Date(present.getTime() + stored * 60_000) },
    ]);
  }
});

test("a clock that is ahead starts no scheduled campaign or wave and reminds of no invitation before it is confirmed", async () => {
  await emptyTables(context.database, "campaigns, invitations, waves, beta_signups, email_log");
  await runUpkeep();
  await query(
    `insert into campaigns (subject, content, recipient_type, status_filter, status, fingerprint, created_by, scheduled_at)
     values ('Rendez-vous', 'Texte', 'all', 'all', 'scheduled', 'x', 'a@exemple.fr', '2026-12-01')`,
  );
  await query(
    `insert into waves (audience, "order", count, template_id, template_version, status, starts_at, created_by)
     values ('user', 'oldest', 1, gen_random_uuid(), 1, 'scheduled', '2026-12-01', 'a@exemple.fr')`,
  );
  await query(
    `with person as (
       insert into beta_signups (firstname, name, email, status, confirmed_at, created_at, decided_at)
       values ('Zoé', 'Martin', 'zoe@exemple.fr', 'approved', '2026-11-20', '2026-11-20', '2026-11-20') returning id
     )
     insert into invitations (audience, signup_id, code_hash, code_sealed, valid_days, message_id, sent_at, expires_at)
     select 'user', id, 'hash', 'sealed', 14, gen_random_uuid(), '2026-11-21', '2026-12-05' from person`,
  );
  const findStarted = async () => {
    const campaigns = createCampaignQueue({
      ...context.dependencies,
      findKeyProblem: async () => null,
      now: () => now,
    });
    await campaigns.advance();
    await runUpkeep();
    return query(
      `select (select status from campaigns) <> 'scheduled' as campaign, (select status from waves) <> 'scheduled' as wave,
         (select reminded_at from invitations) is not null as reminder`,
    );
  };
  now = later(7);
  expect(await findStarted()).toEqual([{ campaign: false, wave: false, reminder: false }]);
  const { headers } = await signInSuper();
  await confirm(now.toISOString(), headers);
  expect(await findStarted()).toEqual([{ campaign: true, wave: true, reminder: true }]);
});

async function findClockRow({ headers }: SignedIn) {
  const answer = await context.app.request("/api/admin/state", { headers });
  const { rows } = (await answer.json()) as { rows: { key: string }[] };
  return rows.find(({ key }) => key === "clock");
}

test("'État' shows a jump of the clock with its action until a person confirms it", async () => {
  await runUpkeep();
  now = later(400);
  const admin = await signInSuper();
  expect(await findClockRow(admin)).toMatchObject({
    verdict: "error",
    action: "confirm_clock",
    found: expect.stringContaining("31 décembre 2027 à 13:00 UTC+1, dernier entretien le 26 novembre 2026"),
  });
  await confirm(now.toISOString(), admin.headers);
  expect(await findClockRow(admin)).not.toHaveProperty("action");
});

test("a super administrator who recently confirmed the password confirms the clock for the time shown", async () => {
  await runUpkeep();
  now = later(400);
  const at = now.toISOString();
  expect((await confirm(at, {})).status).toBe(401);
  expect((await confirm(at, (await context.signIn()).headers)).status).toBe(403);
  const { admin, headers } = await signInSuper();
  expect((await confirm("tomorrow", headers)).status).toBe(400);
  const changed = await confirm(present.toISOString(), headers);
  expect(changed.status).toBe(409);
  expect(await changed.json()).toMatchObject({ error: { message: clockMessages.changed } });
  await query(
    `update auth_sessions set created_at = created_at - interval '1 hour', confirmed_at = null where user_id = '${admin.id}'`,
  );
  expect(await (await confirm(at, headers)).json()).toMatchObject({
    error: { code: "reauthentication_required" },
  });
  expect(await query("select at from upkeep_clock")).toEqual([{ at: present }]);
});
