import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isDatabaseUnavailable } from "#server/lib/database/database-errors.ts";
import { createMailApp, type MailApp } from "#server/mail/mail.test-helpers.ts";
import { confirmAddress } from "#server/privacy/confirmation.service.ts";
import { signUp } from "#server/privacy/pages.test-helpers.ts";
import { suppress } from "#server/privacy/suppressions.service.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { fillSite } from "#test/support/filled-site.ts";
import { reviewReferrals } from "./referral-report.service.ts";
import { changeReferral, type referralSettings } from "./referrals.test-helpers.ts";

const tables =
  "beta_signups, brand_signups, consents, suppressions, email_log, referral_codes, referrals, referral_devices";
let harness: MailApp;
let referrer: string;

beforeAll(async () => {
  harness = await createMailApp({ config: { signupLimitPerMinute: 0 } });
  await fillSite(harness.dependencies);
  await harness.saveSettings();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await emptyTables(harness.database, tables);
  harness.recorder.sent.length = 0;
  await change();
  referrer = await signUp(harness, { email: "zoe@exemple.fr", newsConsent: false });
  await query("update beta_signups set confirmed_at = now()");
  await harness.dependencies.referrals.placeOf({ audience: "user", id: referrer });
});

const query = async (text: string, values: unknown[] = []) =>
  (await harness.database.pool.query(text, values)).rows;
const change = (values: Partial<typeof referralSettings> = {}) => changeReferral(harness, values);

/** Adds friends who have not confirmed yet. */
async function addFriends(count: number, heldFor: string | null = null) {
  const friends = [];
  for (const place of Array.from({ length: count }).keys()) {
    const email = `amie${place}@exemple.fr`;
    const id = await signUp(harness, { email, newsConsent: false });
    await query(
      `insert into referrals (signup_id, audience, referrer_id, referrer_audience, mailbox_key) values ($1, 'user', $2, 'user', $3)`,
      [id, referrer, email],
    );
    await query("update referrals set held_for = $1 where signup_id = $2", [heldFor, id]);
    friends.push({ id, email });
  }
  return friends;
}

async function confirm({ id, email }: { id: string; email: string }): Promise<void> {
  const { addresses, confirmationTokens } = harness.dependencies;
  const token = {
    audience: "user",
    id,
    emailHash: await addresses.hash(email),
    issuedAt: new Date(),
  } as const;
  const confirmation = await confirmAddress(harness.dependencies, confirmationTokens.sign(token), "confirm");
  expect(confirmation.state).toBe("confirmed");
}
/** Tries again when a busy database refuses the confirmation, as a person would. */
async function confirmPatiently(friend: { id: string; email: string }): Promise<void> {
  try {
    await confirm(friend);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    await confirmPatiently(friend);
  }
}
const subjects = async () =>
  (
    await query(
      "select subject from email_log where recipient_email = 'zoe@exemple.fr' and lane = 'direct' order by created_at, id",
    )
  ).map(({ subject }) => subject);
const [first, decisive] = ["Une amie vous rejoint chez Tenue", "Vos amies sont là\u00a0: merci"];

test("only the first friend and the decisive friend cause a message", async () => {
  const friends = await addFriends(5);
  for (const [place, friend] of friends.entries()) {
    await confirm(friend);
    expect(await subjects()).toEqual(place < 2 ? [first] : [first, decisive]);
  }
});

test("fifty friends who confirm at once cause at most one message of each kind, and all are counted", async () => {
  const friends = await addFriends(50);
  await Promise.all(friends.map(confirmPatiently));
  const place = await harness.dependencies.referrals.placeOf({ audience: "user", id: referrer });
  expect(place).toMatchObject({ friends: 50, points: 20 });
  expect((await subjects()).toSorted()).toEqual([first, decisive]);
}, 120_000);

test("when the first friend is decisive, only the message about the decisive friend is written", async () => {
  await change({ friends: 1 });
  for (const friend of await addFriends(2)) await confirm(friend);
  expect(await subjects()).toEqual([decisive]);
});

test("a friend who waits for a review causes no message", async () => {
  for (const friend of await addFriends(1, "device")) await confirm(friend);
  expect(await subjects()).toEqual([]);
});

test.each([
  ["has not confirmed", "confirmed_at = null"],
  ["was rejected", "status = 'rejected', decided_at = now()"],
  ["is limited", "limited_at = now()"],
])("a referrer who %s gets no message", async (_, state) => {
  const friends = await addFriends(1);
  await query(`update beta_signups set ${state} where id = $1`, [referrer]);
  for (const friend of friends) await confirm(friend);
  expect(await subjects()).toEqual([]);
});

