import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";
import {
  confirmConsents,
  findConsents,
  giveConsent,
  receivesNews,
  restoreConsents,
  withdrawConsents,
} from "./consents.service.ts";
import { suppress } from "./suppressions.service.ts";

const email = "zoe@exemple.fr";
let harness: TestApp;
let emailHash: string;
let textVersion: string;
let signupId: string;

beforeAll(async () => {
  harness = await createTestApp({ config: { signupLimitPerMinute: 0 } });
  emailHash = await harness.dependencies.addresses.hash(email);
  textVersion = await harness.dependencies.consentTexts.version();
});
beforeEach(async () => {
  await emptyTables(harness.database, "beta_signups, brand_signups, consents, suppressions");
  signupId = await signUp("user");
});
afterAll(() => harness.close());

async function signUp(audience: string, newsConsent = true): Promise<string> {
  const answer = await harness.app.request(`/api/signups/${audience}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "http://localhost" },
    body: JSON.stringify({
      firstname: "Zoé",
      name: "Martin",
      email,
      responses: {},
      newsConsent,
      ...(audience === "brand" && { website: "exemple.fr" }),
    }),
  });
  return ((await answer.json()) as { id: string }).id;
}

const holder = () => ({ audience: "user" as const, signupId });
const leave = () => withdrawConsents(harness.db, { emailHash, by: "person" });
const block = (reason: "unsubscribed" | "erased" | "manual") =>
  suppress(harness.db, { emailHash, scope: "news", reason, source: "test" });
const mayReceive = () => receivesNews(harness.db, emailHash);

// registre: 9
test("a consent counts from its confirmation until its withdrawal", async () => {
  expect(await mayReceive()).toBe(false);
  await confirmConsents(harness.db, holder());
  expect(await mayReceive()).toBe(true);
  expect(await leave()).toBe(true);
  expect(await leave()).toBe(false);
  expect(await mayReceive()).toBe(false);
});

test("a confirmed opt-in lifts the blocks 'unsubscribed' and 'erased', and no other", async () => {
  await block("unsubscribed");
  await block("erased");
  await confirmConsents(harness.db, holder());
  expect(await mayReceive()).toBe(true);
  await block("manual");
  await giveConsent(harness.db, { ...holder(), emailHash, textVersion });
  expect(await mayReceive()).toBe(false);
});

test("a confirmation link that is opened again after an unsubscription does not restore the consent", async () => {
  await confirmConsents(harness.db, holder());
  await leave();
  await block("unsubscribed");
  await confirmConsents(harness.db, holder());
  expect(await mayReceive()).toBe(false);
});

test("subscribing again repeats the withdrawn consent once, and keeps the old one as withdrawn", async () => {
  await confirmConsents(harness.db, holder());
  await leave();
  await block("unsubscribed");
  await restoreConsents(harness.db, { emailHash, textVersion });
  await restoreConsents(harness.db, { emailHash, textVersion });
  expect(await mayReceive()).toBe(true);
  const consents = await findConsents(harness.db, emailHash);
  expect(consents.map(({ withdrawnBy }) => withdrawnBy)).toEqual(["person", null]);
});

test("subscribing again restores no consent that was never confirmed or that an administrator withdrew", async () => {
  await leave();
  await restoreConsents(harness.db, { emailHash, textVersion });
  expect(await mayReceive()).toBe(false);
  await confirmConsents(harness.db, holder());
  await withdrawConsents(harness.db, { emailHash, by: "admin" });
  await restoreConsents(harness.db, { emailHash, textVersion });
  expect(await mayReceive()).toBe(false);
});

test("a person who signed up twice unsubscribes both sign-ups at once", async () => {
  const brand = await signUp("brand");
  await confirmConsents(harness.db, holder());
  await confirmConsents(harness.db, { audience: "brand", signupId: brand });
  await leave();
  expect(await mayReceive()).toBe(false);
  await restoreConsents(harness.db, { emailHash, textVersion });
  expect((await findConsents(harness.db, emailHash)).filter(({ withdrawnAt }) => !withdrawnAt)).toHaveLength(
    2,
  );
});

test("an agreement on the personal page confirms an unconfirmed consent", async () => {
  await giveConsent(harness.db, { ...holder(), emailHash, textVersion });
  expect(await mayReceive()).toBe(true);
  expect(await findConsents(harness.db, emailHash)).toMatchObject([
    { text: expect.stringContaining("actualités"), withdrawnAt: null },
  ]);
});
