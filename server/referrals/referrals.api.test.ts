import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Audience } from "#contract/audience.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import { initialSiteSettings } from "#contract/site.ts";
import { eraseAddress } from "#server/privacy/erasure/erasure.service.ts";
import { confirmSignup, findSignup } from "#server/signups/own-signups.service.ts";
import { readdressSignup } from "#server/signups/rectification.service.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";
import { reviewReferrals } from "./referral-report.service.ts";
import { countFriends, deleteOldReferralDevices } from "./referrals.service.ts";

let harness: TestApp;
let admin: SignedIn;
let now: Date;
let people = 0;

beforeAll(async () => {
  harness = await createTestApp({
    config: { signupLimitPerMinute: 0, trustProxy: ["203.0.113.1"] },
    now: () => now,
  });
  now = new Date();
  admin = await harness.signIn({ superAdmin: true });
});
beforeEach(async () => {
  now = new Date();
  await emptyTables(
    harness.database,
    "beta_signups, brand_signups, referral_codes, referrals, referral_devices, used_form_tokens, email_log, suppressions",
  );
  await turn(true);
});
afterAll(() => harness.close());

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await harness.database.pool.query(text, values)).rows as Row[];

async function turn(on: boolean): Promise<void> {
  const [row] = await query<{ version: number }>("select version from site_settings");
  const referral = { ...initialSiteSettings.referral, on, sentence: "Trois amies confirmées", cap: 20 };
  const answer = await harness.app.request("/api/admin/site", {
    method: "PUT",
    headers: admin.headers,
    body: JSON.stringify({ ...initialSiteSettings, referral, version: row?.version ?? 0 }),
  });
  expect(answer.status).toBe(200);
}

type Given = { email?: string; code?: string; address?: string; browser?: string; audience?: Audience };

/** Signs up over the API. Without an address and a browser, uses ones that no other sign-up has. */
async function signUp({ email, code, address, browser, audience = "user" }: Given = {}): Promise<string> {
  people += 1;
  const body = {
    firstname: "Zoé",
    name: "Martin",
    email: email ?? `personne${people}@exemple.fr`,
    responses: {},
    source: code ? `utm_source=ami&ami=${code}` : "utm_source=direct",
    ...(audience === "brand" && { website: "https://marque.example" }),
  };
  const answer = await harness.app.request(
    `/api/signups/${audience}`,
    {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": browser ?? `browser ${people}`,
        "x-forwarded-for": address ?? `198.51.${people >> 8}.${people & 255}`,
      },
      body: JSON.stringify(body),
    },
    { incoming: { socket: { remoteAddress: "203.0.113.1", remotePort: 1, remoteFamily: "IPv4" } } },
  );
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

async function placeOf(id: string, audience: Audience = "user") {
  const place = await harness.dependencies.referrals.placeOf({ audience, id });
  if (!place) throw new Error("no such sign-up");
  return place;
}

/** Adds a person with a code. */
async function referrer(given: Given = {}): Promise<{ id: string; code: string }> {
  const id = await signUp(given);
  return { id, code: (await placeOf(id, given.audience)).code };
}

async function confirm(id: string, audience: Audience = "user"): Promise<void> {
  const { events } = harness.dependencies;
  await harness.db.transaction(async (tx) => {
    const signup = await findSignup(tx, audience, id);
    const emailHash = signup?.emailHash ?? "";
    expect(await confirmSignup(tx, events, { audience, id, emailHash, at: now })).toBe(true);
  });
}

const confirmAll = () => query("update beta_signups set confirmed_at = now()");
const held = () =>
  query<{ held_for: string | null }>("select held_for from referrals order by created_at, signup_id").then(
    (rows) => rows.map(({ held_for }) => held_for),
  );

