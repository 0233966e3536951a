import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import {
  createWebhookSecret,
  minPollMs,
  restAfterBatch,
  retryDelay,
  signatureHeaders,
  webhookBody,
} from "./delivery.rules.ts";

test("a delivery is retried after 5 s, 5 min, 30 min, 2 h, 5 h and twice after 10 h, and then given up", () => {
  const minute = 60_000;
  const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => retryDelay(attempts, 0.5));
  expect(delays).toEqual([
    5_000,
    5 * minute,
    30 * minute,
    120 * minute,
    300 * minute,
    600 * minute,
    600 * minute,
    null,
  ]);
});

test("a pause varies by 10 % in both directions", () => {
  expect([retryDelay(2, 0), retryDelay(2, 1)]).toEqual([270_000, 330_000]);
});

test("the package standardwebhooks can verify the signature of each secret", () => {
  const secrets = [createWebhookSecret(), createWebhookSecret()];
  const body = '{"type":"signup.created"}';
  const headers = signatureHeaders({ id: "msg_1", at: new Date(), body }, secrets);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(new Webhook(secret).verify(body, headers)).toEqual({ type: "signup.created" });
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow("No matching signature");
  }
  expect(() => new Webhook(createWebhookSecret()).verify(body, headers)).toThrow("No matching signature");
  expect(headers["webhook-timestamp"]).toMatch(/^\d{10}$/);
});

test("an event holds ids and states, and a person only when one is given", () => {
  const event = {
    id: "1",
    type: "signup.approved",
    data: { id: "42", audience: "user", state: "approved" },
    at: new Date("2026-11-27T12:00:00Z"),
  } as const;
  const body = { type: "signup.approved", timestamp: "2026-11-27T12:00:00.000Z" };
  expect(JSON.parse(webhookBody(event, null))).toEqual({ ...body, data: event.data });
  expect(JSON.parse(webhookBody(event, { firstname: "Zoé" }))).toEqual({
    ...body,
    data: { ...event.data, person: { firstname: "Zoé" } },
  });
});

test("a busy process looks for due events every 5 s, another process every second", () => {
  expect([0.1, 0.6, 0.61, 1].map(minPollMs)).toEqual([1_000, 1_000, 5_000, 5_000]);
});

test("an endpoint rests briefly in an idle process, for the time of its batch in a half busy one, and is released by a busy one", () => {
  expect(restAfterBatch({ active: 2, utilization: 0.02 })).toBeCloseTo(0.04);
  expect(restAfterBatch({ active: 40, utilization: 0.5 })).toBe(40);
  expect(restAfterBatch({ active: 40, utilization: 0.99 })).toBeNull();
  expect(restAfterBatch({ active: 40, utilization: 1 })).toBeNull();
});
