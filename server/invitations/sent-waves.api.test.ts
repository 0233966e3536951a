import { describe, expect, test, vi } from "vitest";
import type { Dashboard } from "#contract/dashboard.schema.ts";
import type { SignupList } from "#contract/signup-list.schema.ts";
import type { Sources } from "#contract/sources.schema.ts";
import { soon } from "#server/mail/mail.test-helpers.ts";
import { recordResults } from "#server/mail/sending/turns.queries.ts";
import { readdressSignup } from "#server/signups/rectification.service.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { lockWave } from "./waves.queries.ts";
import { setUpWaves } from "./waves.test-helpers.ts";

const setup = setUpWaves();
const { addPeople, cancel, create, invited, makeDue, preview, query, start } = setup;

const waitForRevokedCode = () =>
  vi.waitFor(
    async () =>
      expect(await setup.context.read("/waves")).toMatchObject({ items: [{ counts: { revoked: 1 } }] }),
    soon,
  );

describe("the messages of a wave", () => {
  test("a message contains the code and its link, the mail log contains neither, and the code's term starts when it is sent", async () => {
    await addPeople(1);
    const { id } = await create();
    await start(id);
    expect(
      await query("select 1 from email_log where next_attempt_at > now() + interval '20 seconds'"),
    ).toHaveLength(1);
    await makeDue();
    setup.context.startWorker();
    await vi.waitFor(() => expect(setup.context.recorder.sent).toHaveLength(1), soon);
    const text = setup.context.recorder.sent[0]?.text ?? "";
    const [code = ""] = /\b[\dA-Z]{4}-[\dA-Z]{4}-[\dA-Z]{4}\b/.exec(text) ?? [];
    expect(code).not.toBe("");
    expect(text).toContain(`(http://localhost/i/${code})`);
    expect(setup.context.recorder.sent[0]?.html).toContain(`href="http://localhost/i/${code}"`);
    expect(setup.context.recorder.sent[0]?.headers).not.toHaveProperty("List-Unsubscribe");
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

  test("a person who may no longer get mail gets no message, and their code is revoked", async () => {
    await addPeople(1);
    const { id } = await create();
    await start(id);
    await query(`insert into suppressions (email_hash, scope, reason, source)
      select email_hash, 'all', 'manual', 'test' from beta_signups`);
    await makeDue();
    setup.context.startWorker();
    await waitForRevokedCode();
    expect(setup.context.recorder.sent).toEqual([]);
  });

  test("a simulated message does not count as sent, and a wave may invite its person after the simulation", async () => {
    await addPeople(1);
    await setup.context.saveSettings({ simulationMode: true });
    const { id } = await create();
    await start(id);
    await makeDue();
    setup.context.startWorker();
    await vi.waitFor(
      async () => expect(await query("select 1 from email_log where status = 'sent'")).toHaveLength(1),
      soon,
    );
    expect(await setup.context.read(`/waves/${id}`)).toMatchObject({ counts: { sent: 0, revoked: 1 } });
    expect((await preview()).count).toBe(1);
    expect(await (await cancel(id)).json()).toMatchObject({ status: "cancelled" });
  });

  test("a message that is refused permanently is shown as not delivered", async () => {
    await addPeople(1);
    setup.context.recorder.outcome = () => ({
      type: "refused",
      message: "550 5.1.1 unknown",
      refusal: { kind: "hard", statusCode: "5.1.1", words: "unknown" },
    });
    const { id } = await create();
    await start(id);
    await makeDue();
    setup.context.startWorker();
    await vi.waitFor(
      async () =>
        expect(await setup.context.read("/waves")).toMatchObject({ items: [{ counts: { bounced: 1 } }] }),
      soon,
    );
  });
});

describe("ending a wave", () => {
  test("a start without a sent message is undone, and another wave may invite the same people", async () => {
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
      counts: { toSend: 1, sent: 1, revoked: 1 },
    });
    // The message in flight was sent.
    await query(
      `update email_log set status = 'sent', sent_at = now(), leased_by = null where leased_by = 'other'`,
    );
    expect(await setup.context.read(`/waves/${id}`)).toMatchObject({
      counts: { toSend: 0, sent: 2, revoked: 1 },
    });
    expect((await preview({ count: 9 })).first.map(({ email }) => email)).toEqual(["p3-status@exemple.fr"]);
  });

  test("list, dashboard, 'Provenance' and preview agree that only people whose code was sent, or may yet be, are invited", async () => {
    await addPeople(4);
    const { id } = await create({ count: 3 });
    await start(id);
    await query(`update email_log set status = 'sent', sent_at = now(), departed_at = now()
      where recipient_email like 'p1-%'`);
    await cancel(id);
    const act = (invitation: string | undefined, action: string) =>
      setup.context.request("POST", `/invitations/${invitation}/${action}`);
    const [sent] = await query<{ id: string }>("select id from invitations where sent_at is not null");
    expect((await act(sent?.id, "renew")).status).toBe(204);
    const expectInvited = async (people: number[], others: number[]) => {
      const list = async (filter: string) =>
        ((await setup.context.read(`/signups/user?invitation=${filter}`)) as SignupList).items
          .map(({ email }) => email)
          .sort();
      const emailsOf = (numbers: number[]) => numbers.map((n) => `p${n}-status@exemple.fr`);
      expect(await list("any")).toEqual(emailsOf(people));
      expect(await list("none")).toEqual(emailsOf(others));
      const { overview } = (await setup.context.read("/dashboard")) as Dashboard;
      expect(overview?.users.invited).toBe(people.length);
      expect(((await setup.context.read("/sources")) as Sources).totals.invited).toBe(people.length);
      expect(await preview()).toMatchObject({
        available: others.length,
        leftOut: [{ reason: "invited", count: people.length }],
      });
    };
    await expectInvited([1], [2, 3, 4]);
    const [renewed] = await query<{ id: string }>("select id from invitations where revoked_at is null");
    expect((await act(renewed?.id, "revoke")).status).toBe(204);
    await expectInvited([1], [2, 3, 4]);
    const next = await create({ count: 1 });
    await start(next.id);
    await expectInvited([1, 2], [3, 4]);
  });

  test("a wave whose sent codes are all revoked is stopped, even when their messages are deleted from the log", async () => {
    await addPeople(2);
    const { id } = await create();
    await start(id);
    await query("update email_log set status = 'sent', sent_at = now(), departed_at = now()");
    await query("update invitations set revoked_at = now()");
    await emptyTables(setup.context.database, "email_log");
    expect(await setup.context.read(`/waves/${id}`)).toMatchObject({ hasLeft: true });
    expect(await (await cancel(id)).json()).toMatchObject({ status: "stopped", counts: { revoked: 2 } });
    expect(await query("select 1 from invitations")).toHaveLength(2);
  });

  test("a wave whose only sent message has a revoked code is stopped", async () => {
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
    expect((await setup.context.request("POST", `/invitations/${sent?.id}/renew`)).status).toBe(204);
    setup.context.startWorker();
    await vi.waitFor(() => expect(setup.context.recorder.sent).toHaveLength(1), soon);
    await vi.waitFor(
      async () =>
        expect(await setup.context.read(`/waves/${id}`)).toMatchObject({ counts: { sent: 1, revoked: 1 } }),
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
    setup.context.startWorker();
    await waitForRevokedCode();
    expect(setup.context.recorder.sent).toEqual([]);
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
    await setup.context.db.transaction(async (tx) => {
      await lockWave(tx, id);
      expect((await setup.context.request("POST", `/invitations/${sent?.id}/renew`)).status).toBe(204);
    });
  },
);

describe("a person's sign-up", () => {
  test("an invitation is deleted with its sign-up, and an unsent one is revoked when the approval or address changes", async () => {
    await addPeople(3);
    const { id } = await create({ count: 3 });
    await start(id);
    const [one, two, three] = await query<{ id: string }>("select id from beta_signups order by created_at");
    await setup.context.request("DELETE", `/signups/user/${one?.id}`);
    await query("update beta_signups set decided_at = now() where id = $1", [two?.id]);
    expect((await setup.context.request("POST", `/signups/user/${two?.id}/undo`)).status).toBe(200);
    const values = { firstname: "Zoé", name: "Martin", email: "nouvelle@exemple.fr" };
    expect(
      (await setup.context.request("PUT", `/signups/user/${three?.id}`, { ...values, version: 1 })).status,
    ).toBeLessThan(300);
    expect(await invited()).toEqual([]);
    expect(await query("select 1 from invitations")).toHaveLength(2);
    expect(await query("select 1 from email_log where variables ? 'invitationId'")).toEqual([]);
  });

  test("an unsent invitation follows its person to a confirmed address", async () => {
    await addPeople(1);
    await start((await create({ count: 1 })).id);
    const [{ id = "" } = {}] = await query<{ id: string }>("select id from beta_signups");
    const change = { audience: "user", id, email: "nouvelle@exemple.fr", confirmedAt: new Date() } as const;
    const { db, dependencies } = setup.context;
    await db.transaction((tx) => readdressSignup(tx, dependencies.events, change));
    expect(await invited()).toEqual([change.email]);
    expect(
      await query(
        "select recipient_email, status from email_log join invitations i on i.message_id = email_log.id",
      ),
    ).toEqual([{ recipient_email: change.email, status: "pending" }]);
  });

  test.each([
    ["sent", { sent: 1, revoked: 0, toSend: 0 }],
    ["pending", { sent: 0, revoked: 1, toSend: 0 }],
  ] as const)(
    "an invitation in flight while its address changes counts by its end as %s",
    async (status, counts) => {
      await addPeople(1);
      const wave = await create({ count: 1 });
      await start(wave.id);
      await query("update email_log set leased_by = 'holder', departed_at = now()");
      const [{ id = "" } = {}] = await query<{ id: string }>("select id from beta_signups");
      const change = { audience: "user", id, email: "nouvelle@exemple.fr", confirmedAt: null } as const;
      const { db, dependencies } = setup.context;
      await db.transaction((tx) => readdressSignup(tx, dependencies.events, change));
      const [message] = await query<{ id: string }>("select message_id as id from invitations");
      const result = { id: message?.id ?? "", status, departed: status === "sent", errorMessage: null };
      await recordResults(db, "holder", [{ ...result, retryIn: null, countsAsAttempt: true }]);
      expect(await setup.context.read(`/waves/${wave.id}`)).toMatchObject({ counts });
    },
  );
});
