import { beforeAll, expect, test } from "vitest";
import type { SegmentRule } from "#contract/segments.ts";
import type { Wave } from "#contract/waves.schema.ts";
import { waveMessages } from "#contract/waves.ts";
import { setUpWaves } from "./waves.test-helpers.ts";

const setup = setUpWaves();
const { addPeople, create, invited, preview, query, start, wave } = setup;
const questionId = "5f0c9a52-6c1e-4a52-9d6c-0a2f7e0e5d12";

beforeAll(() =>
  query(
    `insert into questionnaire_items (id, question, field_type, target_type, order_position)
     values ($1, 'Pourquoi ?', 'text', 'both', 999)`,
    [questionId],
  ),
);

async function createSegment(rule: SegmentRule): Promise<string> {
  const conditions = { match: "all", groups: [{ match: "all", rules: [rule] }] };
  const segment = { name: "Segment", audience: "user", conditions };
  const saved = await setup.context.request("POST", "/segments", segment);
  return ((await saved.json()) as { id: string }).id;
}

test("a wave invites the people of its segment, and cannot start once the segment is deleted", async () => {
  await addPeople(3);
  await query("update beta_signups set source_id = source_id('instagram', '', '') where email like 'p2%'");
  const segmentId = await createSegment({ field: "source", op: "is", value: "instagram" });
  const { id, sentence } = await create({ segmentId, count: 10 });
  expect(sentence).toBe("Utilisateurs venus d’Instagram");
  const late = await create({ segmentId, count: 10 });
  expect(((await (await start(id)).json()) as Wave).total).toBe(1);
  await setup.context.request("DELETE", `/segments/${segmentId}`);
  const answer = await start(late.id);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { fields: { segmentId: waveMessages.segment } } });
  expect(await invited()).toEqual(["p2-status@exemple.fr"]);
});

test("a wave is refused when its segment was changed after the preview", async () => {
  await addPeople(1);
  const segmentId = await createSegment({ field: "starred", op: "is", value: false });
  const { segmentVersion } = await preview({ segmentId });
  const changed = { field: "source", op: "is", value: "instagram" };
  const conditions = { match: "all", groups: [{ match: "all", rules: [changed] }] };
  const segment = { name: "Segment", audience: "user", conditions, version: segmentVersion };
  expect((await setup.context.request("PUT", `/segments/${segmentId}`, segment)).status).toBe(200);
  const answer = await setup.context.request("POST", "/waves", wave({ segmentId, segmentVersion }));
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ error: { message: waveMessages.segmentChanged } });
  expect(await setup.context.read("/waves")).toMatchObject({ items: [] });
  const seen = await preview({ segmentId });
  expect(await create({ segmentId, segmentVersion: seen.segmentVersion })).toMatchObject({ segmentId });
});

/** Its type demands a rule for every field of segments. */
const rulesOfFirstPerson: Record<SegmentRule["field"], SegmentRule> = {
  status: { field: "status", op: "anyOf", value: ["approved"] },
  confirmed: { field: "confirmed", op: "is", value: true },
  news: { field: "news", op: "is", value: true },
  website: { field: "website", op: "is", value: false },
  starred: { field: "starred", op: "is", value: true },
  counted: { field: "counted", op: "is", value: false },
  date: { field: "date", op: "before", value: "2020-01-02" },
  friends: { field: "friends", op: "is", value: 0 },
  source: { field: "source", op: "is", value: "instagram" },
  answer: { field: "answer", questionId, op: "contains", value: "oui" },
};

test.each(Object.values(rulesOfFirstPerson))(
  "a wave previews and invites the people of a segment with a rule on $field",
  async (rule) => {
    await addPeople(2);
    await query(
      `update beta_signups set starred = true, objected_at = now(), created_at = '2020-01-01T12:00Z',
      source_id = source_id('instagram', '', ''), responses = jsonb_build_object($1::text, 'Oui')
      where email like 'p1-%'`,
      [questionId],
    );
    await query(`with shown as (insert into consent_texts (version, text) values ('test', '{}') on conflict do nothing)
      insert into consents (audience, signup_id, email_hash, purpose, text_version, confirmed_at)
      select 'user', id, email_hash, 'news', 'test', now() from beta_signups where email like 'p1-%'`);
    const segmentId = await createSegment(rule);
    const matchesBoth = ["status", "confirmed", "website", "friends"].includes(rule.field);
    const expected = ["p1-status@exemple.fr", ...(matchesBoth ? ["p2-status@exemple.fr"] : [])];
    for (const order of ["points", "lottery", "oldest"]) {
      const { first } = await preview({ segmentId, order, count: 10 });
      expect(first.map(({ email }) => email).sort()).toEqual(expected);
    }
    const { id } = await create({ segmentId, count: 10 });
    expect((await start(id)).status).toBe(200);
    expect(await invited()).toEqual(expected);
  },
);
