import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { placePath } from "#contract/site-pages.ts";
import { makeMyDataLink } from "#server/privacy/my-data-links.service.ts";
import { form, readPage, signUp } from "#server/privacy/pages.test-helpers.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { fillSite } from "#test/support/filled-site.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";
import { changeReferral, referralSettings } from "./referrals.test-helpers.ts";

const email = "zoe@exemple.fr";
let harness: TestApp;
let emailHash: string;
let id: string;
let path: string;

beforeAll(async () => {
  harness = await createTestApp({ config: { signupLimitPerMinute: 0 } });
  emailHash = await harness.dependencies.addresses.hash(email);
  await fillSite(harness.dependencies);
});
afterAll(() => harness.close());
beforeEach(async () => {
  await emptyTables(
    harness.database,
    "beta_signups, brand_signups, consents, suppressions, email_log, referral_codes",
  );
  await change();
  id = await signUp(harness);
  path = (await advertised())?.href ?? "";
});

const query = async (text: string, values: unknown[] = []) =>
  (await harness.database.pool.query(text, values)).rows;
const change = (values: Partial<typeof referralSettings> = {}) => changeReferral(harness, values);
const advertised = () => harness.dependencies.placeLinks.advertised({ audience: "user", id, emailHash });
const open = (at = path) => readPage(harness.app.request(at));
const renew = (at = path) => harness.app.request(at, form({ action: "renew" }));

describe("the personal page", () => {
  test("the personal page shows the remaining steps, the link and the owner's sentence", async () => {
    const { status, page } = await open();
    expect(status).toBe(200);
    expect(page).toMatchObject({
      page: "place",
      state: "known",
      isConfirmed: false,
      step: "pending",
      referral: { friends: 0, wanted: 3, sentence: referralSettings.sentence },
    });
    expect(JSON.stringify(page)).toMatch(/\?ami=[0-9a-z]{10}"/);
    expect(JSON.stringify(page)).not.toContain(email);
  });

  test("the personal page shows a confirmation and each step of the request", async () => {
    await query("update beta_signups set confirmed_at = now()");
    expect((await open()).page).toMatchObject({ isConfirmed: true, step: "pending" });
    for (const step of ["approved", "rejected"] as const) {
      await query("update beta_signups set status = $1, decided_at = now()", [step]);
      expect((await open()).page).toMatchObject({ step });
    }
  });

  test("the personal page of a rejected or limited person has no link for friends", async () => {
    await query("update beta_signups set status = 'rejected', decided_at = now()");
    expect((await open()).page).toMatchObject({ state: "known", referral: null });
    await query("update beta_signups set status = 'pending', decided_at = null, limited_at = now()");
    expect((await open()).page).toMatchObject({ state: "known", referral: null });
    await renew();
    expect(await query("select 1 from referral_codes")).toEqual([]);
  });

  test("the label of a page link invites only people with a link for friends to share it", async () => {
    expect(await advertised()).toEqual({ href: path, label: "Suivre ma demande et inviter mes amies" });
    for (const state of ["status = 'rejected', decided_at = now()", "limited_at = now()"]) {
      await query(`update beta_signups set status = 'pending', decided_at = null, limited_at = null`);
      await query(`update beta_signups set ${state}`);
      expect(await advertised()).toEqual({ href: path, label: "Suivre ma demande" });
    }
  });

  test("a renewal replaces the link and shows a notice", async () => {
    const before = (await open()).page;
    await query("update referral_codes set created_at = now() - interval '1 hour'");
    const answer = await renew();
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${path}?fait=renewed`]);
    const after = (await open(`${path}?fait=renewed`)).page;
    expect(after).toMatchObject({ notice: "renewed" });
    expect(linkOf(after)).not.toBe(linkOf(before));
    expect(linkOf((await open()).page)).toBe(linkOf(after));
  });

  test("a renewal keeps a link younger than one hour and shows a notice", async () => {
    const before = linkOf((await open()).page);
    const answer = await renew();
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${path}?fait=too_soon`]);
    const after = (await open(`${path}?fait=too_soon`)).page;
    expect(after).toMatchObject({ notice: "too_soon" });
    expect(linkOf(after)).toBe(before);
  });

  test("a form without a known action does not renew the link", async () => {
    const before = linkOf((await open()).page);
    expect((await harness.app.request(path, form({ action: "sudo" }))).headers.get("location")).toBe(path);
    expect(linkOf((await open()).page)).toBe(before);
  });

  test("forged and cut links, and links of another mailbox or purpose, are invalid", async () => {
    const { placeLinks, confirmationTokens } = harness.dependencies;
    const foreign = await harness.dependencies.addresses.hash("autre@exemple.fr");
    const holder = { audience: "user", id, emailHash, issuedAt: new Date() } as const;
    const wrong = [
      path.slice(0, -1),
      `${path}A`,
      placePath("x"),
      placePath(confirmationTokens.sign(holder)),
      (await placeLinks.advertised({ ...holder, emailHash: foreign }))?.href ?? "",
      (await placeLinks.advertised({ ...holder, id: "00000000-0000-4000-8000-000000000000" }))?.href ?? "",
    ];
    for (const link of wrong) {
      const { status, page } = await open(link);
      expect([status, page], link).toEqual([404, expect.objectContaining({ state: "unknown" })]);
      await renew(link);
    }
    expect(await query("select 1 from referral_codes")).toEqual([]);
  });
});

describe("the switch of the referral", () => {
  test("with the switch off the page shows only the state, and a renewal has no effect", async () => {
    await change({ on: false });
    expect((await open()).page).toMatchObject({ state: "known", step: "pending", referral: null });
    expect((await renew()).headers.get("location")).toBe(path);
    expect(await query("select 1 from referral_codes")).toEqual([]);
  });

  test("the page after confirming leads to the personal page while the switch is on", async () => {
    const token = { audience: "user", id, emailHash, issuedAt: new Date() } as const;
    const confirmation = `/confirmation/${harness.dependencies.confirmationTokens.sign(token)}`;
    expect((await open(confirmation)).page).toMatchObject({ state: "ask", place: null });
    await harness.app.request(confirmation, form({ action: "confirm_address_only" }));
    expect((await open(confirmation)).page).toMatchObject({ state: "confirmed", place: { href: path } });
    await change({ on: false });
    expect((await open(confirmation)).page).toMatchObject({ state: "confirmed", place: null });
  });

  test("'Mes données' leads to the personal page of each sign-up while the switch is on", async () => {
    const link = await makeMyDataLink({ ...harness.dependencies, config: { baseUrl: "" } }, emailHash);
    expect((await open(link)).page).toMatchObject({ page: "my-data", places: { [id]: { href: path } } });
    await change({ on: false });
    expect((await open(link)).page).toMatchObject({ places: {} });
  });

  test("the confirmation message leads to the personal page while the switch is on", async () => {
    const message = {
      purpose: "service",
      recipientHash: emailHash,
      link: null,
      consentedAt: null,
      confirms: { audience: "user", signupId: id },
      toVisitor: true,
      invitationId: null,
      signupId: id,
      announcesFriends: null,
      isDraft: false,
    } as const;
    const textOf = async () => {
      const { additionTexts } = await harness.dependencies.mail.additions.make(message, "bonjour@exemple.fr");
      return additionTexts.map(({ html, text }) => `${html} ${text}`).join(" ");
    };
    expect(await textOf()).toContain(`${harness.dependencies.config.baseUrl}${path}"`);
    await change({ on: false });
    expect(await textOf()).not.toContain("ma-place");
  });
});

function linkOf(page: unknown): string {
  return (page as { referral: { link: string } }).referral.link;
}