describe("a friend", () => {
  test("a friend counts after confirming, for either audience", async () => {
    const { id, code } = await referrer();
    const friend = await signUp({ code });
    const brand = await signUp({ code, audience: "brand" });
    expect((await placeOf(id)).friends).toBe(0);
    await confirm(friend);
    expect(await placeOf(id)).toMatchObject({ friends: 1, points: 1, link: `http://localhost/?ami=${code}` });
    await confirm(brand, "brand");
    expect((await placeOf(id)).friends).toBe(2);
  });

  test.each([
    "disposable_email = true",
    "limited_at = now()",
    "sample = true",
    "duplicate_of = gen_random_uuid()",
    "confirmed_at = null",
  ])("a friend does not count with %s", async (change) => {
    const { id, code } = await referrer();
    const friend = await signUp({ code });
    await confirm(friend);
    await query(`update beta_signups set ${change} where id = $1`, [friend]);
    expect((await placeOf(id)).friends).toBe(0);
  });

  test("a friend counts when an administrator accepted it, and never when an administrator refused it", async () => {
    const { id, code } = await referrer();
    await confirm(await signUp({ code }));
    await query("update referrals set held_for = 'device'");
    expect((await placeOf(id)).friends).toBe(0);
    await query("update referrals set reviewed = 'accepted'");
    expect((await placeOf(id)).friends).toBe(1);
    await query("update referrals set held_for = null, reviewed = 'refused'");
    expect((await placeOf(id)).friends).toBe(0);
  });

  test("a friend gets the same answer with an unknown code, and counts for no one", async () => {
    await signUp({ code: "0123456789" });
    expect(await query("select 1 from referrals")).toEqual([]);
  });

  test("all of 50 friends who confirm at the same time count", async () => {
    const { id, code } = await referrer();
    const friends = await Promise.all(Array.from({ length: 50 }, () => signUp({ code })));
    await Promise.all(friends.map((friend) => confirm(friend)));
    expect(await placeOf(id)).toMatchObject({ friends: 50, points: 20 });
    expect(await held()).toEqual(Array(50).fill(null));
  });
});

async function correct(id: string, email: string): Promise<void> {
  const answer = await harness.app.request(`/api/admin/signups/user/${id}`, {
    method: "PUT",
    headers: admin.headers,
    body: JSON.stringify({ firstname: "Zoé", name: "Martin", email, version: 1 }),
  });
  expect(answer.status).toBeLessThan(300);
}

