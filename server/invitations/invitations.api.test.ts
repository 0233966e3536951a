import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { SignupDetail, SignupList } from "#contract/signup-list.schema.ts";
import type { Wave } from "#contract/waves.schema.ts";
import { invitationMessages, waveMessages } from "#contract/waves.ts";
import { soon } from "#server/mail/mail.test-helpers.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { clearOldInvitationCodes, remindInvitations } from "./invitations.service.ts";
import { reminderMail } from "./reminder.rules.ts";
import { setUpWaves } from "./waves.test-helpers.ts";

const setup = setUpWaves();
const { query } = setup;

/** Invites one approved person and sends the message. @returns the code in it */
async function invite(): Promise<{ code: string; id: string; signupId: string }> {
  await query(`insert into beta_signups (name, firstname, email, status, confirmed_at)
    values ('Martin', 'Zoé', 'zoe@exemple.fr', 'approved', now())`);
  const body = { audience: "user", order: "oldest", count: 1, templateId: setup.templateId };
  const wave = (await (await setup.context.request("POST", "/waves", body)).json()) as Wave;
  expect((await setup.context.request("POST", `/waves/${wave.id}/start`)).status).toBe(200);
  const code = await receive();
  const [row] = await query<{ id: string; signup_id: string }>("select id, signup_id from invitations");
  return { code, id: row?.id ?? "", signupId: row?.signup_id ?? "" };
}

/** Delivers the next message. @returns the code in it */
async function receive(): Promise<string> {
  const before = setup.context.recorder.sent.length;
  await query("update email_log set next_attempt_at = null where status = 'pending'");
  setup.context.startWorker();
  await vi.waitFor(() => expect(setup.context.recorder.sent).toHaveLength(before + 1), soon);
  await vi.waitFor(
    async () => expect(await query("select 1 from email_log where status = 'pending'")).toEqual([]),
    soon,
  );
  await setup.context.stopWorkers();
  const [code = ""] =
    /\b[\dA-Z]{4}-[\dA-Z]{4}-[\dA-Z]{4}\b/.exec(setup.context.recorder.sent[before]?.text ?? "") ?? [];
  return code;
}

/** Changes settings by the API, because they are cached for two seconds. Restores them after the test. */
async function setInvitations(invitations: object): Promise<void> {
  const {
    images: _,
    updatedAt: __,
    ...values
  } = (await setup.context.read("/site")) as Record<string, unknown>;
  const save = async (change: object) => {
    const { version } = (await setup.context.read("/site")) as { version: number };
    expect((await setup.context.request("PUT", "/site", { ...values, ...change, version })).status).toBe(200);
  };
  await save({ invitations });
  onTestFinished(() => save({}));
}

const page = async (code: string) => {
  const answer = await setup.context.app.request(`/i/${code}`);
  return { status: answer.status, headers: answer.headers, drawn: (await answer.json()) as object };
};
const act = (id: string, action: "renew" | "revoke") =>
  setup.context.request("POST", `/invitations/${id}/${action}`);
const snapshot = () => query("select * from invitations order by created_at, id");

describe("the page of a code", () => {
  test("the page of a code shows code, term and the app's address, and changes nothing", async () => {
    const { code } = await invite();
    const before = await snapshot();
    const first = await page(code);
    expect(first).toMatchObject({
      status: 200,
      drawn: { page: "invitation", state: "valid", code, appAddress: null },
    });
    expect(first.headers.get("referrer-policy")).toBe("same-origin");
    await setInvitations({ appUrl: "https://app.exemple.fr/bienvenue?de=mail", validDays: 7 });
    expect((await page(code.toLowerCase().replaceAll("-", ""))).drawn).toMatchObject({
      code,
      appAddress: `https://app.exemple.fr/bienvenue?de=mail&code=${code}`,
    });
    expect(await snapshot()).toEqual(before);
  });

  test("the page of a code shows that it was used, has expired or was revoked, and shows nothing for an unknown code", async () => {
    const { code } = await invite();
    await query("update invitations set expires_at = now() - interval '1 second'");
    expect(await page(code)).toMatchObject({ status: 410, drawn: { state: "expired" } });
    await query("update invitations set revoked_at = now()");
    expect(await page(code)).toMatchObject({ status: 410, drawn: { state: "revoked" } });
    await query("update invitations set redeemed_at = now()");
    expect(await page(code)).toMatchObject({ status: 200, drawn: { state: "redeemed" } });
    for (const unknown of ["AAAA-AAAA-AAAA", "x", "%00", "a".repeat(3_000)]) {
      expect(await page(unknown)).toMatchObject({
        status: 404,
        drawn: { page: "invitation", state: "unknown" },
      });
    }
  });
});

