import { expect, test } from "vitest";
import type { HttpCall } from "#server/mail/transports/http-server.test-helpers.ts";
import { createEndpointBox, hasUnreadableEndpoint, resealEndpoints } from "./endpoint-secrets.ts";
import { isSigned, openWebhookDesk } from "./webhooks.test-helpers.ts";

const { desk, admin, subscribe, signUp, received, webhooks } = openWebhookDesk();

test("addresses and secrets are sealed again with a new AUTH_SECRET, and sign as before", async () => {
  const { id, secret } = await subscribe();
  await admin("POST", `webhooks/${id}/secret`);
  const { authSecret } = desk.harness.dependencies.config;
  const next = {
    ...desk.harness.dependencies.config,
    authSecret: "another-secret-that-is-long-enough-for-the-tests",
  };
  await resealEndpoints(desk.harness.db, createEndpointBox({ ...next, authSecretPrevious: [authSecret] }));
  const renewed = desk.harness.compose({ config: { ...next, authSecretPrevious: [] } });
  const isUnreadable = (config: typeof next) =>
    hasUnreadableEndpoint(desk.harness.db, createEndpointBox(config));
  expect([await isUnreadable(next), await isUnreadable({ ...next, authSecret })]).toEqual([false, true]);
  await signUp();
  await renewed.webhooks.deliverDue();
  const [call] = received();
  expect(isSigned(call as HttpCall, secret)).toBe(true);
  expect((await webhooks())[0]?.url).toBeNull();
});