test("a referrer who confirms after their friends gets the message at that time, once", async () => {
  const friends = await addFriends(2);
  await query("update beta_signups set confirmed_at = null where id = $1", [referrer]);
  for (const friend of friends) await confirm(friend);
  expect(await subjects()).toEqual([]);
  await confirm({ id: referrer, email: "zoe@exemple.fr" });
  expect(await subjects()).toEqual([first]);
});

test.each([{ on: false }, { messages: false }])("with %o no message is written", async (values) => {
  await change(values);
  for (const friend of await addFriends(1)) await confirm(friend);
  expect(await subjects()).toEqual([]);
});

test("a renewal of the code causes no second message", async () => {
  const [one, two] = await addFriends(2);
  if (one) await confirm(one);
  await query("update referral_codes set created_at = now() - interval '1 hour'");
  expect(await harness.dependencies.referrals.renew({ audience: "user", id: referrer })).not.toBeNull();
  if (two) await confirm(two);
  expect(await subjects()).toEqual([first]);
});

test("a deleted referrer gets no more messages", async () => {
  const [friend] = await addFriends(1);
  const { headers } = await harness.signIn({ superAdmin: true });
  const answer = await harness.app.request(`/api/admin/signups/user/${referrer}`, {
    method: "DELETE",
    headers,
  });
  expect(answer.status).toBe(204);
  if (friend) await confirm(friend);
  expect(await subjects()).toEqual([]);
});

test("a review that accepts a held friend causes the message, once", async () => {
  const [friend] = await addFriends(1, "network");
  if (!friend) throw new Error("no friend was added");
  await confirm(friend);
  expect(await subjects()).toEqual([]);
  for (const verdict of ["accepted", "refused", "accepted"] as const) {
    await reviewReferrals(harness.dependencies, { verdict, ids: [friend.id] }, "admin@exemple.fr");
  }
  expect(await subjects()).toHaveLength(1);
});

describe("a message about friends that leaves", () => {
  /** Delivers the messages that wait for the referrer. */
  async function deliver() {
    const [row] = await query(
      "select id from email_log where recipient_email = 'zoe@exemple.fr' and lane = 'direct' and status = 'pending'",
    );
    await harness.mail.deliver(row.id);
    const [{ status, error_message: error }] = await query(
      "select status, error_message from email_log where id = $1",
      [row.id],
    );
    return { status, error };
  }
  const stopped = { status: "failed", error: "Ce que ce message annonce du parrainage n’est plus vrai." };

  test("a message to an address with two sign-ups has the link and the number of the sign-up that brought the friends", async () => {
    const brand = await signUp(harness, { email: "zoe@exemple.fr", newsConsent: false }, "brand");
    await query("update brand_signups set confirmed_at = now()");
    const place = await harness.dependencies.referrals.placeOf({ audience: "brand", id: brand });
    const friends = await addFriends(1);
    await query("update referrals set referrer_id = $1, referrer_audience = 'brand'", [brand]);
    for (const friend of friends) await confirm(friend);
    expect(await deliver()).toMatchObject({ status: "sent" });
    const [message] = harness.recorder.sent;
    expect(message?.html).toContain(place?.link);
    expect(message?.text).toContain("Amies confirmées à ce jour\u00a0: 1.");
  });

  test.each([
    [
      "the referrer was rejected",
      "update beta_signups set status = 'rejected', decided_at = now() where id = $1",
    ],
    ["the referrer was limited", "update beta_signups set limited_at = now() where id = $1"],
    ["the friends were erased", "delete from referrals where referrer_id = $1"],
  ])("a message about friends is stopped after %s", async (_, change) => {
    for (const friend of await addFriends(1)) await confirm(friend);
    await query(change, [referrer]);
    expect(await deliver()).toEqual(stopped);
    expect(harness.recorder.sent).toEqual([]);
  });

  test("a message about friends is stopped after the referral was turned off", async () => {
    for (const friend of await addFriends(1)) await confirm(friend);
    await change({ on: false });
    expect(await deliver()).toEqual(stopped);
  });

  test("a message about friends is stopped when fewer friends count than it announces", async () => {
    await change({ friends: 2 });
    const friends = await addFriends(2);
    await query("update referral_codes set first_told_at = now()");
    for (const friend of friends) await confirm(friend);
    await query("delete from referrals where signup_id = $1", [friends[0]?.id]);
    expect(await deliver()).toEqual(stopped);
  });

  // registre: 4
  test("an unsubscription stops messages about friends, also those that wait", async () => {
    const [one, ...others] = await addFriends(3);
    if (one) await confirm(one);
    const suppression = { scope: "news", reason: "unsubscribed", source: "person" } as const;
    const emailHash = await harness.dependencies.addresses.hash("zoe@exemple.fr");
    await suppress(harness.dependencies.db, { emailHash, ...suppression });
    expect(await deliver()).toEqual(stopped);
    for (const friend of others) await confirm(friend);
    expect(await subjects()).toEqual([first]);
  });
});
