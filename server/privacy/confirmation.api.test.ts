import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { consentTexts } from "#contract/consent-texts.ts";
import { confirmationActions } from "#contract/site-pages.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";
import { receivesNews } from "./consents.service.ts";
import { email, form, readPage, signUp } from "./pages.test-helpers.ts";

const day = 24 * 60 * 60 * 1000;
let harness: TestApp;
let emailHash: string;
let signupId: string;
let path: string;
let now = new Date();

beforeAll(async () => {
  harness = await createTestApp({ config: { signupLimitPerMinute: 0 }, now: () => now });
  emailHash = await harness.dependencies.addresses.hash(email);
});
beforeEach(async () => {
  now = new Date();
  await emptyTables(harness.database, "beta_signups, brand_signups, consents, suppressions, email_log");
  signupId = await signUp(harness);
  path = linkOf(signupId);
});
afterAll(() => harness.close());

function linkOf(id: string, hash = emailHash) {
  const token = { audience: "user", id, emailHash: hash, issuedAt: now } as const;
  return `/confirmation/${harness.dependencies.confirmationTokens.sign(token)}`;
}
const ask = (init?: RequestInit, at = path) => readPage(harness.app.request(at, init));
const post = (action: string, at = path) => ask(form({ action }), at);
const proofs = () =>
  query(
    "select confirmation, confirmed_at is not null as confirmed, withdrawn_at is not null as withdrawn from consents",
  );
const query = async (text: string) => (await harness.database.pool.query(text)).rows;
const signups = () =>
  query("select confirmed_at is not null as confirmed, active_at is not null as active from beta_signups");

// registre: 16
test("opening a confirmation link changes nothing", async () => {
  for (const init of [undefined, { method: "HEAD" }]) expect((await ask(init)).status).toBe(200);
  expect((await ask()).page).toMatchObject({ page: "confirmation", state: "ask" });
  expect((await ask(undefined, `${path}?action=erase`)).page).toMatchObject({
    state: "ask_erase",
    keepsOther: false,
  });
  expect(await signups()).toEqual([{ confirmed: false, active: false }]);
});

test("a POST confirms address and consent, once, with the same answer every time", async () => {
  const answers = await Promise.all([1, 2, 3].map(() => post("confirm_with_news")));
  for (const { status, page } of answers) {
    expect([status, page]).toEqual([
      200,
      expect.objectContaining({ state: "confirmed", receivesNews: true }),
    ]);
  }
  expect((await ask()).page).toMatchObject({ state: "confirmed", receivesNews: true });
  expect(await signups()).toEqual([{ confirmed: true, active: true }]);
  expect(await receivesNews(harness.db, emailHash)).toBe(true);
  expect(await proofs()).toEqual([{ confirmation: "with_news", confirmed: true, withdrawn: false }]);
});

// registre: 10
test("the page quotes the words that were accepted in the form, also after a change of these words", async () => {
  expect((await ask()).page).toMatchObject({ state: "ask", askedNews: { words: consentTexts.news } });
  await query(`insert into consent_texts (version, text) values ('earlier', '{"news": "Les mots d’avant."}')
    on conflict do nothing`);
  await query("update consents set text_version = 'earlier'");
  expect((await ask()).page).toMatchObject({
    state: "ask",
    askedNews: { words: "Les mots d’avant.", isOffered: false },
  });
});

// registre: 10
test("confirming only the address declines the news, and the consent records which button was used", async () => {
  expect((await post("confirm_address_only")).page).toMatchObject({
    state: "confirmed",
    receivesNews: false,
  });
  expect((await post("confirm_with_news")).page).toMatchObject({ state: "confirmed", receivesNews: false });
  expect(await signups()).toEqual([{ confirmed: true, active: true }]);
  expect(await receivesNews(harness.db, emailHash)).toBe(false);
  expect(await proofs()).toEqual([{ confirmation: "address_only", confirmed: false, withdrawn: true }]);
});

test("when two answers are simultaneous, one counts and both pages show it", async () => {
  const answers = await Promise.all([post("confirm_with_news"), post("confirm_address_only")]);
  const receives = await receivesNews(harness.db, emailHash);
  for (const { page } of answers) expect(page).toMatchObject({ state: "confirmed", receivesNews: receives });
  expect(await proofs()).toMatchObject([{ confirmation: receives ? "with_news" : "address_only" }]);
});

// registre: 10
test("a button without news confirms nothing when the form asked for news", async () => {
  expect((await post("confirm")).page).toMatchObject({
    state: "ask",
    askedNews: { words: consentTexts.news },
  });
  expect(await signups()).toEqual([{ confirmed: false, active: false }]);
});

test("one button confirms a sign-up without news, and the page does not mention them", async () => {
  const id = await signUp(harness, { email: "lea@exemple.fr", newsConsent: false });
  const link = linkOf(id, await harness.dependencies.addresses.hash("lea@exemple.fr"));
  expect((await ask(undefined, link)).page).toMatchObject({ state: "ask", askedNews: null });
  expect((await post("confirm", link)).page).toMatchObject({ state: "confirmed", receivesNews: null });
  expect(await query("select 1 from consents where confirmed_at is not null")).toEqual([]);
});

