import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiProblem } from "#contract/errors.ts";
import type { DeliveryList, Webhook, WebhookTest } from "#contract/webhooks.schema.ts";
import { webhookLimits, webhookMessages } from "#contract/webhooks.ts";
import {
  type FakeHttpServer,
  respond,
  startFakeHttpServer,
} from "#server/mail/transports/http-server.test-helpers.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

let harness: TestApp;
let owner: SignedIn;
let server: FakeHttpServer;
let answer = 204;

beforeAll(async () => {
  server = await startFakeHttpServer((response) => respond(response, answer, ""));
  harness = await createTestApp({ config: { mailPrivateHosts: ["127.0.0.1"] } });
});
afterAll(() => Promise.all([harness.close(), server.close()]));
beforeEach(async () => {
  answer = 204;
  server.calls.length = 0;
  await emptyTables(
    harness.database,
    "webhook_endpoints, webhook_events, webhook_deliveries, journal_entries, attempt_counts",
  );
  owner = await harness.signIn({ superAdmin: true });
});

const path = "/api/admin/webhooks";
async function call(method: string, target: string, body?: object, { headers }: SignedIn = owner) {
  return harness.app.request(`${path}${target}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
}
const valid = () => ({ url: `${server.url}/hook`, kind: "standard", events: ["signup.created"] });
async function make(changes: object = {}): Promise<{ id: string; secret: string | null }> {
  const made = await call("POST", "", { ...valid(), ...changes });
  expect(made.status).toBe(201);
  return (await made.json()) as { id: string; secret: string | null };
}
const list = async () => ((await (await call("GET", "")).json()) as { items: Webhook[] }).items;
const deliveriesOf = async (id: string, query = "") =>
  (await (await call("GET", `/${id}/deliveries${query}`)).json()) as DeliveryList;

test("an endpoint is listed without its secret, which is shown once and stored sealed with the address", async () => {
  const { id, secret } = await make();
  expect(secret).toMatch(/^whsec_/);
  const [listed] = await list();
  expect(listed).toMatchObject({
    id,
    ...valid(),
    personal: false,
    isActive: true,
    offReason: null,
    failingSince: null,
    formerSecretUntil: null,
    waiting: 0,
    version: 1,
  });
  const { rows } = await harness.db.execute(sql`select * from webhook_endpoints`);
  expect(JSON.stringify([rows, listed])).not.toContain(secret);
  expect(JSON.stringify(rows)).not.toContain("/hook");
});

test("a message has no secret", async () => {
  const { id, secret } = await make({ kind: "message" });
  expect(secret).toBeNull();
  const refused = await call("POST", `/${id}/secret`);
  expect(refused.status).toBe(409);
  expect(((await refused.json()) as ApiProblem).error.message).toBe(webhookMessages.noSecret);
});

// registre: 21
test("addresses that are no web address, not encrypted, or contain a password are refused, and so are choices without events", async () => {
  const wrong: [object, string, string][] = [
    [{ url: "pas une adresse" }, "url", webhookMessages.url],
    [{ url: "ftp://hooks.example/" }, "url", webhookMessages.url],
    [{ url: "http://hooks.example/" }, "url", webhookMessages.url],
    [{ url: "https://zoe:secret@hooks.example/" }, "url", webhookMessages.url],
    [{ events: [] }, "events", webhookMessages.events],
    [{ events: ["webhook.test"] }, "events.0", webhookMessages.events],
    [{ events: ["signup.created", "signup.created"] }, "events", webhookMessages.events],
    [{ personal: true }, "events", webhookMessages.deletions],
  ];
  for (const [change, field, message] of wrong) {
    const refused = await call("POST", "", { ...valid(), ...change });
    expect(refused.status, JSON.stringify(change)).toBe(400);
    expect(((await refused.json()) as ApiProblem).error.fields).toEqual({ [field]: message });
  }
  await make({ personal: true, events: ["signup.created", "signup.deleted"] });
  await make({ kind: "message", personal: true });
});

test("an endpoint beyond the limit is refused", async () => {
  for (let count = 0; count < webhookLimits.endpointsMax; count += 1) await make();
  expect((await call("POST", "", valid())).status).toBe(409);
});

test("a change of an endpoint needs the current version, and switches the endpoint on again", async () => {
  const { id } = await make();
  await harness.db.execute(
    sql`update webhook_endpoints set is_active = false, off_reason = 'gone', failing_since = now()`,
  );
  const { kind: _, ...values } = valid();
  const change = { ...values, events: ["signup.deleted"], personal: false, isActive: true };
  const saved = await call("PUT", `/${id}`, { ...change, version: 1 });
  expect(saved.status).toBe(200);
  expect(await saved.json()).toMatchObject({
    events: ["signup.deleted"],
    isActive: true,
    offReason: null,
    failingSince: null,
    version: 2,
  });
  const late = await call("PUT", `/${id}`, { ...change, version: 1 });
  expect(late.status).toBe(409);
  expect(await late.json()).toMatchObject({ error: { code: "stale" }, current: { version: 2 } });
});

test("a new secret keeps the former one valid for 24 hours", async () => {
  const { id, secret } = await make();
  const rotated = await call("POST", `/${id}/secret`);
  expect(rotated.status).toBe(200);
  expect(((await rotated.json()) as { secret: string }).secret).not.toBe(secret);
  const until = Date.parse((await list())[0]?.formerSecretUntil ?? "");
  expect(Math.abs(until - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000);
});

test("a test is posted immediately, even while the endpoint is off, and is listed with its status and time", async () => {
  const { id } = await make();
  await harness.db.execute(sql`update webhook_endpoints set is_active = false`);
  const passed = (await (await call("POST", `/${id}/test`)).json()) as WebhookTest;
  expect(passed).toMatchObject({ delivered: true, httpStatus: 204, error: null });
  expect(JSON.parse(server.calls[0]?.body ?? "")).toMatchObject({ type: "webhook.test", data: {} });
  answer = 500;
  expect(await (await call("POST", `/${id}/test`)).json()).toMatchObject({
    delivered: false,
    httpStatus: 500,
  });
  const { items, next } = await deliveriesOf(id);
  expect(next).toBeNull();
  expect(items).toMatchObject([
    { event: "webhook.test", status: "failed", httpStatus: 500, attempts: 1, dueAt: null },
    { event: "webhook.test", status: "delivered", httpStatus: 204, attempts: 1, dueAt: null },
  ]);
  expect(items[0]?.durationMs).toBeGreaterThanOrEqual(0);
});

test("only ten tests a minute are posted", async () => {
  const { id } = await make();
  for (let count = 0; count < webhookLimits.testsPerMinute; count += 1) {
    expect((await call("POST", `/${id}/test`)).status).toBe(200);
  }
  expect((await call("POST", `/${id}/test`)).status).toBe(429);
});

test("deliveries are listed in pages, newest first", async () => {
  const { id } = await make();
  await harness.db.execute(sql`
    with events as (
      insert into webhook_events (type, data, at, dispatched_at)
      select 'signup.created', '{}', now(), now() from generate_series(1, 51) returning id
    )
    insert into webhook_deliveries (endpoint_id, event_id, due_at, created_at, status)
    select ${id}, id, now(), now(), 'delivered' from events`);
  const first = await deliveriesOf(id);
  expect(first.items).toHaveLength(50);
  const second = await deliveriesOf(id, `?before=${first.next}`);
  expect(second.items).toHaveLength(1);
  expect(second.next).toBeNull();
  for (const before of ["x", "0", "-1", "1e3", "9".repeat(20)]) {
    expect((await call("GET", `/${id}/deliveries?before=${before}`)).status).toBe(400);
  }
});

test("a failed delivery can be sent again, unless its endpoint is off", async () => {
  const { id } = await make();
  answer = 500;
  await call("POST", `/${id}/test`);
  const [failed] = (await deliveriesOf(id)).items;
  answer = 204;
  expect((await call("POST", `/deliveries/${failed?.id}/resend`)).status).toBe(204);
  expect((await list())[0]?.waiting).toBe(1);
  await harness.webhooks.deliverDue();
  expect((await deliveriesOf(id)).items).toMatchObject([
    { id: failed?.id, status: "delivered", httpStatus: 204 },
  ]);
  expect(server.calls[1]?.headers["webhook-id"]).toBe(server.calls[0]?.headers["webhook-id"]);
  await harness.db.execute(sql`update webhook_endpoints set is_active = false`);
  expect((await call("POST", `/deliveries/${failed?.id}/resend`)).status).toBe(409);
  expect((await call("POST", "/deliveries/999999/resend")).status).toBe(404);
  expect((await call("POST", "/deliveries/x/resend")).status).toBe(400);
});

test("the deliveries of an endpoint are deleted with it", async () => {
  const { id } = await make();
  await call("POST", `/${id}/test`);
  expect((await call("DELETE", `/${id}`)).status).toBe(204);
  const { rows } = await harness.db.execute(sql`select id from webhook_deliveries`);
  expect(rows).toEqual([]);
  const { kind: _, ...values } = valid();
  const edit = { ...values, personal: false, isActive: true, version: 1 };
  expect((await call("PUT", `/${id}`, edit)).status).toBe(404);
  for (const [method, target] of [
    ["DELETE", ""],
    ["POST", "/test"],
    ["POST", "/secret"],
    ["GET", "/deliveries"],
  ] as const) {
    expect((await call(method, `/${id}${target}`)).status, target).toBe(404);
    expect((await call(method, `/x${target}`)).status, target).toBe(400);
  }
});

test("only super administrators who confirmed their identity add, change and delete webhooks, and the journal records it", async () => {
  const { id } = await make();
  const { kind: _, ...values } = valid();
  const edit = { ...values, personal: false, isActive: true, version: 1 };
  const changes = (by: SignedIn) => [
    () => call("POST", "", valid(), by),
    () => call("PUT", `/${id}`, edit, by),
    () => call("POST", `/${id}/secret`, undefined, by),
    () => call("DELETE", `/${id}`, undefined, by),
  ];
  const admin = await harness.signIn();
  for (const change of changes(admin)) expect((await change()).status).toBe(403);
  await harness.db.execute(sql`update auth_sessions set created_at = created_at - interval '2 hours'`);
  for (const change of changes(owner)) {
    expect(((await (await change()).json()) as ApiProblem).error.code).toBe("reauthentication_required");
  }
  owner = await harness.signIn({ superAdmin: true });
  await call("PUT", `/${id}`, edit);
  await call("POST", `/${id}/secret`);
  await call("DELETE", `/${id}`);
  const { rows } = await harness.db.execute(
    sql`select action, details::text as details from journal_entries where subject = ${id} order by id`,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    "webhook.created",
    "webhook.updated",
    "webhook.secret_rotated",
    "webhook.deleted",
  ]);
  expect(JSON.stringify(rows)).not.toContain("/hook");
});
