import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SignupPageV1, SignupV1 } from "#contract/api-v1.schema.ts";
import { brandSignups } from "#db/schema.ts";
import { openSignupDesk, type SignupDesk } from "#test/support/signup-desk.ts";

let desk: SignupDesk;
let authorization: string;

beforeAll(async () => {
  desk = await openSignupDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.clear();
  await desk.context.db.execute(sql`delete from api_tokens`);
  const { headers } = await desk.context.signIn({ superAdmin: true });
  const expiresAt = new Date(desk.now().getTime() + 60_000).toISOString();
  const made = await desk.context.app.request("/api/admin/tokens", {
    method: "POST",
    headers,
    body: JSON.stringify({ name: "Test", scopes: ["signups:read"], expiresAt }),
  });
  authorization = `Bearer ${((await made.json()) as { token: string }).token}`;
});

const get = (path: string) =>
  desk.context.app.request(`/api/v1/signups/${path}`, { headers: { authorization } });
async function page(path: string): Promise<SignupPageV1> {
  const answer = await get(path);
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as SignupPageV1;
}
const namesOf = ({ items }: SignupPageV1) => items.map(({ firstname }) => firstname);

test("a token reads a sign-up with its answers, both by its id and in the list", async () => {
  const question = await desk.call("POST", "../questions", {
    question: "Votre style ?",
    fieldType: "checkbox",
    options: ["Vintage", "Rue"],
    targetType: "both",
  });
  const { id: questionId } = (await question.json()) as { id: string };
  const [brand] = await desk.context.db
    .insert(brandSignups)
    .values({
      firstname: "Diane",
      name: "Maison",
      email: "maison@exemple.fr",
      website: "https://exemple.fr",
      responses: { [questionId]: ["Rue"] },
    })
    .returning();
  const answer = await get(`brand/${brand?.id}`);
  const signup = (await answer.json()) as SignupV1;
  expect(signup).toEqual({
    id: brand?.id,
    audience: "brand",
    status: "pending",
    firstname: "Diane",
    name: "Maison",
    email: "maison@exemple.fr",
    website: "https://exemple.fr",
    answers: [{ questionId, question: "Votre style ?", value: ["Rue"] }],
    source: null,
    duplicateOf: null,
    createdAt: brand?.createdAt.toISOString(),
    confirmedAt: null,
    decidedAt: null,
    updatedAt: signup.updatedAt,
  });
  expect(signup.updatedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  expect(await page("brand")).toEqual({ items: [signup], nextCursor: null });
  expect((await get(`user/${brand?.id}`)).status).toBe(404);
});

test("the pages list each sign-up once, also sign-ups that changed at the same time", async () => {
  const ids = await desk.addUsers(...Array.from({ length: 7 }, () => ({})));
  const read: string[] = [];
  let cursor: string | null = "";
  for (let pages = 0; cursor !== null; pages += 1) {
    expect(pages).toBeLessThan(4);
    const found: SignupPageV1 = await page(`user?limit=3${cursor && `&cursor=${cursor}`}`);
    read.push(...found.items.map(({ id }) => id));
    cursor = found.nextCursor;
  }
  expect(read.sort()).toEqual(ids.sort());
});

test("a cursor gives the rows that changed since the last call, and repeats only the last one", async () => {
  const [first = "", second = ""] = await desk.addUsers({ firstname: "Anne" }, { firstname: "Bruno" });
  const updatedAt = (await page("user")).items.at(-1)?.updatedAt ?? "";
  expect((await desk.call("PATCH", `user/${first}`, { status: "approved" })).status).toBe(200);
  const changed = await page(`user?updated_since=${updatedAt}`);
  expect(changed.items.map(({ id, status }) => [id, status])).toContainEqual([first, "approved"]);
  expect(changed.items.filter(({ id }) => id === first)).toHaveLength(1);
  const since = encodeURIComponent(changed.items.at(-1)?.updatedAt ?? "");
  expect((await page(`user?updated_since=${since}`)).items.map(({ id }) => id)).toEqual([first]);
  await desk.context.db.execute(sql`update beta_signups set name = 'Noir' where id = ${second}`);
  expect((await page(`user?updated_since=${since}`)).items.map(({ id }) => id)).toEqual([first, second]);
});

test.skipIf(process.env.TEST_DATABASE_URL === undefined)(
  "holds back what was written after a transaction that is still running, so that its rows are not skipped",
  async () => {
    const { database } = desk.context;
    const slow = await database.pool.connect();
    await slow.query("begin");
    await slow.query("select 1");
    await desk.addUsers({ firstname: "Rapide" });
    await slow.query(
      "insert into beta_signups (firstname, name, email) values ('Lente', 'Martin', 'lente@exemple.fr')",
    );
    expect(namesOf(await page("user"))).toEqual([]);
    await slow.query("commit");
    slow.release();
    await expect.poll(async () => namesOf(await page("user"))).toEqual(["Rapide", "Lente"]);
  },
);

test("samples and people who limited the use of their data are left out of the API", async () => {
  const [id, sample] = await desk.addUsers(
    { firstname: "Anne" },
    { firstname: "Exemple" },
    { firstname: "Zoé" },
  );
  await desk.context.db.execute(sql`update beta_signups set limited_at = now() where id = ${id}`);
  await desk.context.db.execute(sql`update beta_signups set sample = true where id = ${sample}`);
  expect(namesOf(await page("user"))).toEqual(["Zoé"]);
  expect((await get(`user/${id}`)).status).toBe(404);
  expect((await get(`user/${sample}`)).status).toBe(404);
});

test("a wrong cursor, limit, time, audience or id is refused with 400", async () => {
  const cursors = [
    ...["x", "é", "~", "2026-13-01T00:00:00.000000Z~x", "2026-11-01T00:00:00.000000Z"],
    ...["2026-99-01", "2026-02-30", "0000-01-01"].map((day) => `${day}T00:00:00.000000Z~${randomUUID()}`),
  ];
  const wrong = [
    ...cursors.map((cursor) => `user?cursor=${encodeURIComponent(cursor)}`),
    "user?limit=0",
    "user?limit=201",
    "user?limit=x",
    "user?updated_since=2026-11-01",
    "user?updated_since=0000-01-01T00:00:00Z",
    "user?updated_since=2026-02-30T00:00:00Z",
    "user?updated_since=2026-11-01T00:00:00%2B23:00",
    `user?updated_since=2026-11-01T00:00:00.${"0".repeat(200)}Z`,
    "user?page=2",
    "other",
    "user/1",
  ];
  for (const path of wrong) expect((await get(path)).status, path).toBe(400);
});

test("the description shows each call with curl and TypeScript", async () => {
  const answer = await desk.context.app.request("/api/openapi.json");
  const { paths } = (await answer.json()) as {
    paths: Record<
      string,
      Record<string, { tags: string[]; security: object[]; "x-codeSamples": { label: string }[] }>
    >;
  };
  const described = Object.entries(paths).filter(([path]) => path.startsWith("/api/v1/"));
  expect(described.length).toBeGreaterThan(2);
  for (const operation of described.flatMap(([, item]) => Object.values(item))) {
    expect(operation.tags).toEqual(["API v1"]);
    expect(operation.security).toEqual([{ token: [] }]);
    expect(operation["x-codeSamples"].map(({ label }) => label)).toEqual(["curl", "TypeScript"]);
  }
});