describe("the actions of administrators", () => {
  test("a new code replaces the old one in the same wave, and its message leaves immediately", async () => {
    const { code, id } = await invite();
    expect((await act(id, "renew")).status).toBe(204);
    const next = await receive();
    expect(next).not.toBe(code);
    expect(await page(code)).toMatchObject({ status: 410, drawn: { state: "revoked" } });
    expect(await page(next)).toMatchObject({ status: 200 });
    const { items } = (await setup.context.read("/waves")) as { items: Wave[] };
    expect(items[0]?.counts).toMatchObject({ sent: 1, revoked: 0 });
    const again = await act(id, "renew");
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ error: { message: invitationMessages.replaced } });
  });

  test("a code is not replaced when it is redeemed or its person may not get mail", async () => {
    const { id } = await invite();
    await query(`insert into suppressions (email_hash, scope, reason, source)
      select email_hash, 'all', 'bounced', 'test' from beta_signups`);
    expect((await act(id, "renew")).status).toBe(409);
    await query("update invitations set redeemed_at = now()");
    expect((await act(id, "renew")).status).toBe(409);
    expect((await act(id, "revoke")).status).toBe(409);
    expect(await query("select 1 from invitations")).toHaveLength(1);
  });

  test("an older code is not renewed once a wave has invited the person again", async () => {
    const { id, signupId } = await invite();
    await query("update invitations set sent_at = null, expires_at = null, revoked_at = now()");
    const body = { audience: "user", order: "oldest", count: 1, templateId: setup.templateId };
    const wave = (await (await setup.context.request("POST", "/waves", body)).json()) as Wave;
    expect((await setup.context.request("POST", `/waves/${wave.id}/start`)).status).toBe(200);
    const answer = await act(id, "renew");
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ error: { message: invitationMessages.replaced } });
    expect(await query("select 1 from invitations where signup_id = $1", [signupId])).toHaveLength(2);
  });

  test("a new code is refused with a template without a code, or without a super administrator's permission", async () => {
    const { id } = await invite();
    const [template] = await query<{ content: string }>("select content from email_templates where id = $1", [
      setup.templateId,
    ]);
    const setContent = (content: string | undefined) =>
      query("update email_templates set content = $2 where id = $1", [setup.templateId, content]);
    await setContent("<p>Bonjour</p>");
    const answer = await act(id, "renew");
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ error: { message: waveMessages.templateWithoutCode } });
    await setContent(template?.content);
    const { headers } = await setup.context.signIn();
    const renew = () =>
      setup.context.app.request(`/api/admin/invitations/${id}/renew`, { method: "POST", headers });
    await query("update email_templates set service_version = 0 where id = $1", [setup.templateId]);
    expect((await renew()).status).toBe(403);
    await query("update email_templates set service_version = 1 where id = $1", [setup.templateId]);
    expect((await renew()).status).toBe(204);
  });

  test("a code is revoked once and then invalid, and an unknown code gives 404", async () => {
    const { code, id } = await invite();
    expect((await act(id, "revoke")).status).toBe(204);
    expect((await page(code)).status).toBe(410);
    expect((await act(id, "revoke")).status).toBe(409);
    expect((await act("00000000-0000-4000-8000-000000000000", "revoke")).status).toBe(404);
    expect(await query("select action from journal_entries where action like 'invitation.%'")).toEqual([
      { action: "invitation.revoked" },
    ]);
  });
});

