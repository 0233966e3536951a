import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Webhook } from "#contract/webhooks.schema.ts";
import type { WebhookEvent } from "#contract/webhooks.ts";
import type { Application } from "#server/compose.ts";
import {
  type FakeHttpServer,
  type HttpCall,
  respond,
  startFakeHttpServer,
} from "#server/mail/transports/http-server.test-helpers.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

type Body = { type: string; timestamp: string; data: Record<string, unknown> };
export const bodyOf = ({ body }: HttpCall) => JSON.parse(body) as Body;
export const ids = (calls: HttpCall[]) => calls.map((call) => bodyOf(call).data.id);

/** Verifies a signature as a receiver does, but ignores the time, because the tests' clock is ahead. */
export function isSigned({ headers, body }: HttpCall, secret: string): boolean {
  const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
  const signature = new StandardWebhook(secret).sign(String(headers["webhook-id"]), at, body);
  return String(headers["webhook-signature"]).split(" ").includes(signature);
}

type Desk = {
  harness: TestApp;
  owner: SignedIn;
  receiver: FakeHttpServer;
  /** The receiver's answers, by path; 200 by default. */
  answers: Record<string, (response: ServerResponse) => void>;
  /** How much the applications' clock is ahead of the database's clock. */
  ahead: number;
};

/** Two applications on one database and a receiver, emptied before each test of the calling file. */
export function openWebhookDesk() {
  const desk = { answers: {}, ahead: 0 } as Desk;
  const now = () => new Date(Date.now() + desk.ahead);
  let second: Application;
  beforeAll(async () => {
    desk.receiver = await startFakeHttpServer((response, { path }) =>
      (desk.answers[path] ?? ((ok) => respond(ok, 200, "fine")))(response),
    );
    desk.harness = await createTestApp({
      now,
      config: { mailPrivateHosts: ["127.0.0.1"], signupLimitPerMinute: 0 },
    });
    second = desk.harness.compose();
  });
  afterAll(() => Promise.all([desk.harness.close(), desk.receiver.close()]));
  beforeEach(async () => {
    desk.ahead = 0;
    desk.answers = {};
    desk.receiver.calls.length = 0;
    await emptyTables(
      desk.harness.database,
      "webhook_endpoints, webhook_events, webhook_deliveries, beta_signups, brand_signups, invitations, campaigns, admin_notices, mail_hold",
    );
    desk.owner = await desk.harness.signIn({ superAdmin: true });
  });

  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await desk.harness.database.pool.query(text, values)).rows as Row[];
  const admin = (method: string, path: string, body?: object) =>
    desk.harness.app.request(`/api/admin/${path}`, {
      method,
      headers: desk.owner.headers,
      ...(body && { body: JSON.stringify(body) }),
    });
  /** Both instances deliver due events at the same time. */
  const deliver = () => Promise.all([desk.harness.webhooks.deliverDue(), second.webhooks.deliverDue()]);
  return {
    desk,
    now,
    query,
    admin,
    deliver,
    async subscribe(
      events: readonly WebhookEvent[] = ["signup.created"],
      { path = "/hook", ...changes }: { path?: string; kind?: "message"; personal?: boolean } = {},
    ) {
      const url = `${desk.receiver.url}${path}`;
      const answer = await admin("POST", "webhooks", { url, kind: "standard", events, ...changes });
      expect(answer.status).toBe(201);
      return (await answer.json()) as { id: string; secret: string };
    },
    async signUp(firstname = "Zoé"): Promise<string> {
      const [row] = await query<{ id: string }>(
        "insert into beta_signups (firstname, name, email) values ($1, 'Martin', $2) returning id",
        [firstname, `${randomUUID()}@exemple.fr`],
      );
      return row?.id ?? "";
    },
    async deliverAfter(ms: number): Promise<void> {
      desk.ahead += ms;
      await deliver();
    },
    received: (path = "/hook") => desk.receiver.calls.filter((call) => call.path === path),
    webhooks: async () => ((await (await admin("GET", "webhooks")).json()) as { items: Webhook[] }).items,
  };
}
