import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SourceRow, Sources } from "#contract/sources.schema.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

let context: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  context = await createTestApp({ now: () => new Date("2026-03-10T12:00:00Z") });
  admin = await context.signIn();
});
afterAll(() => context.close());

beforeEach(async () => {
  await context.db.execute(sql`truncate passages, sources, beta_signups, brand_signups, invitations`);
  await context.db.execute(sql`
    insert into passages (day, step, audience, source_id, count) values
      ('2026-03-01', 'view', null, source_id('instagram', 'story', 'mai'), 100),
      ('2026-03-01', 'open', 'user', source_id('instagram', 'story', 'mai'), 40),
      ('2026-03-01', 'start', 'user', source_id('instagram', 'story', 'mai'), 20),
      ('2026-03-02', 'view', null, source_id('instagram', '', ''), 10),
      ('2026-03-02', 'open', 'brand', source_id('direct', '', ''), 5),
      ('2026-02-01', 'view', null, source_id('direct', '', ''), 7)`);
  // The last passage is on 2 March in Paris.
  await context.db.execute(sql`
    insert into beta_signups (firstname, name, email, status, confirmed_at, created_at, source_id) values
      ('Zoé', 'A', 'a@exemple.fr', 'approved', '2026-03-01T11:00Z', '2026-03-01T10:00Z', source_id('instagram', 'story', 'mai')),
      ('Léa', 'B', 'b@exemple.fr', 'pending', '2026-03-01T11:00Z', '2026-03-01T10:00Z', source_id('instagram', 'story', 'mai')),
      ('Ana', 'C', 'c@exemple.fr', 'rejected', null, '2026-03-01T23:30Z', null)`);
  await context.db.execute(sql`
    insert into beta_signups (firstname, name, email, limited_at, created_at, source_id) values
      ('Max', 'D', 'd@exemple.fr', now(), '2026-03-01T10:00Z', source_id('instagram', 'story', 'mai'))`);
  await context.db.execute(sql`
    insert into brand_signups (firstname, name, email, website, status, created_at, source_id) values
      ('Ada', 'Epi', 'e@exemple.fr', 'https://exemple.fr', 'approved', '2026-03-02T10:00Z', source_id('direct', '', ''))`);
  await context.db.execute(sql`
    insert into invitations (audience, signup_id, code_hash, valid_days, message_id, sent_at, redeemed_at)
    select 'user', id, 'a', 14, gen_random_uuid(), now(), now() from beta_signups where email = 'a@exemple.fr'
    union all select 'brand', id, 'e', 14, gen_random_uuid(), now(), null from brand_signups`);
});

const get = (query = "", headers: Record<string, string> = admin.headers) =>
  context.app.request(`/api/admin/sources${query}`, { headers });

const row = (source: string | null, counts: Partial<SourceRow>): SourceRow => ({
  ...{
    source,
    medium: "",
    campaign: "",
    views: 0,
    opened: 0,
    started: 0,
    signedUp: 0,
    confirmed: 0,
    approved: 0,
    invited: 0,
    redeemed: 0,
  },
  ...counts,
});

test("passages and sign-ups are counted by source, medium and campaign, in Paris days", async () => {
  const answer = await get("?from=2026-03-01&to=2026-03-02");
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    from: "2026-03-01",
    to: "2026-03-02",
    totals: {
      views: 110,
      opened: 45,
      started: 20,
      signedUp: 4,
      confirmed: 2,
      approved: 2,
      invited: 2,
      redeemed: 1,
    },
    items: [
      row("instagram", {
        ...{ medium: "story", campaign: "mai" },
        ...{
          views: 100,
          opened: 40,
          started: 20,
          signedUp: 2,
          confirmed: 2,
          approved: 1,
          invited: 1,
          redeemed: 1,
        },
      }),
      row("instagram", { views: 10 }),
      row("direct", { opened: 5, signedUp: 1, approved: 1, invited: 1 }),
      row(null, { signedUp: 1 }),
    ],
    days: [
      { day: "2026-03-01", source: "instagram", views: 100, signedUp: 2 },
      { day: "2026-03-02", source: "direct", views: 0, signedUp: 1 },
      { day: "2026-03-02", source: "instagram", views: 10, signedUp: 0 },
      { day: "2026-03-02", source: null, views: 0, signedUp: 1 },
    ],
  } satisfies Sources);
});

test("an audience's counts have only its own steps and sign-ups, but all page views", async () => {
  const { items, totals } = (await (await get("?audience=brand&from=2026-03-01")).json()) as Sources;
  expect(totals).toEqual({
    views: 110,
    opened: 5,
    started: 0,
    signedUp: 1,
    confirmed: 0,
    approved: 1,
    invited: 1,
    redeemed: 0,
  });
  expect(items.map(({ source }) => source)).toEqual(["instagram", "instagram", "direct"]);
});

test("without dates the period begins with the first passage or sign-up and ends today", async () => {
  expect(await (await get()).json()).toMatchObject({
    from: "2026-02-01",
    to: "2026-03-10",
    totals: { views: 117 },
  });
  await context.db.execute(sql`truncate passages, beta_signups, brand_signups`);
  const nothing = {
    views: 0,
    opened: 0,
    started: 0,
    signedUp: 0,
    confirmed: 0,
    approved: 0,
    invited: 0,
    redeemed: 0,
  };
  expect(await (await get()).json()).toEqual({
    ...{ from: "2026-03-10", to: "2026-03-10", totals: nothing, items: [], days: [] },
  });
});

test("the ten largest sources are counted by day, too", async () => {
  await context.db.execute(sql`
    insert into passages (day, step, source_id, count)
    select '2026-03-03', 'view', source_id('site-' || at, '', ''), 1000 + at from generate_series(1, 12) as at`);
  const { days, items } = (await (await get("?from=2026-03-03")).json()) as Sources;
  expect(items).toHaveLength(12);
  expect(new Set(days.map(({ source }) => source)).size).toBe(10);
  expect(days.map(({ source }) => source)).not.toContain("site-1");
});

test.each(["?audience=robot", "?from=hier", "?from=0000-01-01", "?from=2026-03-02&to=2026-03-01", "?x=1"])(
  "the query %s is refused",
  async (query) => {
    expect((await get(query)).status).toBe(400);
  },
);

test("the report answers 401 to a visitor", async () => {
  expect((await get("", {})).status).toBe(401);
});

test("every source is exported as CSV, which the journal records", async () => {
  await context.db.execute(sql`
    insert into passages (day, step, source_id, count) values ('2026-03-01', 'view', source_id('=1+1', '', ''), 1)`);
  const answer = await get("/export.csv?from=2026-03-01&to=2026-03-01");
  expect(answer.headers.get("content-disposition")).toContain("provenance.csv");
  expect(await answer.text()).toBe(
    '"Source";"Support";"Campagne";"Passages";"Ouvertures";"Formulaires commencés";"Inscrits";"Confirmés";"Approuvés";"Invités";"Entrés"\r\n' +
      '"instagram";"story";"mai";100;40;20;2;2;1;1;1\r\n' +
      '"\'=1+1";;;1;0;0;0;0;0;0;0\r\n',
  );
  const { rows } = await context.db.execute(
    sql`select actor, subject from journal_entries where action = 'stats.exported'`,
  );
  expect(rows).toEqual([{ actor: admin.admin.email, subject: null }]);
});