describe("the time limits of a code", () => {
  const inDays = (days: number) => ({
    ...setup.context.dependencies,
    now: () => new Date(Date.now() + days * 86_400_000),
  });

  test("a reminder is sent once, three days before the end of a usable code, and never during a hold", async () => {
    const { code } = await invite();
    await remindInvitations(inDays(10.9));
    expect(await query("select 1 from email_log")).toHaveLength(1);
    await query("insert into mail_hold default values");
    await remindInvitations(inDays(11.1));
    expect(await query("select 1 from email_log")).toHaveLength(1);
    await emptyTables(setup.context.database, "mail_hold");
    await Promise.all([remindInvitations(inDays(11.1)), remindInvitations(inDays(11.1))]);
    expect(await query("select status from email_log order by created_at")).toEqual([
      { status: "sent" },
      { status: "pending" },
    ]);
    expect(await receive()).toBe(code);
    await remindInvitations(inDays(12));
    expect(await query("select 1 from email_log")).toHaveLength(2);
  });

  test("a code that was redeemed, revoked or not delivered gets no reminder", async () => {
    await invite();
    for (const column of ["redeemed_at", "revoked_at", "bounced_at"]) {
      await query(`update invitations set ${column} = now()`);
      await remindInvitations(inDays(12));
      expect(await query("select 1 from email_log"), column).toHaveLength(1);
      await query(`update invitations set ${column} = null`);
    }
  });

  test("a code whose person changed to an unconfirmed address is reminded of only after the confirmation", async () => {
    const { signupId } = await invite();
    const values = { firstname: "Zoé", name: "Martin", email: "nouvelle@exemple.fr" };
    const [{ version } = {}] = await query<{ version: number }>("select version from beta_signups");
    const corrected = await setup.context.request("PUT", `/signups/user/${signupId}`, { ...values, version });
    expect(corrected.status).toBe(200);
    const reminders = () =>
      query("select recipient_email from email_log where subject = $1", [reminderMail.subject]);
    await remindInvitations(inDays(11.1));
    expect(await reminders()).toEqual([]);
    await query("update beta_signups set confirmed_at = now()");
    await remindInvitations(inDays(11.1));
    expect(await reminders()).toEqual([{ recipient_email: "nouvelle@exemple.fr" }]);
    await remindInvitations(inDays(11.1));
    expect(await reminders()).toHaveLength(1);
  });

  test("a sealed code is deleted after it has expired", async () => {
    const { code } = await invite();
    await clearOldInvitationCodes(inDays(13.9));
    expect(await query("select 1 from invitations where code_sealed is not null")).toHaveLength(1);
    await clearOldInvitationCodes(inDays(14.1));
    expect(await query("select 1 from invitations where code_sealed is not null")).toEqual([]);
    expect((await page(code)).status).toBe(200);
  });

  test("the sealed code of an unsent message is deleted with the message's text", async () => {
    await invite();
    await query("update invitations set sent_at = null, expires_at = null");
    await clearOldInvitationCodes(inDays(89));
    expect(await query("select 1 from invitations where code_sealed is not null")).toHaveLength(1);
    await clearOldInvitationCodes(inDays(91));
    expect(await query("select 1 from invitations where code_sealed is not null")).toEqual([]);
  });
});

describe("the state of an invitation", () => {
  test("list, filter, detail, CSV and 'Mes données' show the state of an invitation", async () => {
    const { signupId } = await invite();
    await query(
      `insert into beta_signups (name, firstname, email, status) values ('B', 'B', 'b@exemple.fr', 'pending')`,
    );
    const list = async (filter: string) =>
      ((await setup.context.read(`/signups/user?invitation=${filter}`)) as SignupList).items;
    expect((await list("")).map(({ email, invitation }) => [email, invitation])).toEqual([
      ["b@exemple.fr", null],
      ["zoe@exemple.fr", "sent"],
    ]);
    const emails = async (filter: string) => (await list(filter)).map(({ email }) => email);
    expect(await emails("sent")).toEqual(["zoe@exemple.fr"]);
    expect(await emails("any")).toEqual(["zoe@exemple.fr"]);
    expect(await emails("none")).toEqual(["b@exemple.fr"]);
    expect(await emails("redeemed")).toEqual([]);
    expect((await setup.context.request("GET", "/signups/user?invitation=x")).status).toBe(400);
    const detail = (await setup.context.read(`/signups/user/${signupId}`)) as SignupDetail;
    expect(detail.invitation).toMatchObject({ state: "sent", redeemedAt: null });
    const csv = await (await setup.context.request("GET", "/signups/user/export.csv?invitation=any")).text();
    expect(csv).toMatch(/"zoe@exemple\.fr".*"Envoyée"/);
    expect(csv).not.toContain("b@exemple.fr");
    const report = await setup.context.request("POST", "/privacy/search", { email: "zoe@exemple.fr" });
    expect(await report.json()).toMatchObject({ signups: [{ invitations: [{ state: "sent" }] }] });
  });

  // registre: 23
  test("an erasure deletes the person's invitation", async () => {
    const { signupId } = await invite();
    await setup.context.request("DELETE", `/signups/user/${signupId}`);
    expect(await snapshot()).toEqual([]);
  });

  test("a save of settings without the group of invitations keeps that group", async () => {
    const put = async (change: object) => {
      const {
        images: _,
        updatedAt: __,
        invitations: ___,
        ...values
      } = (await setup.context.read("/site")) as Record<string, unknown>;
      return setup.context.request("PUT", "/site", { ...values, ...change });
    };
    const invitations = { appUrl: "https://app.exemple.fr/", validDays: 30 };
    expect((await put({ invitations })).status).toBe(200);
    expect((await put({})).status).toBe(200);
    expect(await setup.context.read("/site")).toMatchObject({ invitations });
    expect((await put({ invitations: { appUrl: "", validDays: 0 } })).status).toBe(400);
  });
});
