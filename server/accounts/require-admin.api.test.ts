import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";

let harness: TestApp;
beforeAll(async () => {
  harness = await createTestApp();
});
afterAll(() => harness.close());

test("an unknown path of the back office answers 401 to a visitor", async () => {
  const answer = await harness.app.request("/api/admin/nothing-here");
  expect(answer.status).toBe(401);
});

test("an administrator passes the guard", async () => {
  const { headers } = await harness.signIn();
  const answer = await harness.app.request("/api/admin/nothing-here", { headers });
  expect(answer.status).toBe(404);
});
