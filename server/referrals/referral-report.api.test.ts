import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type {
  Friend,
  HeldFriend,
  Referrals,
  Referrers,
  ReviewReferrals,
} from "#contract/referral-report.schema.ts";
import type { SignupDetail, SignupList } from "#contract/signup-list.schema.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
const [zoe, lea, unknown] = [idOf(1), idOf(2), idOf(999)];
/** Zoé has three counted friends, one unconfirmed and two held ones. Léa has one counted friend. */
const friends = [11, 12, 13, 14, 15, 16].map(idOf);
const leasFriend = idOf(21);

let context: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  context = await createTestApp({ now: () => new Date("2026-03-10T12:00:00Z") });
  admin = await context.signIn();
});
afterAll(() => context.close());
beforeEach(async () => {
  const { db } = context;
  await db.execute(sql`
    truncate beta_signups, brand_signups, passages, sources, referrals, referral_codes, referral_devices, journal_entries`);
  await db.execute(sql`
    insert into beta_signups (id, firstname, name, email, confirmed_at, starred, created_at, source_id)
    select id, firstname, 'Martin', firstname || '@exemple.fr', confirmed, firstname = 'zoe', created, source_id(source, '', '') from (values
      (${zoe}::uuid, 'zoe', now(), '2026-02-01T10:00Z'::timestamptz, 'direct'), (${lea}, 'lea', now(), '2026-02-01T10:00Z', 'direct'),
      (${friends[0]}, 'ana', now(), '2026-03-01T10:00Z', 'whatsapp'), (${friends[1]}, 'eva', now(), '2026-03-01T23:30Z', 'whatsapp'),
      (${friends[3]}, 'ines', null, '2026-03-03T10:00Z', 'whatsapp'), (${friends[4]}, 'lou', now(), '2026-03-04T10:00Z', 'ami'),
      (${friends[5]}, 'mia', now(), '2026-03-05T10:00Z', 'ami'), (${leasFriend}, 'noa', now(), '2026-03-06T10:00Z', 'ami')
    ) as people (id, firstname, confirmed, created, source)`);
  await db.execute(sql`
    insert into brand_signups (id, firstname, name, email, website, confirmed_at, created_at, source_id)
    values (${friends[2]}, 'Ada', 'Epi', 'ada@exemple.fr', 'https://exemple.fr', now(), '2026-03-02T10:00Z', source_id('ami', '', ''))`);
  await db.execute(sql`
    insert into referral_codes (signup_id, audience, code, mailbox_key)
    values (${zoe}, 'user', 'aaaaaaaaaa', 'zoe'), (${lea}, 'user', 'bbbbbbbbbb', 'lea')`);
  await db.execute(sql`
    insert into referrals (signup_id, audience, referrer_id, referrer_audience, mailbox_key, created_at)
    select s.id, s.audience, case when s.id = ${leasFriend} then ${lea} else ${zoe} end::uuid, 'user', s.id::text, s.created_at from (
      select id, 'user' as audience, created_at from beta_signups where id not in (${zoe}, ${lea})
      union all select id, 'brand', created_at from brand_signups
    ) as s`);
  await db.execute(
    sql`update referrals set held_for = 'device' where signup_id in (${friends[4]}, ${friends[5]})`,
  );
});

const path = "/api/admin/referrals";
const get = async <Body>(tail = "", headers: Record<string, string> = admin.headers) => {
  const answer = await context.app.request(`${path}${tail}`, { headers });
  return { status: answer.status, body: (await answer.json()) as Body };
};
const review = (body: object, headers: Record<string, string> = admin.headers) =>
  context.app.request(`${path}/review`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body satisfies object | ReviewReferrals),
  });
const statesOf = async (referrer = zoe) => {
  const { body } = await get<{ items: Friend[] }>(`/referrers/${referrer}/friends`);
  return body.items.map(({ firstname, state }) => `${firstname} ${state}`);
};

test("friends are counted by source and day in Paris, counted friends apart from all friends", async () => {
  const { status, body } = await get<Referrals>("?from=2026-03-01&to=2026-03-05");
  expect(status).toBe(200);
  expect(body).toEqual({
    from: "2026-03-01",
    to: "2026-03-05",
    totals: { brought: 6, counted: 3, referrers: 1 },
    sources: [
      { source: "whatsapp", friends: 2 },
      { source: "ami", friends: 1 },
    ],
    days: [
      { day: "2026-03-01", source: "whatsapp", friends: 1 },
      { day: "2026-03-02", source: "ami", friends: 1 },
      { day: "2026-03-02", source: "whatsapp", friends: 1 },
    ],
  });
  const brands = (await get<Referrals>("?audience=brand")).body;
  expect(brands).toMatchObject({ from: "2026-03-02", to: "2026-03-10", totals: { brought: 1, counted: 1 } });
});

test("people who brought the most friends are listed first, with page and total", async () => {
  const { body } = await get<Referrers>("/referrers");
  expect(body).toMatchObject({
    total: 2,
    page: 1,
    items: [
      { id: zoe, audience: "user", firstname: "zoe", starred: true, friends: 3, brought: 6, held: 2 },
      { id: lea, firstname: "lea", starred: false, friends: 1, brought: 1, held: 0 },
    ],
  });
  expect((await get<Referrers>("/referrers?page=2")).body).toMatchObject({ items: [], total: 2 });
  expect((await get<Referrers>("/referrers?to=2026-03-05")).body).toMatchObject({ total: 1 });
});

test("a person's friends are listed, newest first, each with its state", async () => {
  expect(await statesOf()).toEqual([
    ...["mia held", "lou held", "ines unconfirmed", "Ada counted", "eva counted", "ana counted"],
  ]);
  expect(await statesOf(unknown)).toEqual([]);
});

