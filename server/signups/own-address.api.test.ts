import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { limits } from "#contract/limits.ts";
import { signupMessages } from "#contract/signup.ts";
import { signupRefusals } from "#contract/signup-refusals.ts";
import { confirmAddress } from "#server/privacy/confirmation.service.ts";
import { everyDomainAccepts } from "#test/support/domain-resolver.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";

let harness: TestApp;
let now = new Date();
let keys = 0;

beforeAll(async () => {
  harness = await createTestApp({
    config: { signupLimitPerMinute: 0 },
    now: () => now,
    resolver: {
      ...everyDomainAccepts,
      resolveMx: async (domain) => (domain === "faute.fr" ? [] : everyDomainAccepts.resolveMx(domain)),
    },
  });
});
beforeEach(async () => {
  now = new Date();
  await emptyTables(
    harness.database,
    "beta_signups, brand_signups, consents, email_log, used_form_tokens, suppressions",
  );
});
afterAll(() => harness.close());

const query = async (text: string, values: unknown[] = []) =>
  (await harness.database.pool.query(text, values)).rows;
const written = async () =>
  (await query("select recipient_email as email from email_log where erased_at is null order by 1")).map(
    ({ email }) => email,
  );
const stored = () => query("select email, confirmed_at, version from beta_signups order by created_at");
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