describe("friends held for review", () => {
  test("a person's own mailbox in another spelling is held", async () => {
    const { id, code } = await referrer({ email: "zoe.martin@gmail.com" });
    await signUp({ code, email: "zoemartin+2@googlemail.com" });
    await confirmAll();
    expect(await held()).toEqual(["self"]);
    expect((await placeOf(id)).friends).toBe(0);
  });

  test("a mailbox that the person brought before is held", async () => {
    const { id, code } = await referrer();
    await signUp({ code, email: "lea@exemple.fr" });
    await signUp({ code, email: "lea+bis@exemple.fr" });
    await confirmAll();
    expect(await held()).toEqual([null, "mailbox"]);
    expect((await placeOf(id)).friends).toBe(1);
  });

  test("of simultaneous sign-ups with spellings of one mailbox, all but one are held", async () => {
    const { code } = await referrer();
    await Promise.all(["lea", "lea+1", "lea+2"].map((name) => signUp({ code, email: `${name}@exemple.fr` })));
    expect((await held()).toSorted()).toEqual(["mailbox", "mailbox", null]);
  });

  test("a friend on the person's own device is held on the same day, but not on another day", async () => {
    const device = { address: "192.0.2.7", browser: "Firefox" };
    const { code } = await referrer(device);
    await signUp({ code, ...device });
    expect(await held()).toEqual(["device"]);
    await emptyTables(harness.database, "referrals");
    now = new Date(now.getTime() + 86_400_000);
    await signUp({ code, ...device });
    expect(await held()).toEqual([null]);
  });

  test("a friend on the device of the person's other friend is held, but not on the device of another person's friend", async () => {
    const device = { address: "192.0.2.7", browser: "Firefox" };
    const [one, other] = [await referrer(), await referrer()];
    await signUp({ code: one.code, ...device });
    await signUp({ code: one.code, ...device });
    await signUp({ code: other.code, ...device });
    expect((await held()).toSorted()).toEqual(["device", null, null]);
  });

  test("all friends from one network are held once there are more than five in a day", async () => {
    const { id, code } = await referrer();
    for (let index = 0; index < 5; index += 1) await signUp({ code, address: "192.0.2.7" });
    await confirmAll();
    expect((await placeOf(id)).friends).toBe(5);
    await query(
      "update referrals set reviewed = 'accepted' where signup_id = (select signup_id from referrals limit 1)",
    );
    await signUp({ code, address: "192.0.2.7" });
    await confirmAll();
    expect((await held()).filter((reason) => reason === "network")).toHaveLength(5);
    expect((await placeOf(id)).friends).toBe(1);
  });

  test("all friends from one IPv6 /48 are held once there are more than five in a day", async () => {
    const { code } = await referrer();
    for (const subnet of [1, 2, 3])
      for (let index = 0; index < 5; index += 1)
        await signUp({ code, address: `2001:db8:7:${subnet}::${index}` });
    await signUp({ code, address: "2001:db8:8:1::1" });
    expect(await held()).toEqual([...Array(15).fill("network"), null]);
  });

  test("all of 1,000 scripted self-referrals from one network are held, and the points stay within the cap", async () => {
    const { id, code } = await referrer();
    const audiences = ["user", "brand"] as const;
    for (let batch = 0; batch < 10; batch += 1) {
      await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          signUp({ code, address: "192.0.2.7", audience: audiences[index % 2] ?? "user" }),
        ),
      );
    }
    await query("update brand_signups set confirmed_at = now()");
    await confirmAll();
    expect(await held()).toEqual(Array(1000).fill("network"));
    expect(await placeOf(id)).toMatchObject({ friends: 0, points: 0 });
    const review = { verdict: "accepted", referrerId: id } as const;
    await reviewReferrals({ db: harness.db, now: () => now }, review, "admin@exemple.fr");
    expect(await placeOf(id)).toMatchObject({ friends: 1000, points: 20 });
  });

  test("a friend whose address is corrected to the person's own is held", async () => {
    const { code } = await referrer({ email: "zoe@exemple.fr" });
    const friend = await signUp({ code });
    await correct(friend, "zoe+1@exemple.fr");
    expect(await held()).toEqual(["self"]);
  });

  test("a friend whose mailbox becomes the person's own by a correction of the person's address is held", async () => {
    const { id, code } = await referrer();
    await signUp({ code, email: "lea@exemple.fr" });
    await signUp({ code });
    await confirmAll();
    await correct(id, "lea+1@exemple.fr");
    expect(await held()).toEqual(["self", null]);
    expect((await placeOf(id)).friends).toBe(1);
  });

  test("an address change of a friend never deadlocks with a review of the same friends", async () => {
    const { code } = await referrer();
    const friends = await Promise.all([1, 2, 3].map(() => signUp({ code })));
    const [changed = ""] = friends;
    const { db, dependencies } = harness;
    for (let round = 0; round < 20; round += 1) {
      await query("update beta_signups set confirmed_at = null where id = $1", [changed]);
      await query("update referrals set held_for = null, reviewed = null");
      const address = {
        audience: "user",
        id: changed,
        email: `lea${round}@exemple.fr`,
        confirmedAt: now,
      } as const;
      const [readdressed, reviewed] = await Promise.all([
        db.transaction((tx) => readdressSignup(tx, dependencies.events, address)),
        reviewReferrals({ db, now: () => now }, { verdict: "refused", ids: friends }, "admin@exemple.fr"),
      ]);
      expect([readdressed, reviewed]).toEqual([undefined, 3]);
    }
  });
});

describe("a code", () => {
  test("a code is made once, even for two simultaneous requests", async () => {
    const id = await signUp();
    const codes = await Promise.all([1, 2, 3].map(() => placeOf(id)));
    expect(new Set(codes.map(({ code }) => code)).size).toBe(1);
    expect(codes[0]?.code).toMatch(/^[0-9a-hjkmnp-tv-z]{10}$/);
  });

  test("a code is replaced on request: new friends with the old link count for no one, and earlier friends stay", async () => {
    const { id, code } = await referrer();
    await confirm(await signUp({ code }));
    await query("update referral_codes set first_told_at = now(), created_at = now() - interval '1 hour'");
    const renewed = await harness.dependencies.referrals.renew({ audience: "user", id });
    expect(renewed).toMatchObject({ friends: 1 });
    expect(renewed?.code).not.toBe(code);
    await signUp({ code });
    await signUp({ code: renewed?.code ?? "" });
    expect(await held()).toEqual([null, null]);
    expect(await query("select first_told_at is not null as told from referral_codes")).toEqual([
      { told: true },
    ]);
  });

  test("a code is replaced once an hour, even for several simultaneous requests", async () => {
    const { id, code } = await referrer();
    const renew = () => harness.dependencies.referrals.renew({ audience: "user", id });
    expect(await renew()).toBeNull();
    expect((await placeOf(id)).code).toBe(code);
    await query("update referral_codes set created_at = now() - interval '1 hour'");
    const renewals = await Promise.all([renew(), renew(), renew()]);
    expect(renewals.filter((place) => place !== null)).toEqual([await placeOf(id)]);
  });

  test("a deleted sign-up has no code", async () => {
    const person = { audience: "user", id: "00000000-0000-4000-8000-000000000000" } as const;
    expect(await harness.dependencies.referrals.placeOf(person)).toBeNull();
    expect(await harness.dependencies.referrals.renew(person)).toBeNull();
    expect(await query("select 1 from referral_codes")).toEqual([]);
  });
});