test("the pages of friends have each friend once", async () => {
  await context.db.execute(sql`
    with added as (
      insert into beta_signups (firstname, name, email, created_at)
      select 'x' || at, 'X', 'x' || at || '@exemple.fr', '2026-03-07' from generate_series(1, 30) as at returning id, created_at
    )
    insert into referrals (signup_id, audience, referrer_id, referrer_audience, mailbox_key, created_at)
    select id, 'user', ${lea}, 'user', id::text, created_at from added`);
  type Page = { items: Friend[]; next: string | null };
  const first = (await get<Page>(`/referrers/${lea}/friends`)).body;
  const second = (await get<Page>(`/referrers/${lea}/friends?before=${first.next}`)).body;
  expect([first.items.length, second.items.length, second.next]).toEqual([20, 11, null]);
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(31);
});

type Held = { items: HeldFriend[]; total: number };

test("held friends are listed with the reason, and a review accepts or refuses them, until the opposite review", async () => {
  const { body } = await get<Held>("/held");
  expect(body).toMatchObject({
    total: 2,
    items: [
      { firstname: "mia", heldFor: "device", state: "held", referrer: { id: zoe, firstname: "zoe" } },
      { firstname: "lou", heldFor: "device" },
    ],
  });
  const accepted = await review({ verdict: "accepted", ids: [friends[4]] });
  expect([accepted.status, await accepted.json()]).toEqual([200, { reviewed: 1 }]);
  expect(await (await review({ verdict: "accepted", ids: [friends[4]] })).json()).toEqual({ reviewed: 0 });
  expect(await statesOf()).toContain("lou counted");
  expect((await get<Held>("/held")).body.total).toBe(1);
  await review({ verdict: "refused", ids: [friends[4], friends[0]] });
  expect(await statesOf()).toEqual([
    ...["mia held", "lou refused", "ines unconfirmed", "Ada counted", "eva counted", "ana refused"],
  ]);
  const { rows } = await context.db.execute(sql`
    select action, subject, details from journal_entries order by id`);
  expect(rows).toEqual([
    { action: "referrals.accepted", subject: friends[4], details: { count: 1 } },
    { action: "referrals.refused", subject: null, details: { count: 2 } },
  ]);
});

test("all waiting friends of one person can be reviewed in one step, without other people's friends", async () => {
  await context.db.execute(sql`update referrals set held_for = 'self' where signup_id = ${leasFriend}`);
  expect(await (await review({ verdict: "refused", referrerId: zoe })).json()).toEqual({ reviewed: 2 });
  expect((await get<Held>("/held")).body.items.map(({ firstname }) => firstname)).toEqual(["noa"]);
  expect(await statesOf()).toContain("ana counted");
});

test("an accepted friend is counted as soon as they confirm", async () => {
  await context.db.execute(sql`update beta_signups set confirmed_at = null where id = ${friends[4]}`);
  await review({ verdict: "accepted", ids: [friends[4]] });
  expect(await statesOf()).toContain("lou unconfirmed");
  await context.db.execute(sql`update beta_signups set confirmed_at = now() where id = ${friends[4]}`);
  expect(await statesOf()).toContain("lou counted");
});

const signups = (tail: string) =>
  context.app.request(`/api/admin/signups/user${tail}`, { headers: admin.headers });

test("the detail of a sign-up shows its counted friends and its referrer, and list and export show the number", async () => {
  const referral = async (id: string) => ((await (await signups(`/${id}`)).json()) as SignupDetail).referral;
  expect(await referral(zoe)).toEqual({ friends: 3, brought: 6, broughtBy: null });
  expect(await referral(friends[4] ?? "")).toMatchObject({
    friends: 0,
    broughtBy: { id: zoe, firstname: "zoe", state: "held", heldFor: "device" },
  });
  const { items } = (await (await signups("?search=martin&order=asc")).json()) as SignupList;
  expect(items.find(({ id }) => id === zoe)).toMatchObject({ friends: 3 });
  expect(items.find(({ id }) => id === friends[0])).toMatchObject({ friends: 0 });
  const csv = await (await signups("/export.csv?search=zoe")).text();
  expect(csv).toMatch(/"Amies confirmées".*\r\n"zoe";.*;3\r\n$/);
});

test.each(["?audience=robot", "?from=hier", "/referrers?page=0", "/held?before=x", "/referrers/x/friends"])(
  "the query %s is refused",
  async (tail) => {
    expect((await get(tail)).status).toBe(400);
  },
);

test.each([
  ["a verdict of no meaning", { verdict: "maybe", ids: [zoe] }],
  ["no friend", { verdict: "accepted", ids: [] }],
  ["a wrong id", { verdict: "accepted", ids: ["x"] }],
  ["too many ids", { verdict: "accepted", ids: Array.from({ length: 1_001 }, (_, at) => idOf(at)) }],
  ["friends and a person at once", { verdict: "accepted", ids: [zoe], referrerId: zoe }],
])("a review with %s is refused", async (_name, body) => {
  expect((await review(body)).status).toBe(400);
});

test.each(["", "/referrers", `/referrers/${zoe}/friends`, "/held"])(
  "%s answers 401 to a visitor",
  async (tail) => {
    expect((await get(tail, {})).status).toBe(401);
  },
);

test("a review answers 401 to a visitor, and 403 from another site", async () => {
  const body = { verdict: "accepted", ids: [friends[4]] };
  expect((await review(body, {})).status).toBe(401);
  expect((await review(body, { ...admin.headers, origin: "https://ailleurs.example" })).status).toBe(403);
  expect(await statesOf()).toContain("lou held");
});