async function request(method: string, path: string, body: object, headers: object = {}) {
  const answer = await harness.app.request(`/api/signups/user${path}`, {
    method,
    headers: { "content-type": "application/json", origin: "http://localhost", ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const json = text ? JSON.parse(text) : null;
  return { status: answer.status, body: json?.error ?? json };
}

/** @returns the key of its request */
async function signUp(email: string, body: object = {}) {
  keys += 1;
  const key = `the key of the visitor ${keys}`.replaceAll(" ", "-");
  const person = { firstname: "Zoé", name: "Martin", responses: {} };
  const answer = await request("POST", "", { ...person, email, ...body }, { "idempotency-key": key });
  expect(answer).toMatchObject({ status: 201, body: { confirms: true } });
  return key;
}

const correct = (key: string, email: string, body: object = {}) =>
  request("PATCH", "", { email, ...body }, { "idempotency-key": key });

const settled = { status: 409, body: { message: signupRefusals.addressSettled } };

describe("the address of a sign-up just sent", () => {
  test("the address of a sign-up just sent is corrected, and the new address alone is asked to confirm", async () => {
    const key = await signUp("zoe@gmial.com", { newsConsent: true });
    expect(await written()).toEqual(["zoe@gmial.com"]);
    expect(await correct(key, " zoe@gmail.com ")).toEqual({ status: 204, body: null });
    expect(await stored()).toMatchObject([{ email: "zoe@gmail.com", confirmed_at: null }]);
    expect(await written()).toEqual(["zoe@gmail.com"]);
    const emailHash = await harness.dependencies.addresses.hash("zoe@gmail.com");
    expect(await query("select email_hash from consents")).toEqual([{ email_hash: emailHash }]);
    expect(await correct(key, "ZOE@gmail.com"), "the same again writes nothing").toMatchObject({
      status: 204,
    });
    expect(await written()).toEqual(["zoe@gmail.com"]);
  });

  test("an invalid, unreachable or taken new address changes nothing", async () => {
    await signUp("ines@exemple.fr");
    const key = await signUp("zoe@exemple.fr");
    const refusals = [
      ["zoe@", 400, signupMessages.emailInvalid],
      ["\u3164", 400, signupMessages.emailRequired],
      ["zoe@faute.fr", 400, signupRefusals.emailDomainUnreachable],
      ["INES@exemple.fr", 409, signupRefusals.duplicateEmail],
    ] as const;
    for (const [email, status, message] of refusals)
      expect(await correct(key, email)).toMatchObject({ status, body: { fields: { email: message } } });
    expect((await stored()).map(({ email }) => email)).toEqual(["ines@exemple.fr", "zoe@exemple.fr"]);
    expect(await correct(key, "zoe@faute.fr", { emailConfirmed: true })).toMatchObject({ status: 204 });
  });

  test("the address is corrected three times at most, within a quarter of an hour", async () => {
    const key = await signUp("zoe@exemple.fr");
    for (let times = 1; times <= limits.addressCorrections; times += 1)
      expect(await correct(key, `zoe${times}@exemple.fr`)).toMatchObject({ status: 204 });
    expect(await correct(key, "zoe9@exemple.fr")).toMatchObject(settled);
    const slow = await signUp("ines@exemple.fr");
    later(limits.addressCorrectionMs + 60_000);
    expect(await correct(slow, "ines2@exemple.fr")).toMatchObject(settled);
  });

  test("the address cannot be corrected with another key, or without one", async () => {
    await signUp("zoe@exemple.fr");
    expect(await correct("another-key-of-somebody", "moi@exemple.fr")).toMatchObject(settled);
    expect(await request("PATCH", "", { email: "moi@exemple.fr" })).toMatchObject(settled);
    expect(await stored()).toMatchObject([{ email: "zoe@exemple.fr" }]);
  });

  test("a confirmed address cannot be corrected; when a correction and a confirmation are simultaneous, one succeeds", async () => {
    const { dependencies } = harness;
    const linkOf = async (email: string) => {
      const [signup] = await query("select id from beta_signups where email = $1", [email]);
      const emailHash = await harness.dependencies.addresses.hash(email);
      const token = { audience: "user", id: signup.id, emailHash, issuedAt: now } as const;
      return dependencies.confirmationTokens.sign(token);
    };
    const key = await signUp("zoe@exemple.fr");
    expect(await confirmAddress(dependencies, await linkOf("zoe@exemple.fr"), "confirm")).toMatchObject({
      state: "confirmed",
    });
    expect(await correct(key, "autre@exemple.fr")).toMatchObject(settled);
    for (let round = 0; round < 8; round += 1) {
      const [old, next] = [`a${round}@exemple.fr`, `b${round}@exemple.fr`];
      const raced = await signUp(old);
      const link = await linkOf(old);
      const [confirmed, corrected] = await Promise.all([
        confirmAddress(dependencies, link, "confirm"),
        correct(raced, next),
      ]);
      const [row] = await query("select email, confirmed_at from beta_signups where email = any($1)", [
        [old, next],
      ]);
      const isCorrected = corrected.status === 204;
      expect([row.email, row.confirmed_at !== null, confirmed.state]).toEqual(
        isCorrected ? [next, false, "expired"] : [old, true, "confirmed"],
      );
    }
  });
});

describe("a confirmation that is asked for again", () => {
  const resend = (email: string) => request("POST", "/confirmation", { email });

  test("a request to confirm again gets one answer for every address, and mail for unconfirmed ones, once a day", async () => {
    await signUp("zoe@exemple.fr");
    await signUp("ines@exemple.fr");
    await query("update beta_signups set confirmed_at = now() where email = 'ines@exemple.fr'");
    await query("update email_log set status = 'sent', departed_at = now() - interval '25 hours'");
    for (const email of ["ZOE@exemple.fr", "ines@exemple.fr", "inconnue@exemple.fr", "zoe@exemple.fr"])
      expect(await resend(email)).toEqual({ status: 204, body: null });
    await expect
      .poll(() =>
        query("select recipient_email as email, waits_for_mailbox from email_log where status = 'pending'"),
      )
      .toEqual([
        { email: "zoe@exemple.fr", waits_for_mailbox: false },
        { email: "zoe@exemple.fr", waits_for_mailbox: true },
      ]);
  });

  test("a request to confirm again reaches an imported person only once a campaign asked them to confirm", async () => {
    const waiting = () => query("select recipient_email as email from email_log where status = 'pending'");
    await query(
      `insert into beta_signups (firstname, name, email, import_id) values
         ('Zoé', 'Martin', 'zoe@exemple.fr', gen_random_uuid()), ('Léa', 'Petit', 'lea@exemple.fr', gen_random_uuid())`,
    );
    await query("update beta_signups set reminded_at = now() where email = 'lea@exemple.fr'");
    for (const email of ["zoe@exemple.fr", "lea@exemple.fr"])
      expect(await resend(email)).toEqual({ status: 204, body: null });
    await expect.poll(waiting).toEqual([{ email: "lea@exemple.fr" }]);
  });

  test("a request to confirm again is refused for a malformed address", async () => {
    expect(await resend("zoe@")).toMatchObject({
      status: 400,
      body: { fields: { email: signupMessages.emailInvalid } },
    });
  });
});
