import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { consentTexts } from "#contract/consent-texts.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";

let harness: TestApp;
beforeAll(async () => {
  harness = await createTestApp({ config: { signupLimitPerMinute: 0 } });
});
beforeEach(() => emptyTables(harness.database, "beta_signups, brand_signups, consents"));
afterAll(() => harness.close());

const signUp = (body: object, audience = "user") =>
  harness.app.request(`/api/signups/${audience}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "http://localhost" },
    body: JSON.stringify({
      firstname: "Zoé",
      name: "Martin",
      email: "zoe@exemple.fr",
      responses: {},
      ...body,
    }),
  });

const stored = async (sql: string) => (await harness.database.pool.query(sql)).rows;

// registre: 8
test("a ticked box stores an unconfirmed consent to the words shown", async () => {
  expect((await signUp({ newsConsent: true })).status).toBe(201);
  const [consent] = await stored(
    `select c.purpose, c.audience, c.confirmed_at, c.withdrawn_at, c.email_hash = s.email_hash as same, t.text
     from consents c join beta_signups s on s.id = c.signup_id join consent_texts t on t.version = c.text_version
     where s.texts_version = c.text_version and c.given_at = s.created_at`,
  );
  expect(consent).toMatchObject({
    purpose: "news",
    audience: "user",
    confirmed_at: null,
    withdrawn_at: null,
    same: true,
    text: expect.stringContaining(JSON.stringify(consentTexts.news)),
  });
});

// registre: 7
test("a sign-up without the tick has no consent and stores the accepted texts", async () => {
  for (const newsConsent of [undefined, false]) {
    expect((await signUp({ newsConsent, email: `${newsConsent}@exemple.fr` })).status).toBe(201);
  }
  expect(await stored("select 1 from consents")).toEqual([]);
  expect(await stored("select count(texts_version)::int as count from beta_signups")).toEqual([{ count: 2 }]);
});

test("a sign-up that is not stored leaves no consent", async () => {
  await signUp({});
  expect((await signUp({ newsConsent: true })).status).toBe(409);
  expect(await stored("select 1 from consents")).toEqual([]);
});

test("a consent that is neither true nor false is refused", async () => {
  expect((await signUp({ newsConsent: "oui" })).status).toBe(400);
});
