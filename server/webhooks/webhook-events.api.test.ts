import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { BulkEvent } from "#contract/decisions.schema.ts";
import { webhookEvents } from "#contract/webhooks.ts";
import type { HttpCall } from "#server/mail/transports/http-server.test-helpers.ts";
import { bodyOf, hour, ids, isSigned, openWebhookDesk } from "./webhooks.test-helpers.ts";

const { desk, query, admin, deliver, subscribe, signUp, deliverAfter, received } = openWebhookDesk();

describe("events", () => {
  test("events are not written without an active endpoint that has selected them", async () => {
    await subscribe(["signup.deleted"]);
    const off = await subscribe();
    await query("update webhook_endpoints set is_active = false where id = $1", [off.id]);
    await signUp();
    expect(await query("select 1 from webhook_events")).toEqual([]);
  });

  test("events of a sign-up by the form hold its id and state, and no personal field", async () => {
    const { secret } = await subscribe();
    const email = `${randomUUID()}@exemple.fr`;
    const stored = await desk.harness.app.request("/api/signups/user", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
      body: JSON.stringify({ firstname: "Zoé", name: "Martin", email, responses: {}, company: "" }),
    });
    expect(stored.status).toBe(201);
    await deliver();
    const [call] = received();
    const [signup] = await query<{ id: string }>("select id from beta_signups");
    expect(bodyOf(call as HttpCall)).toEqual({
      type: "signup.created",
      timestamp: expect.stringMatching(/^\d{4}-.+Z$/),
      data: { id: signup?.id, audience: "user", state: "created", imported: false },
    });
    expect(isSigned(call as HttpCall, secret)).toBe(true);
    expect(Math.abs(Number(call?.headers["webhook-timestamp"]) * 1_000 - Date.now())).toBeLessThan(30_000);
    expect(call?.headers["webhook-id"]).toMatch(/^msg_[\da-f-]{36}$/);
    expect(call?.body).not.toMatch(/Zoé|Martin|exemple/);
  });

  test("events are rolled back with the change that caused them", async () => {
    await subscribe();
    await desk.harness.db
      .transaction(async (tx) => {
        await tx.execute(
          sql`insert into beta_signups (firstname, name, email) values ('Zoé', 'Martin', 'zoe@exemple.fr')`,
        );
        throw new Error("undone");
      })
      .catch(() => {});
    await deliver();
    expect(desk.receiver.calls).toEqual([]);
  });

  test("events of samples are not written", async () => {
    await subscribe(webhookEvents);
    expect((await admin("POST", "samples")).status).toBe(201);
    const [sample] = await query<{ id: string }>(
      "select id from beta_signups where status = 'pending' limit 1",
    );
    await admin("PATCH", `signups/user/${sample?.id}`, { status: "approved" });
    expect((await admin("DELETE", "samples")).status).toBe(200);
    await deliverAfter(hour);
    expect(received()).toEqual([]);
  });

  test.each(["approved", "rejected"] as const)(
    "events of a decision, %s, leave once it cannot be undone",
    async (status) => {
      await subscribe(["signup.approved", "signup.rejected"]);
      const [kept, undone] = [await signUp(), await signUp()];
      for (const id of [kept, undone]) {
        expect((await admin("PATCH", `signups/user/${id}`, { status })).status).toBe(200);
      }
      expect((await admin("POST", `signups/user/${undone}/undo`)).status).toBe(200);
      await deliverAfter(25_000);
      expect(received()).toEqual([]);
      await deliverAfter(10_000);
      expect(received().map(bodyOf)).toMatchObject([
        { type: `signup.${status}`, data: { id: kept, audience: "user", state: status } },
      ]);
    },
  );

  test("events of a decision wait as long as its undo is extended", async () => {
    await subscribe(["signup.approved"]);
    const id = await signUp();
    await admin("PATCH", `signups/user/${id}`, { status: "approved" });
    await query("update webhook_events set at = now()");
    expect((await admin("POST", `signups/user/${id}/undo/extension`)).status).toBe(200);
    await deliverAfter(25_000);
    expect(received()).toEqual([]);
    await deliverAfter(10_000);
    expect(received()).toHaveLength(1);
  });

  test("events of a bulk decision are sent after its undo time, or deleted by an undo", async () => {
    await subscribe(["signup.approved"]);
    const approve = async (chosen: string[]) => {
      const answer = await admin("POST", "signups/user/bulk", { action: "approve", ids: chosen });
      const lines = (await answer.text()).split("\n").filter((line) => line.startsWith("data: "));
      return JSON.parse(lines.at(-1)?.slice("data: ".length) ?? "") as Extract<BulkEvent, { type: "result" }>;
    };
    const kept = [await signUp(), await signUp()];
    await approve(kept);
    const { bulkId } = await approve([await signUp()]);
    expect((await admin("POST", `signups/user/bulk/${bulkId}/undo`)).status).toBe(200);
    await deliverAfter(25_000);
    expect(received()).toEqual([]);
    await deliverAfter(10_000);
    expect(ids(received()).sort()).toEqual(kept.sort());
  });

  test("events of a deletion replace a decision that is not final yet", async () => {
    await subscribe(["signup.approved", "signup.deleted"]);
    const id = await signUp();
    await admin("PATCH", `signups/user/${id}`, { status: "approved" });
    expect((await admin("DELETE", `signups/user/${id}`)).status).toBe(204);
    await deliverAfter(hour);
    expect(received().map(bodyOf)).toMatchObject([
      { type: "signup.deleted", data: { id, state: "deleted" } },
    ]);
  });

  test("events of invitations and campaigns are written by their changes", async () => {
    await subscribe(["invitation.sent", "invitation.redeemed", "campaign.completed"]);
    const signupId = await signUp();
    const [invitation] = await query<{ id: string }>(
      `insert into invitations (audience, signup_id, code_hash, valid_days, message_id)
       values ('user', $1, 'x', 14, gen_random_uuid()) returning id`,
      [signupId],
    );
    await query("update invitations set sent_at = now(), expires_at = now() + interval '14 days'");
    await query("update invitations set redeemed_at = now()");
    await query("update invitations set redeemed_at = now()");
    await query(
      `insert into campaigns (subject, content, recipient_type, status_filter, status, fingerprint, created_by, total, sent)
       values ('Nouvelles', '<p>Bonjour</p>', 'all', 'all', 'running', 'x', 'a@exemple.fr', 3, 2)`,
    );
    await query("update campaigns set status = 'completed'");
    await deliver();
    const data = { id: invitation?.id, signupId, audience: "user", waveId: null };
    expect(received().map(bodyOf)).toMatchObject([
      { type: "invitation.sent", data: { ...data, state: "sent" } },
      { type: "invitation.redeemed", data: { ...data, state: "redeemed" } },
      { type: "campaign.completed", data: { state: "completed", total: 3, sent: 2 } },
    ]);
  });
});
