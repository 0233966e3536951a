import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { sql } from "drizzle-orm";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { BulkEvent } from "#contract/signup.schema.ts";
import type { ToDoRow } from "#contract/to-do.schema.ts";
import type { Webhook } from "#contract/webhooks.schema.ts";
import { type WebhookEvent, webhookEvents } from "#contract/webhooks.ts";
import type { Application } from "#server/compose.ts";
import {
  type HttpCall,
  type HttpStandIn,
  respond,
  startHttpStandIn,
} from "#server/mail/transports/http-server.test-helpers.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";
import { createEndpointBox, hasUnreadableEndpoint, resealEndpoints } from "./endpoint-secrets.ts";
import { cancelWaitingDeliveries } from "./webhook-events.service.ts";
import { deleteOldDeliveries, findTransmissions } from "./webhooks.service.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let harness: TestApp;
let second: Application;
let owner: SignedIn;
let receiver: HttpStandIn;
/** What the receiver answers, by path. */
let answers: Record<string, (response: ServerResponse) => void> = {};
/** The applications' clock is ahead of the database's by so much. */
let ahead = 0;
const now = () => new Date(Date.now() + ahead);

beforeAll(async () => {
  receiver = await startHttpStandIn((response, { path }) =>
    (answers[path] ?? ((ok) => respond(ok, 200, "fine")))(response),
  );
  harness = await createTestApp({
    now,
    config: { mailPrivateHosts: ["127.0.0.1"], signupLimitPerMinute: 0 },
  });
  second = harness.compose();
});
afterAll(() => Promise.all([harness.close(), receiver.close()]));
beforeEach(async () => {
  ahead = 0;
  answers = {};
  receiver.calls.length = 0;
  await emptyTables(
    harness.database,
    "webhook_endpoints, webhook_events, webhook_deliveries, beta_signups, brand_signups, invitations, campaigns, admin_notices, mail_hold",
  );
  owner = await harness.signIn({ superAdmin: true });
});

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await harness.database.pool.query(text, values)).rows as Row[];

async function subscribe(
  events: readonly WebhookEvent[] = ["signup.created"],
  { path = "/hook", ...changes }: { path?: string; kind?: "message"; personal?: boolean } = {},
) {
  const answer = await harness.app.request("/api/admin/webhooks", {
    method: "POST",
    headers: owner.headers,
    body: JSON.stringify({ url: `${receiver.url}${path}`, kind: "standard", events, ...changes }),
  });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { id: string; secret: string };
}

const admin = (method: string, path: string, body?: object) =>
  harness.app.request(`/api/admin/${path}`, {
    method,
    headers: owner.headers,
    ...(body && { body: JSON.stringify(body) }),
  });

async function signUp(firstname = "Zoé"): Promise<string> {
  const [row] = await query<{ id: string }>(
    "insert into beta_signups (firstname, name, email) values ($1, 'Martin', $2) returning id",
    [firstname, `${randomUUID()}@exemple.fr`],
  );
  return row?.id ?? "";
}

/** Both instances look for what is due, at the same time. */
const deliver = () => Promise.all([harness.webhooks.deliverDue(), second.webhooks.deliverDue()]);
async function deliverAfter(ms: number): Promise<void> {
  ahead += ms;
  await deliver();
}

type Body = { type: string; timestamp: string; data: Record<string, unknown> };
const bodyOf = ({ body }: HttpCall) => JSON.parse(body) as Body;
const received = (path = "/hook") => receiver.calls.filter((call) => call.path === path);
const ids = (calls: HttpCall[]) => calls.map((call) => bodyOf(call).data.id);
const webhooks = async () => ((await (await admin("GET", "webhooks")).json()) as { items: Webhook[] }).items;

/** As a receiver checks it, but for the time: the tests' clock is ahead. */
function isSigned({ headers, body }: HttpCall, secret: string): boolean {
  const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
  const signature = new StandardWebhook(secret).sign(String(headers["webhook-id"]), at, body);
  return String(headers["webhook-signature"]).split(" ").includes(signature);
}