describe("the retention of referral data", () => {
  const tables = ["referral_codes", "referrals", "referral_devices"];
  const counts = () =>
    Promise.all(tables.map(async (table) => (await query(`select 1 from ${table}`)).length));

  // registre: 4
  test("nothing about referrals is kept while they are off", async () => {
    const { id, code } = await referrer();
    await emptyTables(harness.database, "referral_devices");
    await turn(false);
    await confirm(await signUp({ code }));
    expect(await counts()).toEqual([1, 0, 0]);
    expect((await placeOf(id)).friends).toBe(0);
    expect(await harness.dependencies.referrals.isOn()).toBe(false);
  });

  // registre: 4
  test("the referral of an erased friend is deleted, so that the friend no longer counts", async () => {
    const { id, code } = await referrer();
    const friend = await signUp({ code, email: "lea@exemple.fr" });
    await confirm(friend);
    const { addresses, events } = harness.dependencies;
    const emailHash = await addresses.hash("lea@exemple.fr");
    await harness.db.transaction((tx) => eraseAddress(tx, events, { emailHash, source: "test" }));
    expect(await counts()).toEqual([1, 0, 1]);
    expect((await placeOf(id)).friends).toBe(0);
  });

  // registre: 4
  test("the code and the referrals of a deleted referrer are deleted", async () => {
    const { id, code } = await referrer();
    await signUp({ code });
    const { headers } = admin;
    await harness.app.request(`/api/admin/signups/user/${id}`, { method: "DELETE", headers });
    expect(await counts()).toEqual([0, 0, 1]);
  });

  test("device and network of a sign-up are deleted within 24 hours, with an upkeep every ten minutes", async () => {
    await signUp();
    const [stored] = await query<{ created_at: Date }>("select created_at from referral_devices");
    const ageOf = (minutes: number) => new Date((stored?.created_at.getTime() ?? 0) + minutes * 60_000);
    const lastUpkeep = privacyPeriods.referralDeviceHours * 60 - 10;
    await deleteOldReferralDevices({ db: harness.db, now: () => ageOf(lastUpkeep - 60) });
    expect(await counts()).toEqual([0, 0, 1]);
    await deleteOldReferralDevices({ db: harness.db, now: () => ageOf(lastUpkeep) });
    expect(await counts()).toEqual([0, 0, 0]);
  });

  // registre: 4
  test("device and network of a sign-up are deleted after a day, and no two days have the same hash", async () => {
    await signUp({ address: "192.0.2.7", browser: "Firefox" });
    const [before] = await query<{ device_key: string }>("select device_key from referral_devices");
    now = new Date(now.getTime() + 86_400_000 + 60_000);
    await signUp({ address: "192.0.2.7", browser: "Firefox" });
    expect(
      new Set(
        (await query<{ device_key: string }>("select device_key from referral_devices")).map(
          ({ device_key }) => device_key,
        ),
      ).size,
    ).toBe(2);
    await query("update referral_devices set created_at = $1 where device_key <> $2", [
      now,
      before?.device_key,
    ]);
    await deleteOldReferralDevices({ db: harness.db, now: () => now });
    expect(await query("select 1 from referral_devices where device_key = $1", [before?.device_key])).toEqual(
      [],
    );
    expect(await counts()).toEqual([0, 0, 1]);
  });
});

test("the friends of several people are counted by one query", async () => {
  const [one, two, none] = [await referrer(), await referrer(), await referrer()];
  for (const code of [one.code, one.code, two.code]) await signUp({ code });
  await confirmAll();
  expect(await countFriends(harness.db, [one.id, two.id, none.id])).toEqual(
    new Map([
      [one.id, 2],
      [two.id, 1],
    ]),
  );
});