test("the page does not ask about a consent that was withdrawn before", async () => {
  await query("update consents set withdrawn_at = now(), withdrawn_by = 'person'");
  expect((await ask()).page).toMatchObject({ state: "ask", askedNews: null });
  expect((await post("confirm_with_news")).page).toMatchObject({ state: "confirmed", receivesNews: false });
  expect(await receivesNews(harness.db, emailHash)).toBe(false);
});

test("two sign-ups of one address ask separately, and declining one keeps the consent of the other", async () => {
  const brand = await signUp(harness, {}, "brand");
  const token = { audience: "brand", id: brand, emailHash, issuedAt: now } as const;
  const brandPath = `/confirmation/${harness.dependencies.confirmationTokens.sign(token)}`;
  await post("confirm_with_news", brandPath);
  expect((await ask()).page).toMatchObject({ state: "ask", askedNews: { words: consentTexts.news } });
  expect((await post("confirm_address_only")).page).toMatchObject({ state: "confirmed", receivesNews: true });
});

test("a form without a known action changes nothing", async () => {
  expect((await post("sudo")).page).toMatchObject({ state: "ask" });
  expect((await ask({ method: "POST", body: "{}" })).page).toMatchObject({ state: "ask" });
  expect(await signups()).toEqual([{ confirmed: false, active: false }]);
});

test("'Ce n'est pas moi' erases the address", async () => {
  expect((await post("erase")).page).toMatchObject({ state: "erased", keepsOther: false });
  expect(await signups()).toEqual([]);
  expect(await query("select reason from suppressions")).toEqual([{ reason: "erased" }]);
  expect((await post("erase")).page).toMatchObject({ state: "expired" });
});

test("'Ce n'est pas moi' keeps the confirmed sign-up of the other audience, with its news", async () => {
  const brand = await signUp(harness, {}, "brand");
  const token = { audience: "brand", id: brand, emailHash, issuedAt: now } as const;
  await post("confirm_with_news", `/confirmation/${harness.dependencies.confirmationTokens.sign(token)}`);
  expect((await ask(undefined, `${path}?action=erase`)).page).toMatchObject({
    state: "ask_erase",
    keepsOther: true,
  });
  expect((await post("erase")).page).toMatchObject({ state: "erased", keepsOther: true });
  expect(await signups()).toEqual([]);
  expect(await query("select id from brand_signups")).toEqual([{ id: brand }]);
  expect(await query("select 1 from suppressions")).toEqual([]);
  expect(await receivesNews(harness.db, emailHash)).toBe(true);
});

test("'Ce n'est pas moi' also erases a sign-up of the other audience that was never confirmed", async () => {
  await signUp(harness, {}, "brand");
  expect((await post("erase")).page).toMatchObject({ state: "erased" });
  expect(await query("select 1 from beta_signups union all select 1 from brand_signups")).toEqual([]);
  expect(await query("select reason from suppressions")).toEqual([{ reason: "erased" }]);
});

test("an erased person who signs up again gets mail once they confirm", async () => {
  await post("erase");
  const again = await signUp(harness);
  await post("confirm_with_news", linkOf(again));
  expect(await receivesNews(harness.db, emailHash)).toBe(true);
  expect(await query("select 1 from suppressions")).toEqual([]);
});

test("forged, cut and foreign links, and links of another mailbox, confirm nothing", async () => {
  const foreign = await harness.dependencies.addresses.hash("autre@exemple.fr");
  const missing = linkOf("00000000-0000-4000-8000-000000000000");
  for (const wrong of [
    path.slice(0, -1),
    `${path}A`,
    "/confirmation/x",
    missing,
    linkOf(signupId, foreign),
  ]) {
    for (const action of [...confirmationActions, "erase"]) {
      expect((await post(action, wrong)).page, wrong).toMatchObject({ state: "expired" });
    }
    expect((await ask(undefined, wrong)).page).toMatchObject({ state: "expired" });
  }
  expect(await signups()).toEqual([{ confirmed: false, active: false }]);
});

test("after thirty days a new link may be requested, and at most one message waits for each mailbox", async () => {
  now = new Date(now.getTime() + 31 * day);
  for (const action of [...confirmationActions, "erase"])
    expect((await post(action)).page).toMatchObject({ state: "expired" });
  await query("update email_log set status = 'sent', departed_at = now() - interval '31 days'");
  for (const _ of [1, 2, 3]) expect((await post("resend")).page).toMatchObject({ state: "resent" });
  const waiting = "select recipient_email from email_log where status = 'pending' and not waits_for_mailbox";
  expect(await query(waiting)).toEqual([{ recipient_email: email }]);
  expect(await query("select 1 from email_log where status = 'pending'")).toHaveLength(2);
});

// registre: 38
test("a request for a new confirmation link gets the same answer when there is nothing to confirm", async () => {
  await post("confirm_with_news");
  const before = await query("select 1 from email_log");
  const same = (await post("resend")).page;
  expect((await post("resend", "/confirmation/x")).page).toMatchObject({ ...same, token: "x" });
  expect(await query("select 1 from email_log")).toHaveLength(before.length);
});
