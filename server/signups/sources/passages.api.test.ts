import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";
import { createPassages, deleteOldPassages } from "./passages.service.ts";

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
let context: TestApp;
/** After midnight in Paris, but before midnight in UTC. */
const now = new Date("2026-03-01T23:30:00Z");

beforeAll(async () => {
  context = await createTestApp({ now: () => now });
});
afterAll(() => context.close());
beforeEach(() => context.db.execute(sql`truncate passages, sources`));

const passages = () => context.dependencies.passages;

async function send(body: object, headers: Record<string, string> = {}): Promise<number> {
  const answer = await context.app.request("/api/passages", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: "http://localhost",
      "user-agent": browser,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return answer.status;
}

async function stored() {
  await passages().flush();
  const { rows } = await context.db.execute(sql`
    select to_char(day, 'YYYY-MM-DD') as day, step, audience, source, medium, campaign, count
    from passages join sources on id = source_id order by step, audience, source, medium, campaign`);
  return rows;
}

const direct = { source: "direct", medium: "", campaign: "" };

// registre: 43
test("passages are counted per day in Paris, step, audience and source, across instances", async () => {
  const source = "utm_source=Instagram&utm_medium=story";
  expect(await send({ step: "view", source })).toBe(204);
  expect(await send({ step: "view", source })).toBe(204);
  expect(await send({ step: "open", audience: "brand", source: "utm_source=direct" })).toBe(204);
  await passages().flush();
  const other = createPassages({ ...context.dependencies, now: () => now });
  other.count({ step: "view", audience: null, source: { ...direct, source: "instagram", medium: "story" } });
  await other.stop();
  const day = "2026-03-02";
  expect(await stored()).toEqual([
    { day, step: "open", audience: "brand", ...direct, count: 1 },
    { day, step: "view", audience: null, source: "instagram", medium: "story", campaign: "", count: 3 },
  ]);
});

test("counted passages are stored once a second, and when the server stops", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { count, start, stop } = createPassages({ ...context.dependencies, now: () => now });
  const passage = { step: "view", audience: null, source: direct } as const;
  start();
  count(passage);
  vi.advanceTimersByTime(1_000);
  await vi.waitFor(async () => expect(await stored()).toMatchObject([{ count: 1 }]));
  count(passage);
  await stop();
  expect(await stored()).toMatchObject([{ count: 2 }]);
  vi.useRealTimers();
});

test("passages that could not be stored are stored with the next attempt", async () => {
  const error = vi.fn();
  const { count, flush } = createPassages({
    ...context.dependencies,
    log: { ...context.dependencies.log, error },
  });
  await context.db.execute(sql`alter table passages rename to hidden_passages`);
  count({ step: "view", audience: null, source: direct });
  await flush();
  expect(error).toHaveBeenCalledWith("failed to store passages", expect.anything());
  await context.db.execute(sql`alter table hidden_passages rename to passages`);
  count({ step: "view", audience: null, source: direct });
  await flush();
  expect(await stored()).toMatchObject([{ step: "view", count: 2 }]);
});

test("robots and prefetched pages are not counted, and get the same answer", async () => {
  const passage = { step: "view", source: "utm_source=direct" };
  expect(await send(passage, { "user-agent": "Googlebot/2.1" })).toBe(204);
  expect(await send(passage, { "sec-purpose": "prefetch;prerender" })).toBe(204);
  expect(await stored()).toEqual([]);
});

test.each([
  { step: "buy", source: "" },
  { step: "view" },
  { step: "view", source: 1 },
  { step: "open", audience: "robot", source: "" },
  { step: "view", source: "", email: "zoe@exemple.fr" },
])("the wrong passage %j is refused", async (passage) => {
  expect(await send(passage)).toBe(400);
  expect(await stored()).toEqual([]);
});

test("a passage that another site sends is refused", async () => {
  expect(await send({ step: "view", source: "" }, { origin: "https://ailleurs.exemple" })).toBe(403);
});

test("a source of 2 kB is cut, markup is stored as text, and a mail address counts as direct", async () => {
  await send({ step: "view", source: `utm_source=${"é".repeat(2_000)}` });
  await send({ step: "view", source: "utm_source=<script>alert(1)</script>" });
  await send({ step: "view", source: "utm_source=zoe%40exemple.fr&gclid=secret" });
  expect((await stored()).map(({ source }) => source)).toEqual([
    "<script>alert(1)</script>",
    "direct",
    "é".repeat(limits.sourceMax),
  ]);
});

test("at most 500 new sources a day are stored, and further sources count as 'autres'", async () => {
  for (let at = 0; at < limits.newSourcesPerDay + 20; at += 1) {
    await send({ step: "view", source: `utm_source=autres&utm_medium=robot-${at}` });
  }
  const found = await stored();
  expect(found).toHaveLength(limits.newSourcesPerDay + 1);
  expect(found).toContainEqual(expect.objectContaining({ source: "autres", medium: "", count: 20 }));
});

test("10,000 beacons with different sources are counted in bounded memory and one statement", async () => {
  const { count, flush } = passages();
  const each = Array.from({ length: 10_000 }, (_, at) => ({ ...direct, source: `robot-${at}` }));
  for (const source of each) count({ step: "view", audience: null, source });
  const execute = vi.spyOn(context.dependencies.publicDb, "execute");
  await flush();
  expect(execute).toHaveBeenCalledTimes(1);
  execute.mockRestore();
  const found = await stored();
  expect(found).toHaveLength(limits.newSourcesPerDay + 1);
  expect(found.reduce((sum, { count }) => sum + Number(count), 0)).toBe(10_000);
});

test("10,000 beacons are answered while sign-ups continue", async () => {
  const statuses = new Set<number>();
  for (let batch = 0; batch < 20; batch += 1) {
    const beacons = Array.from({ length: 500 }, (_, at) =>
      send({ step: "view", source: `utm_source=robot-${batch}-${at}` }),
    );
    const questions = await context.app.request("/api/questionnaire?audience=user");
    expect(questions.status).toBe(200);
    for (const status of await Promise.all(beacons)) statuses.add(status);
  }
  expect(statuses).toEqual(new Set([204]));
  expect((await stored()).reduce((sum, { count }) => sum + Number(count), 0)).toBe(10_000);
});

test("/inscription counts an opened form, and a page view for a visit that begins there", async () => {
  const open = (headers: Record<string, string>, method = "GET") =>
    context.app.request("/inscription?type=marque&utm_source=salon", {
      method,
      headers: { "user-agent": browser, ...headers },
    });
  await open({ referer: "https://salon.exemple/" });
  await open({ referer: "http://localhost/?utm_source=salon" });
  await open({ "user-agent": "Googlebot/2.1" });
  await open({}, "HEAD");
  const salon = { day: "2026-03-02", source: "salon", medium: "", campaign: "" };
  expect(await stored()).toEqual([
    { ...salon, step: "open", audience: "brand", count: 2 },
    { ...salon, step: "view", audience: null, count: 1 },
  ]);
});

// registre: 43
test("counts of visits are deleted after 25 months", async () => {
  expect(privacyPeriods.passageMonths).toBe(25);
  const { count, flush } = createPassages({
    ...context.dependencies,
    now: () => new Date("2024-01-31T12:00:00Z"),
  });
  count({ step: "view", audience: null, source: direct });
  await flush();
  const deleteAt = (time: string) => deleteOldPassages({ db: context.db, now: () => new Date(time) });
  await deleteAt("2026-02-28T12:00:00Z");
  expect(await stored()).toHaveLength(1);
  await deleteAt("2026-03-01T12:00:00Z");
  expect(await stored()).toEqual([]);
});
