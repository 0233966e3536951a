import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#server/testing/test-app.ts";
import { activateAdmin, cookieOf, post } from "./admins.test-helpers.ts";

const password = "trois chevaux verts dansent";
let harness: TestApp;

beforeAll(async () => {
  harness = await createTestApp();
});
afterAll(() => harness.close());

test("an activated administrator signs in and is known from then on", async () => {
  const { email, id } = await activateAdmin(harness, { password });
  const answer = await post(harness, "/api/auth/sign-in/email", { email, password });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ twoFactorRedirect: false, user: { id, email } });
  const me = await harness.app.request("/api/admin/me", { headers: { cookie: cookieOf(answer) } });
  expect(await me.json()).toEqual({ id, email, isSuperAdmin: false, twoFactorEnabled: false });
});