describe("events", () => {
  test("are not written without an active endpoint that has chosen them", async () => {
    await subscribe(["signup.deleted"]);
    const off = await subscribe();
    await query("update webhook_endpoints set is_active = false where id = $1", [off.id]);
    await signUp();
    expect(await query("select 1 from webhook_events")).toEqual([]);
  });

  test("of a sign-up by the form hold its id and state, and no personal field", async () => {
    const { secret } = await subscribe();
    const email = `${randomUUID()}@exemple.fr`;
    const stored = await harness.app.request("/api/signups/user", {
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

  test("are undone with the change that caused them", async () => {
    await subscribe();
    await harness.db
      .transaction(async (tx) => {
        await tx.execute(
          sql`insert into beta_signups (firstname, name, email) values ('Zoé', 'Martin', 'zoe@exemple.fr')`,
        );
        throw new Error("undone");
      })
      .catch(() => {});
    await deliver();
    expect(receiver.calls).toEqual([]);
  });

  test("of samples are not written", async () => {
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
    "of a decision, %s, leave once it cannot be undone",
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

  test("of a decision wait as long as its undo is extended", async () => {
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

  test("of a bulk decision leave after its undo, or are taken back with it", async () => {
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

  test("of a deletion take the place of a decision that was not final", async () => {
    await subscribe(["signup.approved", "signup.deleted"]);
    const id = await signUp();
    await admin("PATCH", `signups/user/${id}`, { status: "approved" });
    expect((await admin("DELETE", `signups/user/${id}`)).status).toBe(204);
    await deliverAfter(hour);
    expect(received().map(bodyOf)).toMatchObject([
      { type: "signup.deleted", data: { id, state: "deleted" } },
    ]);
  });

  test("of invitations and campaigns are written by their changes", async () => {
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

describe("deliveries", () => {
  test("reach a receiver that fails for an hour, each at least once and in order, from two instances", async () => {
    const { secret } = await subscribe();
    answers["/hook"] = (response) => respond(response, 500, "");
    const made: string[] = [];
    for (let minutes = 0; minutes < 60; minutes += 1) {
      if (minutes % 6 === 0) made.push(await signUp());
      await deliverAfter(minute);
    }
    const failed = received();
    expect(new Set(ids(failed))).toEqual(new Set(made.slice(0, 1)));
    expect(failed.length).toBeGreaterThanOrEqual(4);
    expect((await webhooks())[0]).toMatchObject({
      isActive: true,
      waiting: 10,
      failingSince: expect.any(String),
    });
    delete answers["/hook"];
    for (let steps = 0; steps < 12; steps += 1) await deliverAfter(12 * minute);
    const arrived = received().slice(failed.length);
    expect(ids(arrived)).toEqual(made);
    for (const call of received()) expect(isSigned(call, secret)).toBe(true);
    expect(arrived[0]?.headers["webhook-id"]).toBe(failed[0]?.headers["webhook-id"]);
    expect((await webhooks())[0]).toMatchObject({ waiting: 0, failingSince: null });
  });

  test("of a busy minute arrive once each and in order, from two instances", async () => {
    await subscribe();
    await subscribe(["signup.created"], { path: "/other" });
    const made: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      for (let count = 0; count < 5; count += 1) made.push(await signUp());
      await deliver();
    }
    for (const path of ["/hook", "/other"]) expect(ids(received(path))).toEqual(made);
  });

  test("that arrived before one failed are noted, and not repeated", async () => {
    await subscribe();
    const [first, second, third] = [await signUp(), await signUp(), await signUp()];
    let left = 1;
    answers["/hook"] = (response) => respond(response, left-- > 0 ? 200 : 500, "");
    await harness.webhooks.deliverDue();
    expect(ids(received())).toEqual([first, second]);
    expect((await webhooks())[0]).toMatchObject({ waiting: 2, failingSince: expect.any(String) });
    delete answers["/hook"];
    await deliverAfter(minute);
    expect(ids(received()).slice(2)).toEqual([second, third]);
  });

  test("of one endpoint do not wait for those of a slow one", async () => {
    await subscribe(["signup.created"], { path: "/slow" });
    await subscribe();
    let release: (() => void) | undefined;
    answers["/slow"] = (response) => {
      release = () => respond(response, 200, "");
    };
    await signUp();
    await signUp();
    const delivering = deliver();
    await vi.waitFor(() => expect([received().length, received("/slow").length]).toEqual([2, 1]));
    answers = {};
    release?.();
    await delivering;
    expect(received("/slow")).toHaveLength(2);
  });

  test.each([
    [302, "a redirect"],
    [404, "an error"],
    [500, "a server's error"],
  ])("fail with status %i, %s, and are tried eight times", async (status) => {
    await subscribe();
    answers["/hook"] = (response) => respond(response, status, "", { location: `${receiver.url}/other` });
    await signUp();
    for (let elapsed = 0; elapsed < 36 * hour; elapsed += hour / 2) await deliverAfter(hour / 2);
    expect(received()).toHaveLength(8);
    expect(received("/other")).toEqual([]);
    expect(await query("select status, attempts, http_status from webhook_deliveries")).toEqual([
      { status: "failed", attempts: 8, http_status: status },
    ]);
    delete answers["/hook"];
    const next = await signUp();
    await deliver();
    expect(ids(received().slice(8))).toEqual([next]);
  });

  test("end with an answer 410: the endpoint is off, and a notice says so until it is switched on", async () => {
    const { id } = await subscribe();
    answers["/hook"] = (response) => respond(response, 410, "");
    await signUp();
    const waiting = await signUp();
    await deliver();
    expect(received()).toHaveLength(1);
    const [webhook] = await webhooks();
    expect(webhook).toMatchObject({ isActive: false, offReason: "gone", waiting: 1 });
    const { rows } = (await (await admin("GET", "to-do")).json()) as { rows: ToDoRow[] };
    expect(rows).toContainEqual(
      expect.objectContaining({ level: "notice", sentence: "Un webhook est désactivé", link: "webhooks" }),
    );
    delete answers["/hook"];
    await admin("PUT", `webhooks/${id}`, {
      url: `${receiver.url}/hook`,
      events: ["signup.created"],
      personal: false,
      isActive: true,
      version: webhook?.version,
    });
    await deliver();
    expect(ids(received().slice(1))).toEqual([waiting]);
  });

  test("that fail for five days switch the endpoint off", async () => {
    await subscribe();
    answers["/hook"] = (response) => respond(response, 503, "");
    for (let count = 0; count < 10; count += 1) await signUp();
    for (let elapsed = 0; elapsed < 6 * day; elapsed += 2 * hour) {
      const isOn = (await webhooks())[0]?.isActive;
      if (elapsed < 5 * day) expect(isOn, `${elapsed / hour} h`).toBe(true);
      await deliverAfter(2 * hour);
      owner = await harness.signIn({ superAdmin: true });
    }
    expect((await webhooks())[0]).toMatchObject({ isActive: false, offReason: "failing" });
    const count = received().length;
    await deliverAfter(day);
    expect(received()).toHaveLength(count);
    expect(await query("select kind from admin_notices")).toEqual([{ kind: "webhook_off" }]);
  });

  test("carry two signatures for 24 hours after a rotation", async () => {
    const { id, secret } = await subscribe();
    const { secret: next } = (await (await admin("POST", `webhooks/${id}/secret`)).json()) as {
      secret: string;
    };
    await signUp();
    await deliver();
    await signUp();
    await deliverAfter(day + minute);
    const [both, one] = received();
    expect([isSigned(both as HttpCall, secret), isSigned(both as HttpCall, next)]).toEqual([true, true]);
    expect([isSigned(one as HttpCall, secret), isSigned(one as HttpCall, next)]).toEqual([false, true]);
  });

  test("keep the signature of the receiver's secret when the new one is replaced again", async () => {
    const { id, secret } = await subscribe();
    await admin("POST", `webhooks/${id}/secret`);
    const { secret: last } = (await (await admin("POST", `webhooks/${id}/secret`)).json()) as {
      secret: string;
    };
    await signUp();
    await deliver();
    const [call] = received();
    expect([isSigned(call as HttpCall, secret), isSigned(call as HttpCall, last)]).toEqual([true, true]);
  });

  test("carry name and address where a super administrator ticked them, unless the processing is limited", async () => {
    await subscribe(["signup.created", "signup.deleted"], { personal: true });
    const id = await signUp();
    await deliver();
    const limited = await signUp();
    await query("update beta_signups set limited_at = now() where id = $1", [limited]);
    await deliver();
    await admin("DELETE", `signups/user/${id}`);
    await deliver();
    const [shown, hidden, deleted] = received().map(bodyOf);
    expect(shown?.data).toMatchObject({
      id,
      person: { firstname: "Zoé", name: "Martin", email: expect.stringContaining("@exemple.fr") },
    });
    expect(hidden?.data).not.toHaveProperty("person");
    expect(deleted).toMatchObject({ type: "signup.deleted", data: { id } });
    expect(deleted?.data).not.toHaveProperty("person");
    expect(await findTransmissions(harness.db, [id])).toMatchObject([
      { event: "signup.created", at: expect.any(Date), personal: true },
      { event: "signup.deleted", at: expect.any(Date), personal: false },
    ]);
    expect(JSON.stringify(await query("select * from webhook_events, webhook_deliveries"))).not.toMatch(
      /Martin|exemple/,
    );
  });

  test("interrupted by a worker's death are made again when its lease has ended", async () => {
    await subscribe();
    const id = await signUp();
    await query(
      "update webhook_endpoints set leased_by = gen_random_uuid(), leased_until = now() + interval '1 minute'",
    );
    await deliver();
    expect(received()).toEqual([]);
    await query("update webhook_endpoints set leased_until = now() - interval '1 second'");
    await deliver();
    expect(ids(received())).toEqual([id]);
  });

  test("that a stopping server cuts off are made by the next one", async () => {
    await subscribe();
    answers["/hook"] = () => {};
    const id = await signUp();
    const stopped = harness.compose();
    const delivering = stopped.webhooks.deliverDue();
    await vi.waitFor(() => expect(received()).toHaveLength(1));
    await stopped.webhooks.stop();
    await delivering;
    expect(await query("select status, attempts from webhook_deliveries")).toEqual([
      { status: "waiting", attempts: 0 },
    ]);
    answers = {};
    await deliver();
    expect(ids(received())).toEqual([id, id]);
  });

  test("wait while a restore holds mail, and those of the backup are cancelled", async () => {
    await subscribe();
    await signUp();
    await harness.webhooks.deliverDue();
    await signUp();
    await query("update webhook_deliveries set status = 'waiting'");
    await query("insert into mail_hold (backup_made_at) values (now())");
    await harness.db.transaction((tx) => cancelWaitingDeliveries(tx));
    const since = await signUp();
    await deliverAfter(hour);
    expect(received()).toHaveLength(1);
    await query("delete from mail_hold");
    await deliver();
    expect(ids(received().slice(1))).toEqual([since]);
    expect(await query("select status from webhook_deliveries order by id")).toEqual([
      { status: "cancelled" },
      { status: "delivered" },
    ]);
  });

  test("are deleted after 30 days, with their events", async () => {
    await subscribe();
    await signUp();
    await deliver();
    ahead = 29 * day;
    await deleteOldDeliveries({ db: harness.db, now });
    expect(await query("select 1 from webhook_deliveries")).toHaveLength(1);
    ahead = 31 * day;
    await deleteOldDeliveries({ db: harness.db, now });
    expect(await query("select 1 from webhook_events, webhook_deliveries")).toEqual([]);
  });

  test("with a secret of another AUTH_SECRET fail with that reason", async () => {
    await subscribe();
    await query("update webhook_endpoints set secret_sealed = 'v1.x'");
    await signUp();
    await deliver();
    expect(received()).toEqual([]);
    expect(await query("select status, error from webhook_deliveries")).toEqual([
      { status: "waiting", error: "unreadable" },
    ]);
  });
});

test("addresses and secrets are sealed again with a new AUTH_SECRET, and sign as before", async () => {
  const { id, secret } = await subscribe();
  await admin("POST", `webhooks/${id}/secret`);
  const { authSecret } = harness.dependencies.config;
  const next = {
    ...harness.dependencies.config,
    authSecret: "another-secret-that-is-long-enough-for-the-tests",
  };
  await resealEndpoints(harness.db, createEndpointBox({ ...next, authSecretPrevious: [authSecret] }));
  const renewed = harness.compose({ config: { ...next, authSecretPrevious: [] } });
  const isUnreadable = (config: typeof next) => hasUnreadableEndpoint(harness.db, createEndpointBox(config));
  expect([await isUnreadable(next), await isUnreadable({ ...next, authSecret })]).toEqual([false, true]);
  await signUp();
  await renewed.webhooks.deliverDue();
  const [call] = received();
  expect(isSigned(call as HttpCall, secret)).toBe(true);
  expect((await webhooks())[0]?.url).toBeNull();
});

describe("messages", () => {
  const texts = () => received().map(({ body }) => (JSON.parse(body) as { text: string }).text);

  test("leave once a minute at most, with a sum when more happened", async () => {
    await subscribe(["signup.created", "signup.deleted"], { kind: "message" });
    await signUp();
    await deliver();
    const made = [];
    for (let count = 0; count < 12; count += 1) made.push(await signUp());
    await admin("DELETE", `signups/user/${made[0]}`);
    await deliverAfter(30_000);
    expect(texts()).toEqual(["Une personne vient de s’inscrire."]);
    await deliverAfter(31_000);
    expect(texts().slice(1)).toEqual(["12 nouvelles inscriptions, 1 inscription supprimée."]);
    await deliverAfter(2 * minute);
    expect(texts()).toHaveLength(2);
    expect(received()[0]?.headers).not.toHaveProperty("webhook-signature");
  });

  test("name the person where a super administrator ticked it", async () => {
    await subscribe(["signup.created"], { kind: "message", personal: true });
    await query(
      "insert into brand_signups (firstname, name, email, website) values ('Nora', 'Atelier Nord', 'nora@exemple.fr', 'https://exemple.fr')",
    );
    await deliver();
    expect(texts()).toEqual(["Atelier Nord (marque) vient de s’inscrire."]);
  });

  test("lose only the oldest of their events with its last attempt", async () => {
    await subscribe(["signup.created"], { kind: "message" });
    answers["/hook"] = (response) => respond(response, 500, "");
    await signUp();
    for (let attempt = 1; attempt < 8; attempt += 1) await deliverAfter(11 * hour);
    await signUp();
    await signUp();
    await deliverAfter(11 * hour);
    delete answers["/hook"];
    await deliverAfter(11 * hour);
    expect(texts().at(-1)).toBe("2 nouvelles inscriptions.");
  });

  test("that fail are sent again as one sum", async () => {
    await subscribe(["signup.created"], { kind: "message" });
    answers["/hook"] = (response) => respond(response, 500, "");
    await signUp();
    await deliver();
    await signUp();
    delete answers["/hook"];
    await deliverAfter(2 * minute);
    expect(texts().slice(1)).toEqual(["2 nouvelles inscriptions."]);
  });
});
