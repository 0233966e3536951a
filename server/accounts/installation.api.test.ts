import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { installation } from "#db/schema/installation.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { claimSecret, isSecretKnown, storeSecretFingerprint } from "./installation.service.ts";

const first = { authSecret: "the-first-secret-0123456789-abcdefgh", authSecretPrevious: [] };
const second = { authSecret: "the-second-secret-9876543210-abcdefg", authSecretPrevious: [] };
const rotated = { ...second, authSecretPrevious: [first.authSecret] };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.update(installation).set({ secretFingerprint: null });
  await claimSecret(database.db, first);
});

test("a database accepts only the AUTH_SECRET that it was used with", async () => {
  await claimSecret(database.db, first);
  await expect(claimSecret(database.db, second)).rejects.toThrow(/^AUTH_SECRET: .*AUTH_SECRET_PREVIOUS/);
  expect(await isSecretKnown(database.db, second)).toBe(false);
  await claimSecret(database.db, first);
});

test("a new AUTH_SECRET replaces the stored one when AUTH_SECRET_PREVIOUS names it", async () => {
  await claimSecret(database.db, rotated);
  await claimSecret(database.db, second);
  await expect(claimSecret(database.db, first)).rejects.toThrow(/^AUTH_SECRET: /);
});

test("a database without a recorded AUTH_SECRET takes that of the first of two instances", async () => {
  await database.db.update(installation).set({ secretFingerprint: null });
  const outcomes = await Promise.allSettled([first, second].map((one) => claimSecret(database.db, one)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("after a restore the database belongs to the present AUTH_SECRET", async () => {
  await storeSecretFingerprint(database.db, second);
  expect(await isSecretKnown(database.db, second)).toBe(true);
});
