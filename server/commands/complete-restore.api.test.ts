import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Wave } from "#contract/waves.schema.ts";
import { waveMessages } from "#contract/waves.ts";
import { startDueWaves } from "#server/invitations/waves.service.ts";
import { readConfig } from "#server/lib/config.ts";
import { createMailApp } from "#server/mail/mail.test-helpers.ts";
import { restoredAfterDue } from "#server/mail/sending/campaigns.errors.ts";
import { createAddresses } from "#server/privacy/addresses.service.ts";
import { parseErasures } from "#server/privacy/erasure/erasure.service.ts";
import type { LoggedErasure } from "#server/privacy/erasure/erasure-log.service.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { completeRestore } from "./complete-restore.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await emptyTables(
    database,
    "beta_signups, brand_signups, consents, suppressions, erasure_log, email_log, campaigns, mail_hold, imports, waves, invitations, admin_notices, webhook_endpoints, webhook_events, webhook_deliveries",
  );
});
afterAll(() => database.close());

const authSecret = "only-for-tests-0123456789abcdef-0123456789";
const config = { ...readConfig({ AUTH_SECRET: authSecret }), authSecret };
const installation = "0b0f6c86-8a7e-4f57-9d6c-0a2f7e0e5d11";
const backupMadeAt = new Date("2026-11-20T03:00:00.000Z");

const query = async (sql: string, values: unknown[] = []) => (await database.pool.query(sql, values)).rows;
const hashOf = (email: string) => createAddresses(database.db).hash(email);

type Line = {
  kind: string;
  email: string;
  signupId?: string | undefined;
  scope?: string;
  reason?: string;
  until?: string;
};

async function logOf(...lines: Line[]): Promise<string> {
  const texts = await Promise.all(
    lines.map(async ({ kind, email, signupId, scope = null, reason = null, until = null }, index) =>
      JSON.stringify({
        id: 40 + index,
        kind,
        emailHash: await hashOf(email),
        signupId,
        scope,
        reason,
        until,
        at: `2026-11-21T10:00:0${index}.000Z`,
      }),
    ),
  );
  return `${[JSON.stringify({ installation }), ...texts].join("\n")}\n`;
}

const complete = (text: string | null, targetErasures: LoggedErasure[] | null = null) =>
  database.db.transaction((tx) =>
    completeRestore(tx, config, {
      backupMadeAt,
      erasures: text === null ? null : { text, installation },
      targetErasures,
    }),
  );

const signUp = (...emails: string[]) =>
  query("insert into beta_signups (name, firstname, email) select 'Nom', 'Zoé', unnest($1::text[])", [
    emails,
  ]);

test("a restore holds mail, and pauses running campaigns with the reason", async () => {
  await query(
    `insert into campaigns (subject, content, recipient_type, status_filter, status, fingerprint, created_by, started_at)
    values ('Nouvelles', 'Texte', 'user', 'all', 'running', 'f', 'a@exemple.fr', now())`,
  );
  await complete(null);
  expect(await query("select status, paused_reason from campaigns")).toEqual([
    { status: "paused", paused_reason: "Une sauvegarde a été restaurée" },
  ]);
  expect(await query("select backup_made_at from mail_hold")).toEqual([{ backup_made_at: backupMadeAt }]);
});

test("a restore pauses a campaign that paused itself, so that its next attempt does not resume it", async () => {
  await query(
    `insert into campaigns (subject, content, recipient_type, status_filter, status, fingerprint, created_by, started_at, paused_reason,
       next_attempt_at)
     values ('Nouvelles', 'Texte', 'user', 'all', 'paused', 'f', 'a@exemple.fr', now(), 'ECONNREFUSED', now())`,
  );
  await complete(null);
  expect(await query("select status, paused_reason, next_attempt_at from campaigns")).toEqual([
    { status: "paused", paused_reason: "Une sauvegarde a été restaurée", next_attempt_at: null },
  ]);
});

const scheduleCampaigns = () =>
  query(
    `insert into campaigns (subject, content, recipient_type, status_filter, status, fingerprint, created_by, scheduled_at)
     select subject, 'Texte', 'user', 'all', 'scheduled', subject, 'a@exemple.fr', now() + after
     from (values ('Ancien', interval '-1 hour'), ('Prochain', interval '1 hour')) as campaign (subject, after)`,
  );

const findSchedules = () =>
  query(
    "select subject, status, scheduled_at is not null as scheduled, paused_reason from campaigns order by subject",
  );

