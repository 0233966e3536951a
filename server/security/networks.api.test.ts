import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { attemptLimits } from "#contract/admins.ts";
import { post } from "#server/accounts/accounts.test-helpers.ts";
import { networkShares } from "#server/lib/http/client-address.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";

/** Checklist line 93: the owner of an IPv6 /48 has 65,536 networks, each of which counts as one client elsewhere. */
let harness: TestApp;

beforeAll(async () => {
  harness = await createTestApp();
});
afterAll(() => harness.close());
beforeEach(() => emptyTables(harness.database, "attempt_counts"));

const { signInPerAddress, otherPerAddress } = attemptLimits;
const paths = [
  [
    "/api/auth/sign-in/email",
    // An attempt without a password counts, too, and needs no hash.
    (n: number) => ({ email: `${n}@tenue.example`, ...(n % 1600 === 0 && { password: "x" }) }),
    signInPerAddress,
  ],
  ["/api/auth/request-password-reset", (n: number) => ({ email: `${n}@tenue.example` }), otherPerAddress],
  ["/api/auth/two-factor/verify-totp", () => ({ code: "123456" }), otherPerAddress],
  ["/api/setup", (n: number) => ({ email: `${n}@tenue.example`, code: "AAAA-BBBB" }), otherPerAddress],
] as const;

test.each(paths)("%s answers 429 to rotating /64s of one /48", async (path, bodyOf, perAddress) => {
  const allowed = perAddress * networkShares[48];
  const ask = (n: number, network = "77") =>
    post(harness, path, bodyOf(n), { address: `2001:db8:${network}:${n.toString(16)}::1` });
  // Every /56 has 256 /64s: 16 addresses of each stay below its limit.
  for (let n = 0; n < allowed; n += 1) expect((await ask(n * 16)).status).not.toBe(429);
  expect((await ask(allowed * 16)).status).toBe(429);
  expect((await ask(1, "78")).status).not.toBe(429);
});