test("a restore makes a draft of a scheduled campaign whose time has passed, because it may have been sent since", async () => {
  await scheduleCampaigns();
  await complete(null);
  expect(await findSchedules()).toEqual([
    { subject: "Ancien", status: "draft", scheduled: false, paused_reason: restoredAfterDue },
    { subject: "Prochain", status: "scheduled", scheduled: true, paused_reason: null },
  ]);
});

/** Leaves the event of Zoé's sign-up waiting for the endpoints, and that of Léa's not dispatched. */
async function leaveWebhookEvents(): Promise<void> {
  await signUp("zoe@exemple.fr");
  await query(
    `insert into webhook_deliveries (endpoint_id, event_id, due_at, created_at)
     select webhook_endpoints.id, webhook_events.id, now(), now() from webhook_endpoints, webhook_events`,
  );
  await query("update webhook_events set dispatched_at = now()");
  await signUp("lea@exemple.fr");
}

test("a move keeps scheduled campaigns, scheduled waves and waiting webhook events, because nothing was sent meanwhile", async () => {
  await scheduleCampaigns();
  await query(
    `insert into campaigns (subject, content, recipient_type, status_filter, status, fingerprint, created_by, next_attempt_at, paused_reason)
     values ('Suspendu', 'Texte', 'user', 'all', 'paused', 'f', 'a@exemple.fr', now() + interval '1 hour', 'Injoignable')`,
  );
  await query(
    `insert into waves (audience, "order", count, template_id, template_version, status, starts_at, created_by)
     values ('user', 'oldest', 1, gen_random_uuid(), 1, 'scheduled', now() + interval '1 hour', 'a@exemple.fr')`,
  );
  await query(
    `insert into webhook_endpoints (kind, url_sealed, events) values ('message', 'x', '{signup.created,signup.deleted}')`,
  );
  await leaveWebhookEvents();
  await database.db.transaction((tx) =>
    completeRestore(tx, config, { backupMadeAt, erasures: null, isMove: true }),
  );
  expect(await findSchedules()).toEqual([
    { subject: "Ancien", status: "scheduled", scheduled: true, paused_reason: null },
    { subject: "Prochain", status: "scheduled", scheduled: true, paused_reason: null },
    { subject: "Suspendu", status: "paused", scheduled: false, paused_reason: "Injoignable" },
  ]);
  expect(await query("select 1 from campaigns where next_attempt_at is not null")).toHaveLength(1);
  expect(await query("select status, problem from waves")).toEqual([{ status: "scheduled", problem: null }]);
  expect(await query("select status from webhook_deliveries")).toEqual([{ status: "waiting" }]);
  expect(await query("select type from webhook_events where dispatched_at is null")).toHaveLength(1);
});

test("a restore asks super administrators to check accounts and passwords; a move does not", async () => {
  const complete = (isMove: boolean) =>
    database.db.transaction((tx) => completeRestore(tx, config, { backupMadeAt, erasures: null, isMove }));
  await complete(true);
  expect(await query("select kind from admin_notices")).toEqual([]);
  await query("delete from mail_hold");
  await complete(false);
  expect(await query("select kind, details from admin_notices")).toEqual([
    { kind: "restored", details: { backupMadeAt: backupMadeAt.toISOString() } },
  ]);
});

test("a restore delivers no webhook event, neither those waiting in the backup nor those of repeated erasures", async () => {
  await query(
    `insert into webhook_endpoints (kind, url_sealed, events, leased_by, leased_until)
     values ('message', 'x', '{signup.created,signup.deleted}', gen_random_uuid(), now() + interval '1 hour')`,
  );
  await leaveWebhookEvents();
  await complete(await logOf({ kind: "erased", email: "zoe@exemple.fr" }));
  expect(await query("select status from webhook_deliveries")).toEqual([{ status: "cancelled" }]);
  expect(await query("select type from webhook_events where dispatched_at is null")).toEqual([]);
  expect(await query("select leased_by from webhook_endpoints")).toEqual([{ leased_by: null }]);
});

test("a restore starts no wave and sends no invitation", async () => {
  const app = await createMailApp();
  try {
    await app.saveSettings();
    await app.database.pool.query(`insert into beta_signups (name, firstname, email, status, confirmed_at)
      select 'Martin', 'Zoé', 'p' || n || '@exemple.fr', 'approved', now() from generate_series(1, 2) n`);
    const { items } = (await app.read("/email/templates")) as { items: { id: string; name: string }[] };
    const templateId = items.find(({ name }) => name === "Invitation")?.id;
    const create = async (startsAt: Date | null) => {
      const wave = { audience: "user", order: "oldest", count: 1, templateId, startsAt };
      return ((await (await app.request("POST", "/waves", wave)).json()) as Wave).id;
    };
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    const [started, scheduled] = [await create(null), await create(inDays(1))];
    expect((await app.request("POST", `/waves/${started}/start`)).status).toBe(200);
    await app.db.transaction((tx) => completeRestore(tx, config, { backupMadeAt, erasures: null }));
    await app.database.pool.query("update email_log set next_attempt_at = null");
    app.startWorker();
    await startDueWaves({ ...app.dependencies, now: () => inDays(2) });
    await app.turns();
    expect(app.recorder.sent).toEqual([]);
    expect(await app.read(`/waves/${scheduled}`)).toMatchObject({
      status: "draft",
      problem: waveMessages.restored,
    });
    const { rows } = await app.database.pool.query("select wave_id, sent_at, revoked_at from invitations");
    expect(rows).toEqual([{ wave_id: started, sent_at: null, revoked_at: null }]);
  } finally {
    await app.close();
  }
});

test("a restore, unlike a move, sends no reminder that may have left since the backup", async () => {
  await query(
    `insert into invitations (audience, signup_id, code_hash, code_sealed, valid_days, message_id, sent_at, expires_at)
     select 'user', gen_random_uuid(), name, 'sealed', 14, gen_random_uuid(), now(), now() + after
     from (values ('due', interval '2 days'), ('later', interval '4 days')) as code (name, after)`,
  );
  const findReminded = () => query("select code_hash from invitations where reminded_at is not null");
  await database.db.transaction((tx) =>
    completeRestore(tx, config, { backupMadeAt, erasures: null, isMove: true }),
  );
  expect(await findReminded()).toEqual([]);
  await query("delete from mail_hold");
  await complete(null);
  expect(await findReminded()).toEqual([{ code_hash: "due" }]);
});

test.each([
  ["restore", false],
  ["move", true],
])(
  "a %s forgets files whose import was not started, because it has lost their lines",
  async (_what, isMove) => {
    await query(
      `insert into imports (status, created_by, columns, expires_at)
     select unnest('{uploading,uploaded,running,done}'::text[]), 'a@exemple.fr', '[]', now() + interval '7 days'`,
    );
    await database.db.transaction((tx) =>
      completeRestore(tx, config, { backupMadeAt, erasures: null, isMove }),
    );
    expect(await query("select status from imports order by status")).toEqual([
      { status: "done" },
      { status: "running" },
    ]);
  },
);

describe("erasures and blocks since the backup", () => {
  // registre: 32
  test("a restore takes answers out of the statistics after a later objection, and includes them after a withdrawn objection", async () => {
    await signUp("zoe@exemple.fr", "lea@exemple.fr");
    await query("update beta_signups set objected_at = now() where email = 'lea@exemple.fr'");
    const log = await logOf(
      { kind: "suppressed", email: "zoe@exemple.fr", scope: "news", reason: "objected" },
      { kind: "lifted", email: "lea@exemple.fr", scope: "news", reason: "objected" },
    );
    expect(await complete(log)).toBe(2);
    expect(await query("select email, objected_at from beta_signups order by email")).toEqual([
      { email: "lea@exemple.fr", objected_at: null },
      { email: "zoe@exemple.fr", objected_at: new Date("2026-11-21T10:00:00.000Z") },
    ]);
    expect(await query("select 1 from suppressions")).toEqual([]);
  });

  test("a restore limits only the brand of a person who objected for it", async () => {
    await signUp("zoe@exemple.fr");
    await query(
      "insert into brand_signups (name, firstname, email, website) values ('Nom', 'Zoé', 'zoe@exemple.fr', 'exemple.fr')",
    );
    await complete(
      await logOf({ kind: "suppressed", email: "zoe@exemple.fr", scope: "news", reason: "limited" }),
    );
    expect(await query("select 1 from beta_signups where limited_at is not null")).toEqual([]);
    expect(await query("select 1 from brand_signups where limited_at is not null")).toHaveLength(1);
  });

  // registre: 27
  test("a restore repeats later erasures, blocks and lifted blocks, with the end of each block", async () => {
    await signUp("zoe@exemple.fr", "lea@exemple.fr", "max@exemple.fr", "ines@exemple.fr");
    await query(
      "insert into suppressions (email_hash, scope, reason, source) values ($1, 'news', 'manual', 'a@exemple.fr')",
      [await hashOf("max@exemple.fr")],
    );
    const log = await logOf(
      { kind: "erased", email: "zoe@exemple.fr" },
      { kind: "suppressed", email: "lea@exemple.fr", scope: "news", reason: "unsubscribed" },
      { kind: "lifted", email: "max@exemple.fr", scope: "news", reason: "manual" },
      {
        kind: "suppressed",
        email: "ines@exemple.fr",
        scope: "all",
        reason: "bounced",
        until: "2099-01-01T00:00:00.000Z",
      },
      { kind: "suppressed", email: "ines@exemple.fr", scope: "all", reason: "limited" },
    );
    expect(await complete(log)).toBe(5);
    expect(
      await query("select email, limited_at is not null as limited from beta_signups order by email"),
    ).toEqual([
      { email: "ines@exemple.fr", limited: true },
      { email: "lea@exemple.fr", limited: false },
      { email: "max@exemple.fr", limited: false },
    ]);
    const blocked = await query("select email_hash, scope, reason, until from suppressions");
    const rowOf = async (email: string, scope: string, reason: string, until: Date | null = null) => ({
      email_hash: await hashOf(email),
      scope,
      reason,
      until,
    });
    expect(blocked).toHaveLength(4);
    expect(blocked).toEqual(
      expect.arrayContaining([
        await rowOf("zoe@exemple.fr", "all", "erased"),
        await rowOf("lea@exemple.fr", "news", "unsubscribed"),
        await rowOf("ines@exemple.fr", "all", "bounced", new Date("2099-01-01T00:00:00.000Z")),
        await rowOf("ines@exemple.fr", "all", "limited"),
      ]),
    );
  });

  // registre: 27
  test("a restore erases and blocks people who have a new address since the backup", async () => {
    await signUp("zoe@exemple.fr", "lea@exemple.fr", "max@exemple.fr");
    await query(
      "insert into brand_signups (name, firstname, email, website) values ('Nom', 'Zoé', 'zoe@exemple.fr', 'exemple.fr')",
    );
    const ids = new Map<string, string>();
    for (const { id, email } of await query("select id, email from beta_signups")) ids.set(email, id);
    const moves = (from: string, to: string) => ({ kind: "readdressed", email: to, signupId: ids.get(from) });
    const log = await logOf(
      moves("zoe@exemple.fr", "zoe@autre.fr"),
      moves("zoe@exemple.fr", "zoe@dernier.fr"),
      { kind: "erased", email: "zoe@dernier.fr" },
      moves("lea@exemple.fr", "lea@autre.fr"),
      { kind: "suppressed", email: "lea@autre.fr", scope: "news", reason: "unsubscribed" },
      moves("max@exemple.fr", "max@autre.fr"),
      { kind: "suppressed", email: "max@autre.fr", scope: "all", reason: "bounced" },
      { kind: "readdressed", email: "written-by-0.2.0@exemple.fr" },
    );
    expect(await complete(log)).toBe(7);
    expect(
      await query("select email from beta_signups union all select email from brand_signups order by email"),
    ).toEqual([{ email: "lea@exemple.fr" }, { email: "max@exemple.fr" }, { email: "zoe@exemple.fr" }]);
    const blocked = await query(
      `select signup.email, reason from suppressions
       join (select email, email_hash from beta_signups union select email, email_hash from brand_signups) as signup
         using (email_hash)`,
    );
    expect(blocked).toEqual([{ email: "lea@exemple.fr", reason: "unsubscribed" }]);
    expect(
      await query("select kind, signup_id from erasure_log where signup_id is not null order by id"),
    ).toEqual(
      ["zoe", "zoe", "lea", "max"].map((name) => ({
        kind: "readdressed",
        signup_id: ids.get(`${name}@exemple.fr`),
      })),
    );
  });

  test("a restore leaves alone people whose address went on to another owner, and blocks that they did not lift", async () => {
    await signUp("zoe@exemple.fr", "max@exemple.fr");
    await query(
      "insert into brand_signups (name, firstname, email, website) values ('Nom', 'Max', 'max@exemple.fr', 'exemple.fr')",
    );
    await query("update beta_signups set limited_at = now() where email = 'max@exemple.fr'");
    await query("update brand_signups set limited_at = now()");
    const [zoe] = await query("select id from beta_signups where email = 'zoe@exemple.fr'");
    const [brand] = await query("select id from brand_signups");
    const log = await logOf(
      { kind: "readdressed", email: "mistyped@exemple.fr", signupId: zoe.id },
      { kind: "readdressed", email: "zoe@autre.fr", signupId: zoe.id },
      { kind: "erased", email: "mistyped@exemple.fr" },
      { kind: "readdressed", email: "max@autre.fr", signupId: brand.id },
      { kind: "lifted", email: "max@autre.fr", scope: "all", reason: "limited" },
    );
    await complete(log);
    expect(
      await query("select email, limited_at is not null as limited from beta_signups order by email"),
    ).toEqual([
      { email: "max@exemple.fr", limited: true },
      { email: "zoe@exemple.fr", limited: false },
    ]);
  });

  test("replayed erasures and blocks keep their numbers in the log, so that they are neither replayed nor recorded twice", async () => {
    await signUp("zoe@exemple.fr");
    const log = await logOf(
      { kind: "erased", email: "zoe@exemple.fr" },
      { kind: "suppressed", email: "lea@exemple.fr", scope: "news", reason: "manual" },
    );
    await complete(log);
    expect(await query("select id::int, kind from erasure_log order by id")).toEqual([
      { id: 40, kind: "erased" },
      { id: 41, kind: "suppressed" },
    ]);
    // Zoé signed up again: the log's line is known and concerns an earlier time.
    await signUp("zoe@exemple.fr");
    await emptyTables(database, "mail_hold");
    expect(await complete(log)).toBe(0);
    expect(await query("select count(*)::int as count from beta_signups")).toEqual([{ count: 1 }]);
    await query("insert into erasure_log (kind, email_hash) values ('erased', 'next')");
    expect(await query("select max(id)::int as id from erasure_log")).toEqual([{ id: 42 }]);
  });

  test("erasures and blocks since the backup are replayed from the file, the replaced database or both, in order", async () => {
    await signUp("zoe@exemple.fr", "max@exemple.fr");
    const blocked = { kind: "suppressed", email: "zoe@exemple.fr", scope: "news", reason: "manual" };
    const all = await logOf(
      { kind: "erased", email: "max@exemple.fr" },
      blocked,
      { ...blocked, kind: "lifted" },
      { kind: "erased", email: "lea@exemple.fr" },
    );
    const lines = all.trim().split("\n");
    const of = (...chosen: number[]) => `${chosen.map((line) => lines[line]).join("\n")}\n`;
    // The file lacks the second and the last event, the database lacks the first.
    const own = parseErasures(of(0, 2, 3, 4), installation);
    expect(await complete(of(0, 1, 3), own)).toBe(4);
    expect(await query("select email from beta_signups")).toEqual([{ email: "zoe@exemple.fr" }]);
    expect(await query("select 1 from suppressions where reason = 'manual'")).toEqual([]);
    expect(await query("select array_agg(id::int order by id) as ids from erasure_log")).toEqual([
      { ids: [40, 41, 42, 43] },
    ]);
  });

  test("a lifted block and an erasure past its term are not replayed", async () => {
    await signUp("zoe@exemple.fr", "max@exemple.fr");
    const block = { email: "zoe@exemple.fr", scope: "news", reason: "manual" };
    const log = await logOf(
      { ...block, kind: "suppressed" },
      { ...block, kind: "lifted" },
      { kind: "erased", email: "max@exemple.fr" },
    );
    // The backup holds only the lifted block, and max signed up again long after the erasure.
    await query(
      `insert into erasure_log (id, kind, email_hash, scope, reason, at) overriding system value
      values (41, 'lifted', $1, 'news', 'manual', '2026-11-21T10:00:01Z')`,
      [await hashOf("zoe@exemple.fr")],
    );
    await complete(log.replace("2026-11-21T10:00:02", "2025-11-01T10:00:02"));
    expect(await query("select email from beta_signups order by email")).toEqual([
      { email: "max@exemple.fr" },
      { email: "zoe@exemple.fr" },
    ]);
    expect(await query("select 1 from suppressions")).toEqual([]);
  });

  test("a restore refuses another installation's log, an incomplete log, or another file", async () => {
    const log = await logOf({ kind: "erased", email: "zoe@exemple.fr" });
    expect(() => parseErasures(log, "5b6ac8ee-8a0e-4b62-8d8e-97b4e4b1a111")).toThrow(/another installation/);
    expect(() => parseErasures("id,kind\n", installation)).toThrow(/no log of erasures/);
    expect(() => parseErasures(log.replace('"kind"', '"kin'), installation)).toThrow("Line 2");
    // A process that was killed while it wrote left this incomplete line; the line was appended again later.
    expect(parseErasures(`${log}{"id":41,"ki`, installation)).toHaveLength(1);
  });
});
